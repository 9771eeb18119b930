import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTexts } from "../../texts/language";
import { resultsQuery } from "./findings";

/** Which run is shown: a page's hint ends with it. */
export function Run({ hint }: { hint: ReactNode }) {
  const { findings } = useTexts();
  const run = useQuery(resultsQuery).data?.run;
  return (
    <>
      {hint} {run && <strong>{findings.ofRun(run.first_date, run.last_date)}</strong>}
    </>
  );
}
