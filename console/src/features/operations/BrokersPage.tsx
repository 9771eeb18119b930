import { useQuery } from "@tanstack/react-query";
import { Card, Collapse } from "antd";
import { Link } from "react-router";
import { clustersQuery } from "../../api/sharedQueries";
import type { Cluster } from "../../api/types";
import { LiveConnections } from "../../components/brokers/LiveConnections";
import { Page } from "../../components/page/Page";
import { NoClusters } from "../../components/states/NoClusters";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { BrokerTable } from "./BrokerTable";

/** The brokers of every cluster that the reader administers or audits. */
export default function BrokersPage() {
  const { frame, operations } = useTexts();
  const clusters = useQuery(clustersQuery);
  return (
    <Page title={frame.brokers} hint={operations.brokersHint}>
      <QueryView query={clusters}>
        {({ items }) => {
          const visible = items.filter((cluster) => cluster.shows_brokers);
          return visible.length === 0 ? (
            <Card>
              <NoClusters />
            </Card>
          ) : (
            visible.map((cluster) => <Brokers key={cluster.id} cluster={cluster} />)
          );
        }}
      </QueryView>
    </Page>
  );
}

function Brokers({ cluster: { id, name, may_administer: mayAdminister } }: { cluster: Cluster }) {
  const { operations } = useTexts();
  const liveConnections = {
    key: "live",
    label: operations.liveConnections,
    children: <LiveConnections clusters={[{ id, name }]} />,
  };
  return (
    <Card title={<Link to={`/resources/cluster/${id}`}>{name}</Link>}>
      <BrokerTable clusterId={id} mayForget={mayAdminister} />
      {mayAdminister && <Collapse ghost destroyOnHidden items={[liveConnections]} />}
    </Card>
  );
}
