import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Flex, type TableColumnsType, Typography } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useSession } from "../../api/session";
import type { Broker } from "../../api/types";
import { Enforcement } from "../../components/brokers/Enforcement";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { DataTable } from "../../components/lists/DataTable";
import { EmptyState } from "../../components/states/EmptyState";
import { QueryView } from "../../components/states/QueryView";
import { HintTag } from "../../components/values/HintTag";
import { durationText } from "../../components/values/Moment";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";

const REFRESH_MS = 5000;
const COLORS = { live: "green", vanished: "red", left: "default", expired: "default" } as const;

/** The brokers of a cluster, as they last reported; read again while the page is open. */
export function BrokerTable({ clusterId, mayForget }: { clusterId: number; mayForget: boolean }) {
  const texts = useTexts();
  const { operations } = texts;
  const mayConnect = mayAdminister(useSession());
  const [brokerToForget, setBrokerToForget] = useState<string>();
  const brokers = useQuery({
    queryKey: ["clusters", clusterId, "brokers"],
    queryFn: () => readBrokers(clusterId),
    refetchInterval: REFRESH_MS,
  });
  return (
    <QueryView query={brokers}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState
            title={operations.noBrokers}
            hint={mayConnect ? operations.noBrokersHint : operations.noBrokersOthers}
          />
        ) : (
          <Flex vertical gap={12}>
            <EnforcementStatus rows={rows} clusterId={clusterId} />
            <DataTable<Broker>
              size="small"
              columns={mayForget ? [...columns(texts), actions(texts, setBrokerToForget)] : columns(texts)}
              dataSource={rows}
              rowKey="broker"
              pagination={false}
            />
            {brokerToForget && (
              <ForgetBroker clusterId={clusterId} broker={brokerToForget} close={() => setBrokerToForget(undefined)} />
            )}
          </Flex>
        )
      }
    </QueryView>
  );
}

/** All brokers of a cluster, page by page. A setting limits their number; `EnforcementStatus` needs all of them. */
async function readBrokers(clusterId: number): Promise<Broker[]> {
  const brokers: Broker[] = [];
  let cursor: string | null | undefined;
  do {
    const query = { sort: "broker", limit: 500, cursor } as const;
    const params = { path: { cluster_id: clusterId }, query };
    const page = await answer(client.GET("/api/v1/clusters/{cluster_id}/brokers", { params }));
    brokers.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor);
  return brokers;
}

/** How many brokers enforce the newest revision, and which have rights from a history unknown to this center. */
function EnforcementStatus({ rows, clusterId }: { rows: Broker[]; clusterId: number }) {
  const { operations } = useTexts();
  const knownBrokers = rows.filter((row) => row.known);
  // Stopped and expired brokers do not matter: they fetch fresh rights when they start.
  const unknownBrokers = rows.filter((row) => !row.known && (row.state === "live" || row.state === "vanished"));
  return (
    <>
      {unknownBrokers.length > 0 && (
        <Alert type="error" showIcon title={operations.unknownHistory} description={operations.unknownHistoryHint} />
      )}
      {knownBrokers.length > 0 && (
        <Enforcement
          revision={Math.max(...knownBrokers.map((row) => row.revision + row.behind))}
          clusterIds={[clusterId]}
        />
      )}
    </>
  );
}

function columns({ operations, general }: Texts): TableColumnsType<Broker> {
  return [
    { title: operations.broker, key: "broker", render: (_, row) => <BrokerName row={row} /> },
    {
      title: operations.state,
      key: "state",
      render: (_, { state }) => (
        <HintTag color={COLORS[state]} text={operations.states[state]} hint={operations.stateHints[state]} />
      ),
    },
    {
      title: operations.enforced,
      key: "revision",
      render: (_, row) => (
        <>
          {row.revision} <RightsStatus row={row} />
        </>
      ),
    },
    { title: operations.age, key: "age", render: (_, row) => general.ago(durationText(row.age_ms, general)) },
    { title: operations.version, key: "version", render: (_, row) => <Version row={row} /> },
    { title: operations.connections, dataIndex: "connections", key: "connections", align: "right" },
    { title: operations.dropped, key: "dropped", align: "right", render: (_, row) => <DroppedEvents row={row} /> },
  ];
}

function actions({ operations, general }: Texts, forget: (broker: string) => void): TableColumnsType<Broker>[number] {
  return {
    title: general.actions,
    key: "actions",
    render: (_, row) =>
      row.state === "live" ? null : (
        <Button size="small" aria-label={`${operations.forget} ${row.broker}`} onClick={() => forget(row.broker)}>
          {operations.forget}
        </Button>
      ),
  };
}

/** The name of the broker, what kind of service it is, and the address of the center that it uses. */
function BrokerName({ row: { broker, service, source } }: { row: Broker }) {
  const { operations } = useTexts();
  const services: Record<string, string> = operations.services;
  return (
    <Flex vertical>
      <span className="mono">{broker}</span>
      {service !== "broker" && <Typography.Text type="secondary">{services[service] ?? service}</Typography.Text>}
      {source && <Typography.Text type="secondary">{operations.listensTo(source)}</Typography.Text>}
    </Flex>
  );
}

function RightsStatus({ row }: { row: Broker }) {
  const { operations } = useTexts();
  if (!row.known)
    return <HintTag color="red" text={operations.unknownHistoryTag} hint={operations.unknownHistoryHint} />;
  if (row.observing) return <HintTag color="orange" text={operations.observing} hint={operations.observingHint} />;
  if (row.behind > 0) return <HintTag color="orange" text={operations.behind(row.behind)} />;
  return row.kicks ? (
    <HintTag color="green" text={operations.upToDate} />
  ) : (
    <HintTag color="orange" text={operations.unfollowed} hint={operations.unfollowedHint} />
  );
}

/** The versions of plugin and broker, and what the plugin is too old for. */
function Version({ row }: { row: Broker }) {
  const { operations } = useTexts();
  return (
    <Flex vertical align="start" gap={4}>
      {operations.pluginVersion(row.plugin, row.pulsar)}
      {row.unknown_limits.length > 0 && (
        <HintTag color="orange" text={operations.noLimits} hint={operations.noLimitsHint} />
      )}
      <KnownHoles holes={row.holes} />
    </Flex>
  );
}

/** Holes of its Pulsar that the plugin does not close there: red where no setting of the broker is needed. */
function KnownHoles({ holes }: Pick<Broker, "holes">) {
  const { operations } = useTexts();
  if (!holes) return <HintTag color="orange" text={operations.holesUnknown} hint={operations.holesUnknownHint} />;
  if (holes.length === 0) return null;
  return (
    <>
      <Typography.Text type="secondary">{operations.holes}</Typography.Text>
      {holes.map(({ id, fixed_in, needs }) => (
        <HintTag key={id} color={needs ? "default" : "red"} text={id} hint={operations.holeHint(id, fixed_in, needs)} />
      ))}
    </>
  );
}

/** Events lost, and why. */
function DroppedEvents({ row: { dropped, drops } }: { row: Broker }) {
  const { operations } = useTexts();
  const dropTexts: Record<string, string> = operations.drops;
  const reasons = Object.entries(drops).filter(([, count]) => count > 0);
  return (
    <>
      {dropped}
      {reasons.map(([reason, count]) => (
        <Typography.Text key={reason} type="secondary" style={{ display: "block" }}>
          {dropTexts[reason] ?? reason}: {count}
        </Typography.Text>
      ))}
    </>
  );
}

interface ForgetBrokerProps {
  clusterId: number;
  broker: string;
  close: () => void;
}

function ForgetBroker({ clusterId, broker, close }: ForgetBrokerProps) {
  const { operations } = useTexts();
  const run = () =>
    answer(
      client.DELETE("/api/v1/clusters/{cluster_id}/brokers/{broker}", {
        params: { path: { cluster_id: clusterId, broker } },
      }),
    );
  return (
    <ConfirmDanger
      title={operations.forgetTitle(broker)}
      okText={operations.forget}
      losses={[operations.forgetGoes]}
      action={run}
      close={close}
    />
  );
}
