import { useQuery } from "@tanstack/react-query";
import { Button, Flex } from "antd";
import type { ClusterImport } from "../../api/types";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { Counts } from "./Counts";
import { StepButtons } from "./ImportSteps";
import { reportAddress, reportQuery } from "./imports";
import { ProofVerdict } from "./ProofVerdict";
import { ReportLists } from "./ReportLists";

/** Step 3: what would come, what would not, and how decisions would change. */
export function ReportStep({ run }: { run: ClusterImport }) {
  const { clusterImport } = useTexts();
  const file = `import-${run.cluster}-${run.id}`;
  return (
    <Flex vertical gap={16}>
      <QueryView query={useQuery(reportQuery(run))}>
        {(report) => (
          <>
            <ProofVerdict proof={report.proof} />
            <Counts report={report} />
            <ReportLists report={report} />
          </>
        )}
      </QueryView>
      <Flex gap={8} wrap>
        <Button href={reportAddress(run, "html")} download={`${file}.html`}>
          {clusterImport.downloadHtml}
        </Button>
        <Button href={reportAddress(run, "json")} download={`${file}.json`}>
          {clusterImport.downloadJson}
        </Button>
      </Flex>
      <StepButtons step="report" />
    </Flex>
  );
}
