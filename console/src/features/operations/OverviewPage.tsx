import { useQuery } from "@tanstack/react-query";
import { Card, Flex, Statistic } from "antd";
import { useSession } from "../../api/session";
import { overviewQuery } from "../../api/sharedQueries";
import type { Overview } from "../../api/types";
import { Page } from "../../components/page/Page";
import { QueryView } from "../../components/states/QueryView";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";
import { ClusterTable } from "./ClusterTable";
import { FirstSteps } from "./FirstSteps";
import { OpenJobs } from "./OpenJobs";
import { OverallState } from "./OverallState";
import { OwnSteps } from "./OwnSteps";

const REFRESH_MS = 5000;

/** Numbers, the state of clusters and brokers, and open steps. */
export default function OverviewPage() {
  const { frame, operations } = useTexts();
  const administrator = mayAdminister(useSession());
  const overview = useQuery({ ...overviewQuery, refetchInterval: REFRESH_MS });
  return (
    <Page title={frame.overview} hint={administrator ? operations.overviewHint : operations.ownOverviewHint}>
      <QueryView query={overview}>{(data) => <OverviewContent overview={data} />}</QueryView>
    </Page>
  );
}

function OverviewContent({ overview }: { overview: Overview }) {
  const administrator = mayAdminister(useSession());
  const { operations } = useTexts();
  return (
    <Flex vertical gap={16}>
      <Counts overview={overview} />
      {administrator ? <FirstSteps overview={overview} /> : <OwnSteps />}
      {administrator && <OverallState overview={overview} />}
      {administrator && overview.brokers.length > 0 && (
        <Card title={operations.clusters}>
          <ClusterTable rows={overview.brokers} />
        </Card>
      )}
      {administrator && <OpenJobs jobs={overview.jobs} />}
    </Flex>
  );
}

function Counts({ overview }: { overview: Overview }) {
  const { operations } = useTexts();
  return (
    <div className="tiles">
      {Object.entries(overview.counts).map(([key, value]) => (
        <Card size="small" key={key}>
          <Statistic title={operations.counts[key] ?? key} value={value} />
        </Card>
      ))}
      <Card size="small">
        <Statistic title={operations.revision} value={overview.revision} />
      </Card>
    </div>
  );
}
