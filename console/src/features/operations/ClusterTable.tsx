import { Flex, type TableColumnsType, Tag, Typography } from "antd";
import { Link } from "react-router";
import type { Overview } from "../../api/types";
import { DataTable } from "../../components/lists/DataTable";
import { useTexts } from "../../texts/language";

type Row = Overview["brokers"][number];

const COLORS = { live: "green", vanished: "red", left: "default", expired: "default" } as const;

/** The clusters and the states of their brokers. */
export function ClusterTable({ rows }: { rows: Row[] }) {
  const { operations } = useTexts();
  const columns: TableColumnsType<Row> = [
    {
      title: operations.cluster,
      key: "cluster",
      render: (_, row) => <Link to={`/resources/cluster/${row.cluster_id}`}>{row.cluster}</Link>,
    },
    { title: operations.broker, key: "brokers", render: (_, row) => <BrokerStateTags row={row} /> },
    {
      title: operations.enforced,
      key: "behind",
      render: (_, row) => <EnforcementTag row={row} />,
    },
    { title: operations.dropped, dataIndex: "dropped", key: "dropped", align: "right" },
  ];
  return <DataTable size="small" columns={columns} dataSource={rows} rowKey="cluster_id" pagination={false} />;
}

function BrokerStateTags({ row }: { row: Row }) {
  const { operations } = useTexts();
  if (row.gone) return <Tag>{operations.gone}</Tag>;
  const present = (["live", "vanished", "left", "expired"] as const).filter((state) => row[state] > 0);
  if (present.length === 0) return <Typography.Text type="secondary">{operations.noBrokers}</Typography.Text>;
  return (
    <Flex gap={4}>
      {present.map((state) => (
        <Tag key={state} color={COLORS[state]}>
          {operations.states[state]} {row[state]}
        </Tag>
      ))}
    </Flex>
  );
}

function EnforcementTag({ row }: { row: Row }) {
  const { operations } = useTexts();
  if (row.live === 0) return <Typography.Text type="secondary">—</Typography.Text>;
  if (row.behind > 0) return <Tag color="orange">{operations.brokersBehind(row.behind, row.live)}</Tag>;
  if (row.observing > 0) return <Tag color="orange">{operations.brokersObserving(row.observing, row.live)}</Tag>;
  return <Tag color="green">{operations.upToDate}</Tag>;
}
