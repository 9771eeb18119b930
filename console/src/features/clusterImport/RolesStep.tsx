import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ClusterImport, ImportReport } from "../../api/types";
import { QueryView } from "../../components/states/QueryView";
import { draftQuery, reportQuery } from "./imports";
import { parseMapping } from "./mapping";
import { RoleTable } from "./RoleTable";

/** Step 2: what each native role becomes. */
export function RolesStep({ run }: { run: ClusterImport }) {
  const draft = useQuery(draftQuery(run));
  const report = useQuery(reportQuery(run));
  return (
    <QueryView query={draft}>
      {({ mapping }) => (
        <QueryView query={report}>
          {(reportData) => <MappingDraft run={run} text={mapping} report={reportData} />}
        </QueryView>
      )}
    </QueryView>
  );
}

function MappingDraft({ run, text, report }: { run: ClusterImport; text: string; report: ImportReport }) {
  const draft = useMemo(() => parseMapping(text), [text]);
  return <RoleTable run={run} draft={draft} draftText={text} report={report} />;
}
