import { useQuery } from "@tanstack/react-query";
import { Button, Flex, type TableColumnsType, Tag, Typography } from "antd";
import { useState } from "react";
import type { LiveConsumer, LiveSubscription, Topic } from "../../../api/types";
import { DataTable } from "../../../components/lists/DataTable";
import { EmptyState } from "../../../components/states/EmptyState";
import { QueryView } from "../../../components/states/QueryView";
import { Moment } from "../../../components/values/Moment";
import { sizeText } from "../../../components/values/sizeText";
import { type Language, useLanguage, useTexts } from "../../../texts/language";
import type { Texts } from "../../../texts/texts";
import { connectedColumns } from "./connectedColumns";
import { EachCluster } from "./EachCluster";
import { type Change, type SubscriptionRef, subscriptionsQuery } from "./live";
import { rate } from "./numbers";
import { OnRequest } from "./OnRequest";
import { SubscriptionDialog } from "./SubscriptionDialog";

interface TopicSubscriptionsProps {
  topic: Topic;
  /** The reader may change the positions of subscriptions. */
  mayChange: boolean;
}

interface ChangeRequest {
  kind: Change["kind"];
  target: SubscriptionRef;
}

/** The subscriptions of a topic: the backlog and consumers of each, and actions on it. */
export function TopicSubscriptions(props: TopicSubscriptionsProps) {
  const { live } = useTexts();
  return (
    <OnRequest title={live.subscriptions} hint={live.subscriptionsHint} id="live-subscriptions">
      <SubscriptionsContent {...props} />
    </OnRequest>
  );
}

function SubscriptionsContent({ topic, mayChange }: TopicSubscriptionsProps) {
  const texts = useTexts();
  const { language } = useLanguage();
  const query = useQuery(subscriptionsQuery(topic.id));
  const [changeRequest, setChangeRequest] = useState<ChangeRequest>();
  return (
    <QueryView query={query}>
      {({ clusters }) => (
        <>
          <EachCluster clusters={clusters}>
            {({ cluster_id: cluster, subscriptions, total }) => (
              <>
                {subscriptions.length < total && texts.live.moreSubscriptions(subscriptions.length, total)}
                {total === 0 ? (
                  <EmptyState title={texts.live.noSubscriptions} />
                ) : (
                  <DataTable
                    size="small"
                    columns={[
                      ...columns(texts, language),
                      ...(mayChange
                        ? [
                            actions(texts, topic, (kind, subscription) =>
                              setChangeRequest({ kind, target: { topic: topic.id, cluster, subscription } }),
                            ),
                          ]
                        : []),
                    ]}
                    dataSource={subscriptions}
                    rowKey="name"
                    expandable={{ expandedRowRender: (row) => <Details row={row} /> }}
                    pagination={{ pageSize: 20, hideOnSinglePage: true }}
                  />
                )}
              </>
            )}
          </EachCluster>
          {changeRequest && (
            <SubscriptionDialog
              {...changeRequest}
              partitions={topic.partitions}
              close={() => setChangeRequest(undefined)}
            />
          )}
        </>
      )}
    </QueryView>
  );
}

function columns({ live, operations }: Texts, language: Language): TableColumnsType<LiveSubscription> {
  return [
    {
      title: operations.subscription,
      key: "name",
      render: (_, row) => (
        <Flex vertical align="start" gap={4}>
          <span className="mono">{row.name}</span>
          <Flex gap={4} wrap>
            <Tag>{row.type ?? "—"}</Tag>
            {!row.durable && <Tag>{live.notDurable}</Tag>}
            {row.replicated && <Tag>{live.replicated}</Tag>}
            {row.blocked && <Tag color="red">{live.blocked}</Tag>}
          </Flex>
        </Flex>
      ),
    },
    {
      title: live.backlog,
      key: "backlog",
      render: (_, row) =>
        live.backlogOf(row.msg_backlog.toLocaleString(language), sizeText(row.backlog_size, language)),
    },
    { title: live.rateOut, key: "rate", render: (_, row) => rate(row.msg_rate_out, language) },
    { title: live.consumers, dataIndex: "consumers_total", key: "consumers" },
  ];
}

const KINDS = ["reset", "skip", "clear", "expire", "delete"] as const;
/** What Pulsar offers of these for scalable topics. */
const KINDS_OF_SCALABLE = ["reset", "clear", "delete"] as const;

function actions(
  { general, live }: Texts,
  { domain }: Topic,
  ask: (kind: Change["kind"], subscription: string) => void,
): TableColumnsType<LiveSubscription>[number] {
  return {
    title: general.actions,
    key: "actions",
    render: (_, { name }) => (
      <Flex gap={8} wrap>
        {(domain === "topic" ? KINDS_OF_SCALABLE : KINDS).map((kind) => (
          <Button
            key={kind}
            size="small"
            danger={kind === "delete"}
            aria-label={`${live.changes[kind]} ${name}`}
            onClick={() => ask(kind, name)}
          >
            {live.changes[kind]}
          </Button>
        ))}
      </Flex>
    ),
  };
}

/** The subscription's position in each partition, and its consumers. */
function Details({ row }: { row: LiveSubscription }) {
  const texts = useTexts();
  const { live } = texts;
  const { language } = useLanguage();
  const partitioned = row.cursors.length > 1;
  return (
    <Flex vertical gap={8}>
      <Typography.Text>
        {live.unacked}: {row.unacked_messages.toLocaleString(language)} · {live.lastAcked}:{" "}
        <Moment at={row.last_acked} />
      </Typography.Text>
      {row.cursors.map((cursor) => (
        <Typography.Text key={cursor.partition} style={{ overflowWrap: "anywhere" }}>
          {cursor.partition !== null && `${live.partition} ${cursor.partition}: `}
          {live.readUpTo} <span className="mono">{cursor.mark_delete_position}</span>
          {cursor.deleted_ranges && cursor.deleted_ranges !== "[]" && (
            <>
              {" "}
              · {live.beyond} <span className="mono">{cursor.deleted_ranges}</span>
            </>
          )}
        </Typography.Text>
      ))}
      {row.consumers.length > 0 && (
        <DataTable
          size="small"
          columns={consumers(texts, language, partitioned)}
          dataSource={row.consumers.map((consumer, key) => ({ ...consumer, key }))}
          pagination={{ pageSize: 10, hideOnSinglePage: true }}
        />
      )}
    </Flex>
  );
}

function consumers(texts: Texts, language: Language, partitioned: boolean): TableColumnsType<LiveConsumer> {
  const { live } = texts;
  return [
    ...connectedColumns<LiveConsumer>(texts, live.consumer, partitioned),
    { title: live.rateOut, key: "rate", render: (_, row) => rate(row.msg_rate, language) },
    { title: live.unacked, key: "unacked", render: (_, row) => row.unacked_messages.toLocaleString(language) },
  ];
}
