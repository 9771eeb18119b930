import { Flex, type TableColumnsType, Tag } from "antd";
import { useMemo, useState } from "react";
import type { ImportReport } from "../../api/types";
import { ListFilter } from "../../components/lists/ListFilter";
import { MEANINGS } from "../../design";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { LineTable } from "./LineTable";
import { Sentence } from "./Sentence";

type Decision = ImportReport["proof"]["differences"][number];
type Explained = "explained" | "notExplained";
const OPERATIONS = ["PRODUCE", "CONSUME", "LOOKUP"] as const;

/** The decisions that would change. */
export function Differences({ proof }: { proof: ImportReport["proof"] }) {
  const texts = useTexts();
  const { clusterImport } = texts;
  const [operation, setOperation] = useState<string>();
  const [explained, setExplained] = useState<Explained>();
  const rows = useMemo(
    () =>
      proof.differences.filter(
        (difference) =>
          (!operation || difference.operation === operation) &&
          (!explained || difference.explained === (explained === "explained")),
      ),
    [proof, operation, explained],
  );
  return (
    <LineTable<Decision>
      rows={rows}
      columns={columns(texts)}
      rowKey={({ role, principal, topic, operation: ofOperation, subscription }) =>
        JSON.stringify([role, principal, topic, ofOperation, subscription])
      }
      words={({ role, principal, topic, why }) => `${role} ${principal} ${topic} ${why}`}
      empty={clusterImport.same}
      filters={
        <>
          <ListFilter
            label={clusterImport.operation}
            placeholder={clusterImport.anyOperation}
            width={160}
            value={operation}
            options={OPERATIONS.map((value) => ({ value, label: clusterImport.operations[value] }))}
            change={setOperation}
          />
          <ListFilter<Explained>
            label={clusterImport.why}
            placeholder={clusterImport.anyExplained}
            width={180}
            value={explained}
            options={(["notExplained", "explained"] as const).map((value) => ({ value, label: clusterImport[value] }))}
            change={setExplained}
          />
        </>
      }
    />
  );
}

function columns({ clusterImport }: Texts): TableColumnsType<Decision> {
  const operations: Record<string, string> = clusterImport.operations;
  const decisionTag = (allowed: boolean) => (
    <Tag color={allowed ? MEANINGS.granted : MEANINGS.denied}>
      {allowed ? clusterImport.allowed : clusterImport.denied}
    </Tag>
  );
  return [
    { title: clusterImport.role, key: "role", render: (_, { role }) => <span className="mono">{role}</span> },
    {
      title: clusterImport.principal,
      key: "principal",
      render: (_, { principal }) => (
        <span className="mono">{principal?.replace(/^member of /, clusterImport.memberOf) || "–"}</span>
      ),
    },
    {
      title: clusterImport.topic,
      key: "topic",
      render: (_, { topic, topics, others = [] }) => (
        <Flex vertical>
          <span className="mono">{topic}</span>
          {topics > 1 && (
            <details>
              <summary>{clusterImport.moreTopics(topics - 1)}</summary>
              <span className="mono long">{others.join(" ")}</span>
            </details>
          )}
        </Flex>
      ),
    },
    {
      title: clusterImport.operation,
      key: "operation",
      render: (_, { operation, subscription }) => (
        <Flex vertical>
          <span>{operations[operation] ?? operation}</span>
          {subscription !== null && <span className="long">{clusterImport.subscription(subscription)}</span>}
        </Flex>
      ),
    },
    { title: clusterImport.before, key: "before", render: (_, { native }) => decisionTag(native) },
    { title: clusterImport.after, key: "after", render: (_, { center }) => decisionTag(center) },
    {
      title: clusterImport.why,
      key: "why",
      render: (_, { why, code, values }) => <Sentence sentence={{ text: why, code, values }} />,
    },
  ];
}
