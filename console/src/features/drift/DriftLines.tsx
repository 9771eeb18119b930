import { Alert, Button, Flex, type TableColumnsType, Tag, Typography } from "antd";
import { useState } from "react";
import type { DriftLine, GrantLimits, LineResult } from "../../api/types";
import { ListFilter } from "../../components/lists/ListFilter";
import { ServerTable } from "../../components/lists/ServerTable";
import { useListAddress } from "../../components/lists/useListAddress";
import { useChange } from "../../components/page/useChange";
import { authorityText } from "../../components/rights/AuthorityText";
import { limitsText } from "../../components/rights/limitsText";
import { EmptyState } from "../../components/states/EmptyState";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { AnswerMany } from "./AnswerMany";
import { AcceptLine, AdoptLine, RepairLine } from "./answers";
import { type Answer, KINDS, listLines, possibleAnswers, STATES, undo, valueText } from "./drift";
import { RefusedLines } from "./RefusedLines";

const COLORS = { missing: "red", extra: "orange", different: "blue" } as const;
/** The highest severity of a line. */
const HIGHEST_SEVERITY = 5;
interface OpenAnswer {
  answerKind: Answer;
  line: DriftLine;
}

/** The differences of a cluster, each with its answers. */
export function DriftLines({ cluster: { id: cluster, name } }: { cluster: { id: number; name: string } }) {
  const texts = useTexts();
  const { drift } = texts;
  const address = useListAddress();
  const filter = { kind: address.get("kind", KINDS), state: address.get("state", STATES) };
  const [openAnswer, setOpenAnswer] = useState<OpenAnswer>();
  const [selected, setSelected] = useState<DriftLine[]>([]);
  const [lastAnswers, setLastAnswers] = useState<{ lines: DriftLine[]; results: LineResult[] }>();
  const close = () => setOpenAnswer(undefined);
  const lineProps = openAnswer && { cluster, line: openAnswer.line, close };
  return (
    <>
      <AnswerMany
        cluster={{ id: cluster, name }}
        filter={filter}
        selected={selected}
        onSelect={setSelected}
        onDone={(results) => setLastAnswers({ lines: selected, results })}
      />
      {lastAnswers && <AnswerResults {...lastAnswers} />}
      <ServerTable<DriftLine>
        queryKey={["drift", cluster, filter.kind, filter.state]}
        load={listLines(cluster, filter)}
        columns={columns(texts, cluster, setOpenAnswer)}
        rowKey={(line) => line.id}
        select={{ selected, onSelect: setSelected, may: (line) => possibleAnswers(line).length > 0 }}
        search={drift.search}
        filters={
          <>
            <ListFilter
              label={drift.kind}
              width={200}
              value={filter.kind}
              options={KINDS.map((value) => ({ value, label: drift.kinds[value] }))}
              change={(kind) => address.set({ kind })}
            />
            <ListFilter
              label={drift.state}
              width={160}
              value={filter.state}
              options={STATES.map((value) => ({ value, label: drift.states[value] }))}
              change={(state) => address.set({ state })}
            />
          </>
        }
        empty={<EmptyState title={drift.empty} hint={drift.emptyHint} />}
        faded={(line) => line.state === "gone"}
      />
      {lineProps && openAnswer.answerKind === "adopt" && <AdoptLine {...lineProps} />}
      {lineProps && openAnswer.answerKind === "repair" && <RepairLine {...lineProps} />}
      {lineProps && openAnswer.answerKind === "accept" && <AcceptLine {...lineProps} />}
    </>
  );
}

/** What became of each line that was answered with others. */
function AnswerResults({ lines, results }: { lines: DriftLine[]; results: LineResult[] }) {
  const { drift } = useTexts();
  const acceptedCount = results.filter(({ refusal }) => refusal === null).length;
  return (
    <>
      {acceptedCount > 0 && <Alert type="success" showIcon closable title={drift.answered(acceptedCount)} />}
      <RefusedLines results={results} lines={lines} />
    </>
  );
}

/** A right that ended, as the line tells it. */
type EndedRight = { role_name: string; authorities: number[]; limits?: GrantLimits | null };

function columns(texts: Texts, cluster: number, open: (dialog: OpenAnswer) => void): TableColumnsType<DriftLine> {
  const { access, drift, findings, general } = texts;
  const valueCell = (value: unknown) => (
    <div style={{ overflowWrap: "anywhere", minWidth: 70 }}>{valueText(value, drift.nothing)}</div>
  );
  const nameOf = (id: number) => authorityText(texts, id, String(id));
  const endedRights = (rights: EndedRight[], type: number) =>
    rights.map(({ role_name: name, authorities, limits }) => (
      <div key={JSON.stringify([name, authorities, limits])} style={{ overflowWrap: "anywhere" }}>
        <b>{name}</b>: {access.listed([...authorities.map(nameOf), limitsText(texts, limits, type)].filter(Boolean))}
      </div>
    ));
  return [
    {
      title: drift.place,
      key: "place",
      render: (_, line) => (
        <div className="mono" style={{ overflowWrap: "anywhere", minWidth: 150 }}>
          {line.place}
        </div>
      ),
    },
    {
      title: drift.what,
      key: "what",
      render: (_, line) => (
        <Flex vertical gap={4} align="flex-start">
          <Tag color={COLORS[line.kind]}>{drift.kinds[line.kind]}</Tag>
          {line.severity === HIGHEST_SEVERITY && <Tag color="red">{findings.severities[HIGHEST_SEVERITY]}</Tag>}
          <span>
            {drift.fields[line.field]} {line.subject !== null && <b>{line.subject}</b>}
          </span>
        </Flex>
      ),
    },
    {
      title: drift.wished,
      key: "wished",
      render: (_, { field, wished, res_type: type }) =>
        field === "rights" ? endedRights(wished as EndedRight[], type) : valueCell(wished),
    },
    { title: drift.actual, key: "actual", render: (_, line) => valueCell(line.actual) },
    { title: drift.state, key: "state", render: (_, line) => <State line={line} /> },
    {
      title: general.actions,
      key: "actions",
      render: (_, line) => <AnswerButtons line={line} cluster={cluster} open={open} />,
    },
  ];
}

function State({ line }: { line: DriftLine }) {
  const { drift } = useTexts();
  return (
    <Flex vertical gap={2} align="flex-start">
      <span>{drift.states[line.state]}</span>
      <Typography.Text type="secondary">
        {drift.since} <Moment at={line.since} />
      </Typography.Text>
      {line.until !== null && (
        <Typography.Text type="secondary">
          {drift.until} <Moment at={line.until} /> ({line.answered_by}: {line.reason})
        </Typography.Text>
      )}
      {line.due !== null && (
        <Typography.Text type="secondary">
          {drift.due} <Moment at={line.due} />
        </Typography.Text>
      )}
      {line.message && <Typography.Text type="danger">{line.message}</Typography.Text>}
    </Flex>
  );
}

function AnswerButtons({
  line,
  cluster,
  open,
}: {
  line: DriftLine;
  cluster: number;
  open: (dialog: OpenAnswer) => void;
}) {
  const { drift } = useTexts();
  const undoChange = useChange(undo, { successText: drift.undone });
  const actionLabel = (action: string) =>
    `${action}: ${line.place} ${drift.fields[line.field]} ${line.subject ?? ""}`.trim();
  return (
    <Flex gap={8} wrap>
      {possibleAnswers(line).map((answerKind) => (
        <Button
          key={answerKind}
          size="small"
          aria-label={actionLabel(drift[answerKind])}
          onClick={() => open({ answerKind, line })}
        >
          {drift[answerKind]}
        </Button>
      ))}
      {line.may_be_undone && (
        <Button
          size="small"
          aria-label={actionLabel(drift.undo)}
          loading={undoChange.isPending}
          onClick={() => undoChange.mutate({ cluster, line })}
        >
          {drift.undo}
        </Button>
      )}
    </Flex>
  );
}
