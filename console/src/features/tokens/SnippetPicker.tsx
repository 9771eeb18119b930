import { useQuery } from "@tanstack/react-query";
import { Flex, Segmented, Typography } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { clustersQuery } from "../../api/sharedQueries";
import type { Cluster } from "../../api/types";
import { NamePicker } from "../../components/fields/pickers";
import { QueryView } from "../../components/states/QueryView";
import { CopyBlock } from "../../components/values/CopyBlock";
import { useTexts } from "../../texts/language";
import { plainTopic, snippets } from "./snippets";

/** Ready client code for a cluster and a language. */
export function SnippetPicker({ token }: { token?: string }) {
  const { tokens } = useTexts();
  const clusters = useQuery(clustersQuery);
  return (
    <QueryView query={clusters}>
      {({ items: [first, ...others] }) =>
        first ? (
          <SnippetCode clusters={[first, ...others]} token={token ?? tokens.placeholder} />
        ) : (
          <Typography.Text type="secondary">{tokens.noCluster}</Typography.Text>
        )
      }
    </QueryView>
  );
}

function SnippetCode({ clusters, token }: { clusters: [Cluster, ...Cluster[]]; token: string }) {
  const { tokens } = useTexts();
  // A topic's page leads here with its name and cluster.
  const [params] = useSearchParams();
  const [clusterId, setClusterId] = useState(Number(params.get("cluster")) || clusters[0].id);
  const [key, setKey] = useState("python");
  const cluster = clusters.find((candidate) => candidate.id === clusterId) ?? clusters[0];
  const snippet = snippets.find((candidate) => candidate.key === key);
  const topic = plainTopic(params.get("topic"));
  const address = { service: cluster.address, admin: cluster.admin_url, topic };
  const text = snippet?.text(address, token) ?? "";
  return (
    <Flex vertical gap={8}>
      <Flex gap={8} wrap align="center">
        <Segmented
          value={key}
          onChange={setKey}
          options={snippets.map(({ key: value, label }) => ({ value, label }))}
        />
        <NamePicker
          aria-label={tokens.forCluster}
          value={cluster.id}
          onChange={setClusterId}
          items={clusters}
          style={{ minWidth: 160 }}
        />
      </Flex>
      <CopyBlock text={text} label={snippet?.label ?? key} />
    </Flex>
  );
}
