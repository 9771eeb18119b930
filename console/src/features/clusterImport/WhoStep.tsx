import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ClusterImport, ImportReport } from "../../api/types";
import { Loaded } from "../../components/states/Loaded";
import { draftQuery, reportQuery } from "./imports";
import { parse } from "./mapping";
import { RoleTable } from "./RoleTable";

/** Step 2: what each native role becomes. */
export function WhoStep({ run }: { run: ClusterImport }) {
  const draft = useQuery(draftQuery(run));
  const report = useQuery(reportQuery(run));
  return (
    <Loaded query={draft}>
      {({ mapping }) => (
        <Loaded query={report}>{(found) => <Drafted run={run} text={mapping} report={found} />}</Loaded>
      )}
    </Loaded>
  );
}

function Drafted({ run, text, report }: { run: ClusterImport; text: string; report: ImportReport }) {
  const draft = useMemo(() => parse(text), [text]);
  return <RoleTable run={run} draft={draft} draftText={text} report={report} />;
}
