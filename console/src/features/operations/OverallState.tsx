import { Alert, Flex } from "antd";
import { Link } from "react-router";
import type { Overview } from "../../api/types";
import { useTexts } from "../../texts/language";

type Row = Overview["brokers"][number];

/** Whether provisioning is done and the newest rights are enforced. Says yes only if brokers have reported it. */
export function OverallState({ overview: { brokers, jobs } }: { overview: Overview }) {
  const { operations } = useTexts();
  const openJobs = (jobs.pending ?? 0) + (jobs.failed ?? 0);
  const troubledClusters = brokers.filter((row) => !isCurrent(row) || row.outlived_credentials > 0);
  // Without a cluster, `FirstSteps` says what comes next.
  if (brokers.length === 0) return null;
  if (troubledClusters.length === 0) {
    return openJobs > 0 ? null : <Alert type="success" showIcon title={operations.allCurrent(brokers.length)} />;
  }
  return (
    <Flex vertical gap={8}>
      {troubledClusters.map((row) => (
        <Alert
          key={row.cluster_id}
          type="warning"
          showIcon
          title={<Link to={`/resources/cluster/${row.cluster_id}`}>{row.cluster}</Link>}
          description={<TroubleLines row={row} />}
        />
      ))}
    </Flex>
  );
}

/** Some brokers are live, none is behind, observes only or has vanished; a cluster that was given up always counts. */
const isCurrent = ({ live, behind, observing, vanished, gone }: Row) =>
  gone || (live > 0 && behind === 0 && observing === 0 && vanished === 0);

function TroubleLines({
  row: { live, behind, observing, vanished, gone, outlived_credentials: outlived },
}: {
  row: Row;
}) {
  const { operations } = useTexts();
  const lines = [
    live === 0 && !gone && operations.nothingEnforced,
    outlived > 0 && operations.outlived(outlived),
    behind > 0 && operations.brokersBehind(behind, live),
    observing > 0 && operations.brokersObserving(observing, live),
    vanished > 0 && operations.brokersVanished(vanished),
  ].filter((line) => line !== false);
  return lines.map((line) => <div key={line}>{line}</div>);
}
