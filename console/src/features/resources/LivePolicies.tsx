import { useQuery } from "@tanstack/react-query";
import { Alert, Flex, Typography } from "antd";
import type { ClusterPolicies } from "../../api/types";
import { Loaded } from "../../components/states/Loaded";
import { useTexts } from "../../texts/language";
import { type Governed, livePoliciesQuery } from "./policies";

/** What each cluster has now, beside what is wished. */
export function LivePolicies({ resource }: { resource: Governed }) {
  const query = useQuery(livePoliciesQuery(resource));
  return (
    <Loaded query={query}>
      {(live) => (
        <Flex vertical gap={8} data-testid="live-policies">
          {live.clusters.map((each) => (
            <OnCluster key={each.cluster_id} found={each} />
          ))}
        </Flex>
      )}
    </Loaded>
  );
}

function OnCluster({ found }: { found: ClusterPolicies }) {
  const { policies } = useTexts();
  const { cluster, message, different, unknown } = found;
  const same = different.length === 0;
  const title = message ? policies.silent(cluster) : same ? policies.asWished(cluster) : policies.differs(cluster);
  return <Alert type={message || !same ? "warning" : "success"} showIcon title={title} description={<Told />} />;

  function Told() {
    return (
      <Flex vertical>
        {message && (
          <Typography.Text className="mono" lang="en">
            {message}
          </Typography.Text>
        )}
        {different.map((each) => (
          <span key={each.name}>
            {policies.names[each.name] ?? each.name}: {policies.wished}{" "}
            <span className="mono">{each.wished ?? policies.notSet}</span> · {policies.there}{" "}
            <span className="mono">{each.actual ?? policies.notSet}</span>
          </span>
        ))}
        {unknown.length > 0 && <span>{policies.unknown(unknown.join(", "))}</span>}
      </Flex>
    );
  }
}
