import { useQuery } from "@tanstack/react-query";
import { Button, Descriptions, Flex, type TableColumnsType } from "antd";
import { useState } from "react";
import type { LiveProducer, LiveStatsOfCluster, Topic, TopicNumbers } from "../../../api/types";
import { DataTable } from "../../../components/lists/DataTable";
import { Loaded } from "../../../components/states/Loaded";
import { size } from "../../../components/values/size";
import { type Language, useLanguage, useTexts } from "../../../texts/language";
import type { Texts } from "../../../texts/texts";
import { connectedColumns } from "./connectedColumns";
import { EachCluster } from "./EachCluster";
import { Line } from "./Line";
import { type Move, statsQuery } from "./live";
import { MoveDialog } from "./MoveDialog";
import { rate } from "./numbers";
import { OnRequest } from "./OnRequest";
import { useRates } from "./useRates";

interface TopicStatsProps {
  topic: Topic;
  /** The reader administers it. */
  changes: boolean;
}

/** What a topic does now: rates of the last minutes, storage, producers, partitions. */
export function TopicStats(props: TopicStatsProps) {
  const { live } = useTexts();
  return (
    <OnRequest title={live.stats} hint={live.statsHint} id="live-stats">
      <Asked {...props} />
    </OnRequest>
  );
}

function Asked({ topic, changes }: TopicStatsProps) {
  const { live } = useTexts();
  const query = useQuery(statsQuery(topic.id, changes));
  const [asked, setAsked] = useState<Move>();
  return (
    <Loaded query={query}>
      {({ clusters }) => (
        <>
          <EachCluster clusters={clusters}>
            {(one) =>
              one.stats && (
                <Flex vertical gap={16}>
                  <Numbers stats={one.stats} told={one} at={query.dataUpdatedAt} />
                  <Producers told={one} />
                  {one.by_partition.length > 0 && <Partitions told={one} />}
                  {changes && (
                    <Button
                      style={{ alignSelf: "start" }}
                      onClick={() => setAsked({ kind: "topic", id: topic.id, cluster: one.cluster_id })}
                    >
                      {live.unload}
                    </Button>
                  )}
                </Flex>
              )
            }
          </EachCluster>
          {asked && <MoveDialog what={asked} name={topic.full_name} close={() => setAsked(undefined)} />}
        </>
      )}
    </Loaded>
  );
}

function Numbers({ stats, told, at }: { stats: TopicNumbers; told: LiveStatsOfCluster; at: number }) {
  const { live } = useTexts();
  const { language } = useLanguage();
  const points = useRates(stats, at);
  const bytes = (value: number) => size(value, language);
  const brokers = [...new Set([stats, ...told.by_partition].map(({ owner_broker }) => owner_broker))];
  const items = [
    {
      label: live.messages,
      children: live.inAndOut(rate(stats.msg_rate_in, language), rate(stats.msg_rate_out, language)),
    },
    {
      label: live.throughput,
      children: live.inAndOut(bytes(stats.msg_throughput_in), bytes(stats.msg_throughput_out)),
    },
    { label: live.storage, children: bytes(stats.storage_size) },
    {
      label: live.backlog,
      children: live.backlogOf(stats.msg_backlog.toLocaleString(language), bytes(stats.backlog_size)),
    },
    { label: live.messageSize, children: bytes(stats.average_msg_size) },
    { label: live.connected, children: live.connectedNow(stats.producers, stats.consumers, stats.subscriptions) },
    {
      label: live.servedBy,
      children: <span className="mono">{brokers.filter(Boolean).join(", ") || live.nobody}</span>,
    },
  ];
  return (
    <>
      <Flex gap={16} wrap>
        <Line title={live.rateIn} values={points.map((one) => one.in)} />
        <Line title={live.rateOut} values={points.map((one) => one.out)} />
      </Flex>
      <Descriptions size="small" column={{ xs: 1, lg: 2 }} items={items.map((one) => ({ key: one.label, ...one }))} />
    </>
  );
}

function Producers({ told }: { told: LiveStatsOfCluster }) {
  const texts = useTexts();
  const { language } = useLanguage();
  if (told.producers.length === 0) return null;
  return (
    <DataTable
      size="small"
      columns={producers(texts, language, told.by_partition.length > 0)}
      dataSource={told.producers.map((one, key) => ({ ...one, key }))}
      pagination={{ pageSize: 10, hideOnSinglePage: true }}
    />
  );
}

function producers(texts: Texts, language: Language, partitioned: boolean): TableColumnsType<LiveProducer> {
  const { live } = texts;
  return [
    ...connectedColumns<LiveProducer>(texts, live.producer, partitioned),
    { title: live.rateIn, key: "rate", render: (_, row) => rate(row.msg_rate, language) },
  ];
}

function Partitions({ told }: { told: LiveStatsOfCluster }) {
  const { live, operations } = useTexts();
  const { language } = useLanguage();
  const columns: TableColumnsType<LiveStatsOfCluster["by_partition"][number]> = [
    { title: live.partition, dataIndex: "partition", key: "partition" },
    {
      title: operations.broker,
      key: "broker",
      render: (_, row) => <span className="mono">{row.owner_broker ?? "—"}</span>,
    },
    {
      title: live.messages,
      key: "messages",
      render: (_, row) => live.inAndOut(rate(row.msg_rate_in, language), rate(row.msg_rate_out, language)),
    },
    { title: live.storage, key: "storage", render: (_, row) => size(row.storage_size, language) },
    { title: live.backlog, key: "backlog", render: (_, row) => row.msg_backlog.toLocaleString(language) },
    { title: live.producers, dataIndex: "producers", key: "producers" },
    { title: live.consumers, dataIndex: "consumers", key: "consumers" },
  ];
  return (
    <DataTable
      size="small"
      columns={columns}
      dataSource={told.by_partition}
      rowKey="partition"
      pagination={{ pageSize: 16, hideOnSinglePage: true }}
    />
  );
}
