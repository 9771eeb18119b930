import { useQuery } from "@tanstack/react-query";
import { Card, Collapse } from "antd";
import { Link } from "react-router";
import { clustersQuery } from "../../api/shared";
import { LiveConnections } from "../../components/brokers/LiveConnections";
import { Page } from "../../components/page/Page";
import { EmptyState } from "../../components/states/EmptyState";
import { Loaded } from "../../components/states/Loaded";
import { useTexts } from "../../texts/language";
import { BrokerTable } from "./BrokerTable";

/** Every broker of every cluster. */
export default function BrokersPage() {
  const { frame, operations, resources } = useTexts();
  const clusters = useQuery(clustersQuery);
  return (
    <Page title={frame.brokers} hint={operations.brokersHint}>
      <Loaded query={clusters}>
        {({ items }) =>
          items.length === 0 ? (
            <Card>
              <EmptyState title={resources.noClusters} hint={resources.noClustersHint} />
            </Card>
          ) : (
            items.map(({ id, name }) => (
              <Card key={id} title={<Link to={`/resources/cluster/${id}`}>{name}</Link>}>
                <BrokerTable clusterId={id} />
                <Collapse
                  ghost
                  destroyOnHidden
                  items={[
                    {
                      key: "live",
                      label: operations.liveConnections,
                      children: <LiveConnections clusters={[{ id, name }]} />,
                    },
                  ]}
                />
              </Card>
            ))
          )
        }
      </Loaded>
    </Page>
  );
}
