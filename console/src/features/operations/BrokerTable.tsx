import { useQuery } from "@tanstack/react-query";
import { Table, type TableColumnsType, Tag } from "antd";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Broker } from "../../api/types";
import { EmptyState } from "../../components/EmptyState";
import { Loaded } from "../../components/Loaded";
import { span } from "../../components/Moment";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";

const REFRESH_MS = 5000;
const COLORS = { fresh: "green", stale: "orange", gone: "red" } as const;

/** The brokers of a cluster, as they last reported; read again while the page is open. */
export function BrokerTable({ clusterId }: { clusterId: number }) {
  const texts = useTexts();
  const { operations } = texts;
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
          <Table<Broker>
            size="small"
            columns={columns(texts)}
            dataSource={rows}
            rowKey="broker"
            pagination={false}
            scroll={{ x: "max-content" }}
          />
        )
      }
    </Loaded>
  );
}

function columns({ operations, general }: Texts): TableColumnsType<Broker> {
  return [
    { title: operations.broker, key: "broker", render: (_, row) => <span className="mono">{row.broker}</span> },
    {
      title: operations.state,
      key: "state",
      render: (_, row) => <Tag color={COLORS[row.state]}>{operations.states[row.state]}</Tag>,
    },
    {
      title: operations.enforced,
      key: "revision",
      render: (_, row) => (
        <>
          {row.revision}{" "}
          {row.behind > 0 ? (
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
    { title: operations.dropped, dataIndex: "dropped", key: "dropped", align: "right" },
  ];
}
