import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTexts } from "../../texts/language";
import { resultsQuery } from "./findings";

/** The hint of a page, followed by the run that is shown. */
export function Run({ hint }: { hint: ReactNode }) {
  const { findings } = useTexts();
  const run = useQuery(resultsQuery).data?.run;
  return (
    <>
      {hint} {run && <strong>{findings.ofRun(run.first_date, run.last_date)}</strong>}
    </>
  );
}
