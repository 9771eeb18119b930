import { Alert, Flex, Typography } from "antd";
import type { ReactNode } from "react";
import { useTexts } from "../../../texts/language";

interface Told {
  cluster_id: number;
  cluster: string;
  code: string | null;
  message: string | null;
}

interface EachClusterProps<T extends Told> {
  clusters: T[];
  children: (one: T) => ReactNode;
}

/** What each cluster said, and of those that did not why. */
export function EachCluster<T extends Told>({ clusters, children }: EachClusterProps<T>) {
  return (
    <Flex vertical gap={16}>
      {clusters.map((one) => (
        <Flex key={one.cluster_id} vertical gap={8}>
          {clusters.length > 1 && <Typography.Text strong>{one.cluster}</Typography.Text>}
          {one.code === null ? children(one) : <NotTold told={one} />}
        </Flex>
      ))}
    </Flex>
  );
}

/** Why a cluster said nothing: what the code means, then its own words. */
export function NotTold({ told }: { told: Pick<Told, "cluster" | "code" | "message"> }) {
  const { live, problems } = useTexts();
  const codes: Record<string, string> = problems.codes;
  const message = (
    <span className="mono" lang="en">
      {told.message}
    </span>
  );
  const title = live.notTold(told.cluster, codes[told.code ?? ""] ?? problems.general);
  return <Alert type="warning" showIcon title={title} description={message} />;
}
