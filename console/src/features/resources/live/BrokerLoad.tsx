import { useQuery } from "@tanstack/react-query";
import { Flex, Progress, type TableColumnsType, Tag, Typography } from "antd";
import type { LoadOfBroker } from "../../../api/types";
import { DataTable } from "../../../components/lists/DataTable";
import { EmptyState } from "../../../components/states/EmptyState";
import { QueryView } from "../../../components/states/QueryView";
import { type Language, useLanguage, useTexts } from "../../../texts/language";
import type { Texts } from "../../../texts/texts";
import { ClusterProblem } from "./EachCluster";
import { loadQuery } from "./live";
import { rate } from "./numbers";
import { OnRequest } from "./OnRequest";

/** How busy the brokers of a cluster are now. */
export function BrokerLoad({ clusterId }: { clusterId: number }) {
  const { live } = useTexts();
  return (
    <OnRequest title={live.load} hint={live.loadHint} id="live-brokers">
      <Brokers clusterId={clusterId} />
    </OnRequest>
  );
}

function Brokers({ clusterId }: { clusterId: number }) {
  const texts = useTexts();
  const { language } = useLanguage();
  const query = useQuery(loadQuery(clusterId));
  return (
    <QueryView query={query}>
      {(load) => {
        if (load.code !== null) return <ClusterProblem answer={load} />;
        if (load.items.length === 0) return <EmptyState title={texts.live.noBrokers} />;
        return (
          <DataTable
            size="small"
            columns={columns(texts, language)}
            dataSource={load.items}
            rowKey="broker"
            pagination={{ pageSize: 20, hideOnSinglePage: true }}
          />
        );
      }}
    </QueryView>
  );
}

function columns({ live, operations }: Texts, language: Language): TableColumnsType<LoadOfBroker> {
  const bar = (title: string, key: keyof LoadOfBroker) => ({
    title,
    key,
    render: (_: unknown, row: LoadOfBroker) => <Bar percent={row[key] as number | null} title={title} />,
  });
  return [
    { title: operations.broker, key: "broker", render: (_, row) => <BrokerName row={row} /> },
    bar(live.cpu, "cpu_percent"),
    bar(live.memory, "memory_percent"),
    bar(live.directMemory, "direct_memory_percent"),
    {
      title: live.messages,
      key: "messages",
      render: (_, row) =>
        row.reports && live.inAndOut(rate(row.msg_rate_in, language), rate(row.msg_rate_out, language)),
    },
    {
      title: live.serves,
      key: "serves",
      render: (_, row) => row.reports && live.servesOf(row.topics, row.bundles, row.producers, row.consumers),
    },
  ];
}

function BrokerName({ row }: { row: LoadOfBroker }) {
  const { live } = useTexts();
  return (
    <Flex vertical align="start" gap={4}>
      <span className="mono">{row.broker}</span>
      <Flex gap={4} wrap>
        {row.leader && <Tag color="blue">{live.leader}</Tag>}
        {row.version && <Tag>Pulsar {row.version}</Tag>}
      </Flex>
      {row.code && (
        <Typography.Text type="warning" lang="en">
          {row.message}
        </Typography.Text>
      )}
      {!row.reports && !row.code && <Typography.Text type="secondary">{live.noReport}</Typography.Text>}
    </Flex>
  );
}

const BUSY_PERCENT = 85;

function Bar({ percent, title }: { percent: number | null; title: string }) {
  if (percent === null) return <>—</>;
  return (
    <Progress
      percent={percent}
      size="small"
      status={percent >= BUSY_PERCENT ? "exception" : "normal"}
      format={(value) => `${value} %`}
      aria-label={title}
      style={{ minWidth: 90, margin: 0 }}
    />
  );
}
