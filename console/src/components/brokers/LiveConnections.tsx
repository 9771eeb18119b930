import { ReloadOutlined } from "@ant-design/icons";
import { useQueries } from "@tanstack/react-query";
import { Alert, Button, Flex, type TableColumnsType, Tag, Typography } from "antd";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Cluster, LiveAnswer } from "../../api/types";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { DataTable } from "../lists/DataTable";
import { EmptyState } from "../states/EmptyState";
import { QueryView } from "../states/QueryView";
import { Moment } from "../values/Moment";
import { UserLink } from "../values/UserLink";

interface LiveConnectionsProps {
  clusters: Pick<Cluster, "id" | "name">[];
  principal?: string;
  /** Full name of a topic, a namespace or a tenant. */
  resource?: string;
}

/** Who is connected right now, by the brokers of these clusters. Read once, and again on request. */
export function LiveConnections({ clusters, principal, resource }: LiveConnectionsProps) {
  const { operations } = useTexts();
  const connectionQueries = useQueries({
    queries: clusters.map(({ id }) => ({
      queryKey: ["connections", id, principal, resource],
      queryFn: () =>
        answer(
          client.GET("/api/v1/clusters/{cluster_id}/connections", {
            params: { path: { cluster_id: id }, query: { principal, resource } },
          }),
        ),
    })),
  });
  const refetchAll = () => connectionQueries.forEach((query) => void query.refetch());
  return (
    <Flex vertical gap={12}>
      <Flex justify="space-between" align="center" gap={12}>
        <Typography.Text type="secondary">{operations.liveHint}</Typography.Text>
        <Button
          icon={<ReloadOutlined />}
          onClick={refetchAll}
          loading={connectionQueries.some((query) => query.isFetching)}
        >
          {operations.askAgain}
        </Button>
      </Flex>
      {clusters.length === 0 && <EmptyState title={operations.noLiveBroker} />}
      {clusters.map(({ id, name }, index) => {
        const query = connectionQueries[index];
        if (!query) return null;
        return (
          <Flex key={id} vertical gap={8}>
            {clusters.length > 1 && <Typography.Text strong>{name}</Typography.Text>}
            <QueryView query={query}>{(answer) => <Connections answer={answer} resource={resource} />}</QueryView>
          </Flex>
        );
      })}
    </Flex>
  );
}

function Connections({ answer, resource }: { answer: LiveAnswer; resource?: string }) {
  const texts = useTexts();
  const { operations } = texts;
  const warnings = [
    answer.late.length > 0 && operations.lateBrokers(answer.late.join(", ")),
    answer.unfollowed.length > 0 && operations.unfollowedBrokers(answer.unfollowed.join(", ")),
    answer.items.length < answer.total && operations.moreConnections(answer.items.length, answer.total),
  ].filter((sentence) => sentence !== false);
  // On a topic's own page the column is left out, unless there are partitions.
  const otherTopics = answer.items.some(({ topic }) => topic !== resource);
  return (
    <Flex vertical gap={8}>
      {warnings.map((sentence) => (
        <Alert key={sentence} type="warning" showIcon title={sentence} />
      ))}
      {answer.items.length === 0 ? (
        <NoConnections answer={answer} />
      ) : (
        <DataTable
          size="small"
          columns={connectionColumns(texts).filter(({ key }) => key !== "topic" || otherTopics)}
          dataSource={answer.items.map((item, key) => ({ ...item, key }))}
          pagination={{ pageSize: 20, hideOnSinglePage: true }}
        />
      )}
    </Flex>
  );
}

/** Says that nobody is connected, or that brokers did not answer. */
function NoConnections({ answer: { answered, late } }: { answer: LiveAnswer }) {
  const { operations } = useTexts();
  if (answered > 0) return <EmptyState title={operations.noConnections} hint={operations.askedBrokers(answered)} />;
  return <EmptyState title={late.length > 0 ? operations.noAnswer : operations.noLiveBroker} />;
}

function connectionColumns({ operations }: Texts): TableColumnsType<LiveAnswer["items"][number]> {
  return [
    {
      title: operations.principal,
      key: "principal",
      render: (_, row) => (
        <>
          <UserLink name={row.principal} /> {row.via && <Tag>{operations.via(row.via)}</Tag>}
        </>
      ),
    },
    { title: operations.kind, key: "kind", render: (_, row) => <Tag>{operations.kinds[row.kind]}</Tag> },
    { title: operations.topic, key: "topic", render: (_, row) => <span className="mono">{row.topic ?? "—"}</span> },
    {
      title: operations.subscription,
      key: "subscription",
      render: (_, row) => (row.subscription ? `${row.subscription} (${row.subscription_type})` : "—"),
    },
    {
      title: operations.address,
      key: "address",
      render: (_, row) => <span className="mono">{row.address ?? "—"}</span>,
    },
    { title: operations.since, key: "since", render: (_, row) => <Moment at={row.since} /> },
    { title: operations.broker, key: "broker", render: (_, row) => <span className="mono">{row.broker}</span> },
  ];
}
