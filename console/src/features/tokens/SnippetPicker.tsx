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
import { issuerQuery } from "./credentials";
import { isTried, LABELS, LANGUAGES, plainTopic, snippet, type Values, type Way, waysOf } from "./snippets";

interface Known {
  /** A user name; a secret or a token only while it is shown once. */
  clientId?: string;
  secret?: string;
  token?: string;
  /** Full name; without it, that in the page's address. */
  topic?: string;
}

/** Kafka opens only addresses that it names. */
const KAFKA_OPTION = "-Dorg.apache.kafka.sasl.oauthbearer.allowed.urls";

/** Ready client code for a cluster, a language and a way to sign in. */
export function SnippetPicker(known: Known) {
  const { tokens } = useTexts();
  const clusters = useQuery(clustersQuery);
  const issuer = useQuery(issuerQuery);
  return (
    <QueryView query={clusters}>
      {({ items: [first, ...others] }) =>
        first ? (
          <QueryView query={issuer}>
            {(center) => <SnippetCode clusters={[first, ...others]} center={center} known={known} />}
          </QueryView>
        ) : (
          <Typography.Text type="secondary">{tokens.noCluster}</Typography.Text>
        )
      }
    </QueryView>
  );
}

interface SnippetCodeProps {
  clusters: [Cluster, ...Cluster[]];
  center: string;
  known: Known;
}

function SnippetCode({ clusters, center, known }: SnippetCodeProps) {
  const { tokens } = useTexts();
  // A topic's page leads here with its name and cluster.
  const [params] = useSearchParams();
  const [clusterId, setClusterId] = useState(Number(params.get("cluster")) || clusters[0].id);
  const [language, setLanguage] = useState(LANGUAGES[0] ?? "python");
  const [wantedWay, setWay] = useState<Way>(known.token ? "token" : "oauth2");
  const cluster = clusters.find((candidate) => candidate.id === clusterId) ?? clusters[0];
  const ways = waysOf(language);
  const way = ways.includes(wantedWay) ? wantedWay : (ways[0] ?? "oauth2");
  const values: Values = {
    BROKER: cluster.address,
    ADMIN: cluster.admin_url,
    CENTER: center,
    TOPIC: plainTopic(known.topic ?? params.get("topic")),
    CLIENT_ID: known.clientId ?? tokens.placeholders.clientId,
    SECRET: known.secret ?? tokens.placeholders.secret,
    TOKEN: known.token ?? tokens.placeholders.token,
    KEY_FILE: "/etc/pulsar/key.json",
    TOKEN_FILE: "/etc/pulsar/token.jwt",
  };
  const { code, files } = snippet(language, way, values);
  return (
    <Flex vertical gap={8}>
      <Flex gap={8} wrap align="center">
        <Segmented
          value={language}
          onChange={setLanguage}
          options={LANGUAGES.map((value) => ({ value, label: LABELS[value] }))}
          style={{ maxWidth: "100%", overflowX: "auto" }}
        />
        <Segmented
          value={way}
          onChange={setWay}
          options={ways.map((value) => ({ value, label: tokens.ways[value] }))}
        />
        <NamePicker
          aria-label={tokens.forCluster}
          value={cluster.id}
          onChange={setClusterId}
          items={clusters}
          style={{ minWidth: 160 }}
        />
      </Flex>
      <CopyBlock text={code} label={LABELS[language]} />
      {files.map(({ path, content }) => (
        <div key={path}>
          <Typography.Text type="secondary">{tokens.fileWith(path)}</Typography.Text>
          <CopyBlock text={content} label={path} />
        </div>
      ))}
      {!isTried(language) && <Typography.Text type="secondary">{tokens.untried}</Typography.Text>}
      {language === "properties" && (
        <Typography.Text type="secondary">{tokens.kafkaHint(`${KAFKA_OPTION}=${center}/oauth2/token`)}</Typography.Text>
      )}
    </Flex>
  );
}
