import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Flex, type TableColumnsType } from "antd";
import { useState } from "react";
import type { LiveBundle, LiveBundlesOfCluster } from "../../../api/types";
import { DataTable } from "../../../components/lists/DataTable";
import { QueryView } from "../../../components/states/QueryView";
import { sizeText } from "../../../components/values/sizeText";
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
  mayChange: boolean;
}

/** The bundles of a namespace: who serves them, and what they do. */
export function Bundles(props: BundlesProps) {
  const { live } = useTexts();
  return (
    <OnRequest title={live.bundles} hint={live.bundlesHint} id="live-bundles">
      <BundlesContent {...props} />
    </OnRequest>
  );
}

function BundlesContent({ namespaceId, name, mayChange }: BundlesProps) {
  const query = useQuery(bundlesQuery(namespaceId));
  const [move, setMove] = useState<Move>();
  return (
    <QueryView query={query}>
      {({ clusters }) => (
        <>
          <EachCluster clusters={clusters}>
            {(clusterBundles) => (
              <BundlesOnCluster answer={clusterBundles} id={namespaceId} onMove={mayChange ? setMove : undefined} />
            )}
          </EachCluster>
          {move && <MoveDialog request={move} name={name} close={() => setMove(undefined)} />}
        </>
      )}
    </QueryView>
  );
}

interface BundlesOnClusterProps {
  answer: LiveBundlesOfCluster;
  id: number;
  onMove?: (what: Move) => void;
}

function BundlesOnCluster({ answer, id, onMove }: BundlesOnClusterProps) {
  const texts = useTexts();
  const { language } = useLanguage();
  const wholeNamespace = { kind: "namespace", id, cluster: answer.cluster_id } as const;
  const shownColumns = columns(
    texts,
    language,
    answer.bundles.some(({ topics }) => topics !== null),
  );
  return (
    <Flex vertical gap={8}>
      {answer.messages.map((message) => (
        <Alert key={message} type="warning" showIcon title={<span lang="en">{message}</span>} />
      ))}
      {onMove && (
        <Button style={{ alignSelf: "start" }} onClick={() => onMove(wholeNamespace)}>
          {texts.live.unloadAll}
        </Button>
      )}
      <DataTable
        size="small"
        columns={onMove ? [...shownColumns, actions(texts, id, answer.cluster_id, onMove)] : shownColumns}
        dataSource={answer.bundles}
        rowKey="bundle"
        pagination={{ pageSize: 16, hideOnSinglePage: true }}
      />
    </Flex>
  );
}

function columns({ live, operations }: Texts, language: Language, numbers: boolean): TableColumnsType<LiveBundle> {
  const baseColumns: TableColumnsType<LiveBundle> = [
    { title: live.bundle, key: "bundle", render: (_, row) => <span className="mono">{row.bundle}</span> },
    {
      title: operations.broker,
      key: "broker",
      render: (_, row) => (row.broker ? <span className="mono">{row.broker}</span> : live.nobody),
    },
  ];
  const cell = (number: number | null, format: (value: number) => string) => (number === null ? "—" : format(number));
  const countText = (count: number) => count.toLocaleString(language);
  return numbers
    ? [
        ...baseColumns,
        { title: live.topics, key: "topics", render: (_, row) => cell(row.topics, countText) },
        {
          title: live.messages,
          key: "rates",
          render: (_, { msg_rate_in: rateIn, msg_rate_out: rateOut }) =>
            rateIn === null || rateOut === null ? "—" : live.inAndOut(rate(rateIn, language), rate(rateOut, language)),
        },
        {
          title: live.storage,
          key: "storage",
          render: (_, row) => cell(row.storage_size, (bytes) => sizeText(bytes, language)),
        },
        { title: live.backlog, key: "backlog", render: (_, row) => cell(row.msg_backlog, countText) },
      ]
    : baseColumns;
}

function actions(
  { general, live }: Texts,
  id: number,
  cluster: number,
  onMove: (request: Move) => void,
): TableColumnsType<LiveBundle>[number] {
  return {
    title: general.actions,
    key: "actions",
    render: (_, { bundle }) => (
      <Flex gap={8} wrap>
        <Button
          size="small"
          aria-label={`${live.unload} ${bundle}`}
          onClick={() => onMove({ kind: "namespace", id, cluster, bundle })}
        >
          {live.unload}
        </Button>
        <Button
          size="small"
          aria-label={`${live.split} ${bundle}`}
          onClick={() => onMove({ kind: "split", id, cluster, bundle })}
        >
          {live.split}
        </Button>
      </Flex>
    ),
  };
}
