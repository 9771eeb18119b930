import type { UseQueryResult } from "@tanstack/react-query";
import { Alert, Flex, Spin, Typography } from "antd";
import type { ClusterLoss, Loss } from "../../api/types";
import { ErrorState } from "../../components/states/ErrorState";
import { sizeText } from "../../components/values/sizeText";
import { useLanguage, useTexts } from "../../texts/language";

/** What deleting destroys on the clusters, as these report it; names the clusters that do not answer. */
export function ClusterLosses({ query }: { query: UseQueryResult<Loss> }) {
  const { resources } = useTexts();
  return (
    <Flex vertical gap={8} aria-live="polite" data-testid="losses">
      {query.isPending && (
        <Flex gap={8}>
          <Spin size="small" />
          <Typography.Text type="secondary">{resources.askingLoss}</Typography.Text>
        </Flex>
      )}
      {query.isError && (
        <>
          <Alert type="warning" showIcon title={resources.lossNotAsked} />
          <ErrorState error={query.error} retry={() => void query.refetch()} />
        </>
      )}
      {query.data?.clusters.map((loss) => (
        <LossOnCluster key={loss.cluster_id} loss={loss} />
      ))}
    </Flex>
  );
}

const TOPICS_SHOWN = 5;

function LossOnCluster({ loss }: { loss: ClusterLoss }) {
  const { resources } = useTexts();
  const contentText = useContentText();
  const message = loss.message && (
    <span className="mono" lang="en">
      {loss.message}
    </span>
  );
  if (loss.state === "unknown")
    return <Alert type="warning" showIcon title={resources.lossUnknown(loss.cluster)} description={message} />;
  const usedTopics = loss.largest.filter(
    (topic) => topic.subscriptions + topic.bytes + topic.producers + topic.consumers > 0,
  );
  return (
    <div>
      <Typography.Text strong>{resources.lossOn(loss.cluster)}</Typography.Text>
      {loss.state === "partly" && (
        <Alert
          type="warning"
          showIcon
          title={resources.lossPartly(loss.looked_at, loss.topics)}
          description={message}
        />
      )}
      <div>{[resources.lossTopics(loss.topics), ...contentText(loss)].join(" · ")}</div>
      <ul style={{ margin: "4px 0 0", paddingInlineStart: 20, overflowWrap: "anywhere" }}>
        {usedTopics.slice(0, TOPICS_SHOWN).map((topic) => (
          <li key={topic.topic}>
            <span className="mono">{topic.topic}</span>: {contentText(topic).join(" · ")}
          </li>
        ))}
      </ul>
    </div>
  );
}

type Content = Pick<ClusterLoss, "subscriptions" | "backlog" | "bytes" | "producers" | "consumers">;

function useContentText() {
  const { resources } = useTexts();
  const { language } = useLanguage();
  return (content: Content) => [
    sizeText(content.bytes, language),
    resources.lossSubscriptions(content.subscriptions, content.backlog),
    resources.lossConnected(content.producers, content.consumers),
  ];
}
