import { Alert, Flex, Typography } from "antd";
import type { ReactNode } from "react";
import { useTexts } from "../../../texts/language";

interface ClusterAnswer {
  cluster_id: number;
  cluster: string;
  code: string | null;
  message: string | null;
}

interface EachClusterProps<T extends ClusterAnswer> {
  clusters: T[];
  children: (answer: T) => ReactNode;
}

/** The answer of each cluster, or why it did not answer. */
export function EachCluster<T extends ClusterAnswer>({ clusters, children }: EachClusterProps<T>) {
  return (
    <Flex vertical gap={16}>
      {clusters.map((answer) => (
        <Flex key={answer.cluster_id} vertical gap={8}>
          {clusters.length > 1 && <Typography.Text strong>{answer.cluster}</Typography.Text>}
          {answer.code === null ? children(answer) : <ClusterProblem answer={answer} />}
        </Flex>
      ))}
    </Flex>
  );
}

/** Why a cluster did not answer: the meaning of the code, then the cluster's own message. */
export function ClusterProblem({ answer }: { answer: Pick<ClusterAnswer, "cluster" | "code" | "message"> }) {
  const { live, problems } = useTexts();
  const codes: Record<string, string> = problems.codes;
  const message = (
    <span className="mono" lang="en">
      {answer.message}
    </span>
  );
  const title = live.notTold(answer.cluster, codes[answer.code ?? ""] ?? problems.general);
  return <Alert type="warning" showIcon title={title} description={message} />;
}
