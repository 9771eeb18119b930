import { useQuery } from "@tanstack/react-query";
import { Alert, Flex, Typography } from "antd";
import type { ClusterPolicies } from "../../api/types";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { livePoliciesQuery, type PolicyResource } from "./policies";

/** The policies that each cluster has now, beside the wished ones. */
export function LivePolicies({ resource }: { resource: PolicyResource }) {
  const query = useQuery(livePoliciesQuery(resource));
  return (
    <QueryView query={query}>
      {(live) => (
        <Flex vertical gap={8} data-testid="live-policies">
          {live.clusters.map((cluster) => (
            <PoliciesOnCluster key={cluster.cluster_id} live={cluster} />
          ))}
        </Flex>
      )}
    </QueryView>
  );
}

function PoliciesOnCluster({ live }: { live: ClusterPolicies }) {
  const { policies } = useTexts();
  const { cluster, message, different, unknown } = live;
  const isAsWished = different.length === 0;
  const title = message
    ? policies.silent(cluster)
    : isAsWished
      ? policies.asWished(cluster)
      : policies.differs(cluster);
  return (
    <Alert type={message || !isAsWished ? "warning" : "success"} showIcon title={title} description={<Details />} />
  );

  function Details() {
    return (
      <Flex vertical>
        {message && (
          <Typography.Text className="mono" lang="en">
            {message}
          </Typography.Text>
        )}
        {different.map((policy) => (
          <span key={policy.name}>
            {policies.names[policy.name] ?? policy.name}: {policies.wished}{" "}
            <span className="mono">{policy.wished ?? policies.notSet}</span> · {policies.there}{" "}
            <span className="mono">{policy.actual ?? policies.notSet}</span>
          </span>
        ))}
        {unknown.length > 0 && <span>{policies.unknown(unknown.join(", "))}</span>}
      </Flex>
    );
  }
}
