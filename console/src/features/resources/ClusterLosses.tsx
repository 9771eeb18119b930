import type { UseQueryResult } from "@tanstack/react-query";
import { Alert, Flex, Spin, Typography } from "antd";
import type { ClusterLoss, Loss } from "../../api/types";
import { ErrorState } from "../../components/states/ErrorState";
import { size } from "../../components/values/size";
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
      {query.data?.clusters.map((each) => (
        <OnCluster key={each.cluster_id} loss={each} />
      ))}
    </Flex>
  );
}

const NAMED = 5;

function OnCluster({ loss }: { loss: ClusterLoss }) {
  const { resources } = useTexts();
  const content = useContent();
  const message = loss.message && (
    <span className="mono" lang="en">
      {loss.message}
    </span>
  );
  if (loss.state === "unknown")
    return <Alert type="warning" showIcon title={resources.lossUnknown(loss.cluster)} description={message} />;
  const used = loss.largest.filter((each) => each.subscriptions + each.bytes + each.producers + each.consumers > 0);
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
      <div>{[resources.lossTopics(loss.topics), ...content(loss)].join(" · ")}</div>
      <ul style={{ margin: "4px 0 0", paddingInlineStart: 20, overflowWrap: "anywhere" }}>
        {used.slice(0, NAMED).map((each) => (
          <li key={each.topic}>
            <span className="mono">{each.topic}</span>: {content(each).join(" · ")}
          </li>
        ))}
      </ul>
    </div>
  );
}

type Content = Pick<ClusterLoss, "subscriptions" | "backlog" | "bytes" | "producers" | "consumers">;

function useContent() {
  const { resources } = useTexts();
  const { language } = useLanguage();
  return (of: Content) => [
    size(of.bytes, language),
    resources.lossSubscriptions(of.subscriptions, of.backlog),
    resources.lossConnected(of.producers, of.consumers),
  ];
}
