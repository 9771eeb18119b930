import { useQuery } from "@tanstack/react-query";
import { Alert, Flex } from "antd";
import { answer } from "../api/answer";
import { client } from "../api/client";
import { clustersQuery } from "../api/shared";
import { useTexts } from "../texts/language";

const WAIT_MS = 10_000;

interface EnforcementProps {
  revision: number;
  /** The clusters whose brokers have to follow; none: all that the caller sees. */
  clusterIds?: number[];
  close: () => void;
}

/** After a change of rights: on how many brokers it is in force already, and how long that took. */
export function Enforcement({ revision, clusterIds, close }: EnforcementProps) {
  const clusters = useQuery(clustersQuery);
  const shown = (clusters.data?.items ?? []).filter((each) => clusterIds?.includes(each.id) ?? true);
  return (
    <Flex vertical gap={8} aria-live="polite">
      {shown.map((cluster) => (
        <OfCluster key={cluster.id} id={cluster.id} name={cluster.name} revision={revision} close={close} />
      ))}
    </Flex>
  );
}

interface OfClusterProps {
  id: number;
  name: string;
  revision: number;
  close: () => void;
}

function OfCluster({ id, name, revision, close }: OfClusterProps) {
  const { access } = useTexts();
  const { data } = useQuery({
    queryKey: ["enforcement", id, revision],
    queryFn: () =>
      answer(
        client.GET("/api/v1/clusters/{cluster_id}/enforcement", {
          params: { path: { cluster_id: id }, query: { revision, wait_ms: WAIT_MS } },
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return <Alert type="info" showIcon title={`${name}: ${access.enforcing}`} />;
  if (data.brokers === 0)
    return <Alert type="info" showIcon title={`${name}: ${access.noBrokers}`} closable={{ onClose: close }} />;
  const sentence = data.complete
    ? access.enforced(data.enforced, data.brokers, data.waited_ms)
    : access.partly(data.enforced, data.brokers);
  return (
    <Alert
      type={data.complete ? "success" : "warning"}
      showIcon
      title={`${name}: ${sentence}`}
      closable={{ onClose: close }}
    />
  );
}
