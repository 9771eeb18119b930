import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Descriptions, Flex } from "antd";
import type { Cluster, ClusterImport, ImportReport } from "../../api/types";
import { useChange } from "../../components/page/useChange";
import { EmptyState } from "../../components/states/EmptyState";
import { QueryView } from "../../components/states/QueryView";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { StepButtons } from "./ImportSteps";
import { beginImport, reportQuery } from "./imports";
import { ReadProgress } from "./ReadProgress";
import { useShowNewestImport } from "./useShowNewestImport";

/** Step 1: the cluster is read by the center's worker. */
export function ReadStep({ cluster, run }: { cluster: Cluster; run?: ClusterImport }) {
  const { clusterImport } = useTexts();
  const showNewest = useShowNewestImport();
  const start = useChange(beginImport, { onSuccess: () => showNewest() });
  if (run?.state === "reading") return <ReadProgress run={run} />;
  const button = (
    <Button
      type={run?.has_report ? "default" : "primary"}
      loading={start.isPending}
      onClick={() => start.mutate({ cluster: cluster.id })}
    >
      {run ? clusterImport.readAgain : clusterImport.read}
    </Button>
  );
  if (!run) {
    return <EmptyState title={clusterImport.nothingRead} hint={clusterImport.nothingReadHint} action={button} />;
  }
  return (
    <Flex vertical gap={16} align="stretch">
      {run.has_report ? <ReadingResult run={run} /> : <FailedReading run={run} />}
      <Flex gap={8} wrap>
        {button}
      </Flex>
      {run.has_report && <StepButtons step="read" />}
    </Flex>
  );
}

function FailedReading({ run }: { run: ClusterImport }) {
  const { clusterImport } = useTexts();
  if (run.state === "cancelled") return <Alert type="info" showIcon title={clusterImport.cancelledReading} />;
  return (
    <Alert
      type="error"
      showIcon
      title={clusterImport.failedReading}
      description={
        <span lang="en" className="mono">
          {run.message}
        </span>
      }
    />
  );
}

function ReadingResult({ run }: { run: ClusterImport }) {
  const { clusterImport } = useTexts();
  const items = (read: ImportReport["read"]) =>
    (Object.keys(clusterImport.counts) as (keyof ImportReport["read"])[]).map((name) => ({
      key: name,
      label: clusterImport.counts[name],
      children: read[name].toLocaleString(),
    }));
  const readTime = <Moment at={run.read_time} fallback="–" />;
  return (
    <QueryView query={useQuery(reportQuery(run))}>
      {({ read }) => (
        <Descriptions
          title={clusterImport.holds}
          extra={readTime}
          size="small"
          bordered
          column={{ xs: 1, sm: 2, lg: 3 }}
          items={items(read)}
        />
      )}
    </QueryView>
  );
}
