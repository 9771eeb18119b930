import { useQuery } from "@tanstack/react-query";
import { Button, Flex, Table, type TableColumnsType, Tag, Tooltip } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Broker } from "../../api/types";
import { ConfirmDanger } from "../../components/ConfirmDanger";
import { EmptyState } from "../../components/EmptyState";
import { Enforcement } from "../../components/Enforcement";
import { Loaded } from "../../components/Loaded";
import { span } from "../../components/Moment";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";

const REFRESH_MS = 5000;
const COLORS = { live: "green", vanished: "red", left: "default", expired: "default" } as const;

/** The brokers of a cluster, as they last reported; read again while the page is open. */
export function BrokerTable({ clusterId }: { clusterId: number }) {
  const texts = useTexts();
  const { operations } = texts;
  const [doomed, setDoomed] = useState<string>();
  const brokers = useQuery({
    queryKey: ["clusters", clusterId, "brokers"],
    queryFn: () =>
      answer(client.GET("/api/v1/clusters/{cluster_id}/brokers", { params: { path: { cluster_id: clusterId } } })),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Loaded query={brokers}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title={operations.noBrokers} hint={operations.noBrokersHint} />
        ) : (
          <Flex vertical gap={12}>
            <Enforcement
              revision={Math.max(...rows.map((row) => row.revision + row.behind))}
              clusterIds={[clusterId]}
            />
            <Table<Broker>
              size="small"
              columns={columns(texts, setDoomed)}
              dataSource={rows}
              rowKey="broker"
              pagination={false}
              scroll={{ x: "max-content" }}
            />
            {doomed && <Forget clusterId={clusterId} broker={doomed} close={() => setDoomed(undefined)} />}
          </Flex>
        )
      }
    </Loaded>
  );
}

function columns({ operations, general }: Texts, forget: (broker: string) => void): TableColumnsType<Broker> {
  return [
    { title: operations.broker, key: "broker", render: (_, row) => <span className="mono">{row.broker}</span> },
    {
      title: operations.state,
      key: "state",
      render: (_, row) => <StateTag row={row} />,
    },
    {
      title: operations.enforced,
      key: "revision",
      render: (_, row) => (
        <>
          {row.revision}{" "}
          {row.observing ? (
            <Tooltip title={operations.observingHint}>
              <Tag color="orange">{operations.observing}</Tag>
            </Tooltip>
          ) : row.behind > 0 ? (
            <Tag color="orange">{operations.behind(row.behind)}</Tag>
          ) : (
            <Tag color="green">{operations.upToDate}</Tag>
          )}
        </>
      ),
    },
    { title: operations.age, key: "age", render: (_, row) => general.ago(span(row.age_ms, general)) },
    { title: operations.version, key: "version", render: (_, row) => operations.pluginVersion(row.plugin, row.pulsar) },
    { title: operations.connections, dataIndex: "connections", key: "connections", align: "right" },
    { title: operations.dropped, key: "dropped", align: "right", render: (_, row) => <Dropped row={row} /> },
    {
      title: general.actions,
      key: "actions",
      render: (_, row) =>
        row.state === "live" ? null : (
          <Button size="small" onClick={() => forget(row.broker)}>
            {operations.forget}
          </Button>
        ),
    },
  ];
}

function StateTag({ row }: { row: Broker }) {
  const { operations } = useTexts();
  return (
    <Tooltip title={operations.stateHints[row.state]}>
      <Tag color={COLORS[row.state]}>{operations.states[row.state]}</Tag>
    </Tooltip>
  );
}

/** Events lost; why, when one points at the number. */
function Dropped({ row: { dropped, drops } }: { row: Broker }) {
  const { operations } = useTexts();
  const known: Record<string, string> = operations.drops;
  const reasons = Object.entries(drops).filter(([, count]) => count > 0);
  const told = reasons.map(([reason, count]) => `${known[reason] ?? reason}: ${count}`).join(" · ");
  return <Tooltip title={told}>{dropped}</Tooltip>;
}

interface ForgetProps {
  clusterId: number;
  broker: string;
  close: () => void;
}

function Forget({ clusterId, broker, close }: ForgetProps) {
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
      goes={[operations.forgetGoes]}
      run={run}
      close={close}
    />
  );
}
