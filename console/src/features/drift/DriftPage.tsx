import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Flex, Select, Typography } from "antd";
import { clustersQuery } from "../../api/sharedQueries";
import { useListAddress } from "../../components/lists/useListAddress";
import { Page } from "../../components/page/Page";
import { useChange } from "../../components/page/useChange";
import { NoClusters } from "../../components/states/NoClusters";
import { QueryView } from "../../components/states/QueryView";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { DriftLines } from "./DriftLines";
import { compare, runQuery } from "./drift";

const UNREAD_SHOWN = 5;

/** Where clusters are not what the center wishes. */
export default function DriftPage() {
  const { drift } = useTexts();
  const clusters = useQuery(clustersQuery);
  return (
    <Page title={drift.title} hint={drift.hint}>
      <QueryView query={clusters}>
        {({ items }) => (items.length === 0 ? <NoClusters /> : <ClusterDrift clusters={items} />)}
      </QueryView>
    </Page>
  );
}

function ClusterDrift({ clusters }: { clusters: { id: number; name: string }[] }) {
  const { drift } = useTexts();
  const address = useListAddress();
  const wantedId = Number(address.get("cluster"));
  const cluster = clusters.find((candidate) => candidate.id === wantedId) ?? clusters[0];
  if (cluster === undefined) return null;
  return (
    <Flex vertical gap={16}>
      <Flex gap={12} wrap align="center">
        <Select
          aria-label={drift.cluster}
          style={{ minWidth: 180 }}
          value={cluster.id}
          options={clusters.map((option) => ({ value: option.id, label: option.name }))}
          onChange={(id) => address.set({ cluster: String(id) })}
        />
        <NewestRun cluster={cluster.id} />
      </Flex>
      <DriftLines key={cluster.id} cluster={cluster} />
    </Flex>
  );
}

/** The newest comparison, and a button for another one. */
function NewestRun({ cluster }: { cluster: number }) {
  const { drift } = useTexts();
  const run = useQuery(runQuery(cluster));
  const comparison = useChange(compare, { successText: drift.compareSaid });
  const { data } = run;
  return (
    <>
      <Button
        onClick={() => comparison.mutate(cluster)}
        loading={comparison.isPending || data?.state === "waiting" || data?.state === "running"}
      >
        {drift.compare}
      </Button>
      {data && (
        <Typography.Text type="secondary">
          {drift.runs[data.state]} {data.ended !== null && <Moment at={data.ended} />}
          {" · "}
          {drift.counts(data.lines.open ?? 0, data.lines.accepted ?? 0)}
        </Typography.Text>
      )}
      {data?.message && <Alert type="error" showIcon title={drift.runs.failed} description={data.message} />}
      {data !== undefined && data.unread_total > 0 && (
        <Alert
          type="warning"
          showIcon
          title={drift.unread(data.unread_total)}
          description={
            <>
              {data.unread.slice(0, UNREAD_SHOWN).map(({ place, message }) => (
                <div key={place}>
                  {place}: {message}
                </div>
              ))}
              {data.unread_total > UNREAD_SHOWN && drift.more(data.unread_total - UNREAD_SHOWN)}
            </>
          }
        />
      )}
    </>
  );
}
