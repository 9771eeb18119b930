import { useQuery } from "@tanstack/react-query";
import { Button, Descriptions, Flex, type TableColumnsType } from "antd";
import { useState } from "react";
import type { LiveProducer, LiveStatsOfCluster, Topic, TopicNumbers } from "../../../api/types";
import { DataTable } from "../../../components/lists/DataTable";
import { QueryView } from "../../../components/states/QueryView";
import { sizeText } from "../../../components/values/sizeText";
import { type Language, useLanguage, useTexts } from "../../../texts/language";
import type { Texts } from "../../../texts/texts";
import { connectedColumns } from "./connectedColumns";
import { EachCluster } from "./EachCluster";
import { type Move, statsQuery } from "./live";
import { MoveDialog } from "./MoveDialog";
import { rate } from "./numbers";
import { OnRequest } from "./OnRequest";
import { RateLine } from "./RateLine";
import { useRates } from "./useRates";

interface TopicStatsProps {
  topic: Topic;
  /** The reader administers it. */
  mayChange: boolean;
}

/** What a topic does now: rates of the last minutes, storage, producers, partitions. */
export function TopicStats(props: TopicStatsProps) {
  const { live } = useTexts();
  return (
    <OnRequest title={live.stats} hint={live.statsHint} id="live-stats">
      <StatsContent {...props} />
    </OnRequest>
  );
}

function StatsContent({ topic, mayChange }: TopicStatsProps) {
  const { live } = useTexts();
  const query = useQuery(statsQuery(topic.id, mayChange));
  const [move, setMove] = useState<Move>();
  return (
    <QueryView query={query}>
      {({ clusters }) => (
        <>
          <EachCluster clusters={clusters}>
            {(answer) =>
              answer.stats && (
                <Flex vertical gap={16}>
                  <Numbers stats={answer.stats} answer={answer} at={query.dataUpdatedAt} />
                  <Producers answer={answer} />
                  {answer.by_partition.length > 0 && <Partitions answer={answer} />}
                  {mayChange && (
                    <Button
                      style={{ alignSelf: "start" }}
                      onClick={() => setMove({ kind: "topic", id: topic.id, cluster: answer.cluster_id })}
                    >
                      {live.unload}
                    </Button>
                  )}
                </Flex>
              )
            }
          </EachCluster>
          {move && <MoveDialog request={move} name={topic.full_name} close={() => setMove(undefined)} />}
        </>
      )}
    </QueryView>
  );
}

function Numbers({ stats, answer, at }: { stats: TopicNumbers; answer: LiveStatsOfCluster; at: number }) {
  const { live } = useTexts();
  const { language } = useLanguage();
  const points = useRates(stats, at);
  const bytes = (value: number) => sizeText(value, language);
  const brokers = [...new Set([stats, ...answer.by_partition].map(({ owner_broker }) => owner_broker))];
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
        <RateLine title={live.rateIn} values={points.map((point) => point.in)} />
        <RateLine title={live.rateOut} values={points.map((point) => point.out)} />
      </Flex>
      <Descriptions
        size="small"
        column={{ xs: 1, lg: 2 }}
        items={items.map((item) => ({ key: item.label, ...item }))}
      />
    </>
  );
}

function Producers({ answer }: { answer: LiveStatsOfCluster }) {
  const texts = useTexts();
  const { language } = useLanguage();
  if (answer.producers.length === 0) return null;
  return (
    <DataTable
      size="small"
      columns={producers(texts, language, answer.by_partition.length > 0)}
      dataSource={answer.producers.map((producer, key) => ({ ...producer, key }))}
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

function Partitions({ answer }: { answer: LiveStatsOfCluster }) {
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
    { title: live.storage, key: "storage", render: (_, row) => sizeText(row.storage_size, language) },
    { title: live.backlog, key: "backlog", render: (_, row) => row.msg_backlog.toLocaleString(language) },
    { title: live.producers, dataIndex: "producers", key: "producers" },
    { title: live.consumers, dataIndex: "consumers", key: "consumers" },
  ];
  return (
    <DataTable
      size="small"
      columns={columns}
      dataSource={answer.by_partition}
      rowKey="partition"
      pagination={{ pageSize: 16, hideOnSinglePage: true }}
    />
  );
}
