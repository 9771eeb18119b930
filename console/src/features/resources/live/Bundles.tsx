import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Flex, type TableColumnsType } from "antd";
import { useState } from "react";
import type { LiveBundle, LiveBundlesOfCluster } from "../../../api/types";
import { DataTable } from "../../../components/lists/DataTable";
import { Loaded } from "../../../components/states/Loaded";
import { size } from "../../../components/values/size";
import { type Language, useLanguage, useTexts } from "../../../texts/language";
import type { Texts } from "../../../texts/texts";
import { EachCluster } from "./EachCluster";
import { bundlesQuery, type Move } from "./live";
import { MoveDialog } from "./MoveDialog";
import { rate } from "./numbers";
import { OnRequest } from "./OnRequest";

interface BundlesProps {
  namespaceId: number;
  name: string;
  /** The reader administers it. */
  changes: boolean;
}

/** The bundles of a namespace: who serves them, and what they do. */
export function Bundles(props: BundlesProps) {
  const { live } = useTexts();
  return (
    <OnRequest title={live.bundles} hint={live.bundlesHint} id="live-bundles">
      <Asked {...props} />
    </OnRequest>
  );
}

function Asked({ namespaceId, name, changes }: BundlesProps) {
  const query = useQuery(bundlesQuery(namespaceId));
  const [asked, setAsked] = useState<Move>();
  return (
    <Loaded query={query}>
      {({ clusters }) => (
        <>
          <EachCluster clusters={clusters}>
            {(one) => <OnCluster told={one} id={namespaceId} ask={changes ? setAsked : undefined} />}
          </EachCluster>
          {asked && <MoveDialog what={asked} name={name} close={() => setAsked(undefined)} />}
        </>
      )}
    </Loaded>
  );
}

interface OnClusterProps {
  told: LiveBundlesOfCluster;
  id: number;
  ask?: (what: Move) => void;
}

function OnCluster({ told, id, ask }: OnClusterProps) {
  const texts = useTexts();
  const { language } = useLanguage();
  const all = { kind: "namespace", id, cluster: told.cluster_id } as const;
  const shown = columns(
    texts,
    language,
    told.bundles.some(({ topics }) => topics !== null),
  );
  return (
    <Flex vertical gap={8}>
      {told.messages.map((message) => (
        <Alert key={message} type="warning" showIcon title={<span lang="en">{message}</span>} />
      ))}
      {ask && (
        <Button style={{ alignSelf: "start" }} onClick={() => ask(all)}>
          {texts.live.unloadAll}
        </Button>
      )}
      <DataTable
        size="small"
        columns={ask ? [...shown, actions(texts, id, told.cluster_id, ask)] : shown}
        dataSource={told.bundles}
        rowKey="bundle"
        pagination={{ pageSize: 16, hideOnSinglePage: true }}
      />
    </Flex>
  );
}

function columns({ live, operations }: Texts, language: Language, numbers: boolean): TableColumnsType<LiveBundle> {
  const known: TableColumnsType<LiveBundle> = [
    { title: live.bundle, key: "bundle", render: (_, row) => <span className="mono">{row.bundle}</span> },
    {
      title: operations.broker,
      key: "broker",
      render: (_, row) => (row.broker ? <span className="mono">{row.broker}</span> : live.nobody),
    },
  ];
  const value = (one: number | null, as: (value: number) => string) => (one === null ? "—" : as(one));
  const counted = (one: number) => one.toLocaleString(language);
  return numbers
    ? [
        ...known,
        { title: live.topics, key: "topics", render: (_, row) => value(row.topics, counted) },
        {
          title: live.messages,
          key: "rates",
          render: (_, { msg_rate_in: came, msg_rate_out: went }) =>
            came === null || went === null ? "—" : live.inAndOut(rate(came, language), rate(went, language)),
        },
        {
          title: live.storage,
          key: "storage",
          render: (_, row) => value(row.storage_size, (bytes) => size(bytes, language)),
        },
        { title: live.backlog, key: "backlog", render: (_, row) => value(row.msg_backlog, counted) },
      ]
    : known;
}

function actions(
  { general, live }: Texts,
  id: number,
  cluster: number,
  ask: (what: Move) => void,
): TableColumnsType<LiveBundle>[number] {
  return {
    title: general.actions,
    key: "actions",
    render: (_, { bundle }) => (
      <Flex gap={8} wrap>
        <Button
          size="small"
          aria-label={`${live.unload} ${bundle}`}
          onClick={() => ask({ kind: "namespace", id, cluster, bundle })}
        >
          {live.unload}
        </Button>
        <Button
          size="small"
          aria-label={`${live.split} ${bundle}`}
          onClick={() => ask({ kind: "split", id, cluster, bundle })}
        >
          {live.split}
        </Button>
      </Flex>
    ),
  };
}
