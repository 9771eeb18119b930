import { useQuery } from "@tanstack/react-query";
import { Button, Flex, Typography } from "antd";
import { useState } from "react";
import type { DriftLine, LineResult } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { useListAddress } from "../../components/lists/useListAddress";
import { useChange } from "../../components/page/useChange";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { AcceptDialog, Calls, ResourceLoss } from "./answers";
import { ANSWERS, type Answer, type DriftFilter, loses, lossText, possibleAnswers } from "./drift";
import { answerMany, readMatchingLines } from "./manyAnswers";
import { RefusedLines } from "./RefusedLines";

const LINES_SHOWN = 8;
const LOSSES_READ = 5;

interface ManyProps {
  cluster: { id: number; name: string };
  selected: DriftLine[];
  onDone: (results: LineResult[]) => void;
}

/** Chooses all lines that match the filter, and gives those that are chosen one answer. */
export function AnswerMany({ filter, onSelect, ...confirmProps }: ManyProps & ChooseProps) {
  const { drift } = useTexts();
  const { cluster, selected, onDone } = confirmProps;
  const [answerKind, setAnswerKind] = useState<Answer>();
  const close = () => setAnswerKind(undefined);
  const finish = (results: LineResult[]) => {
    onSelect([]);
    onDone(results);
  };
  return (
    <Flex gap={8} align="center" wrap>
      <ChooseAll cluster={cluster.id} filter={filter} onSelect={onSelect} />
      {selected.length > 0 && <Typography.Text type="secondary">{drift.chosen(selected.length)}</Typography.Text>}
      {ANSWERS.map((kind) => (
        <Button key={kind} disabled={selected.length === 0} onClick={() => setAnswerKind(kind)}>
          {drift[`${kind}Chosen`]}
        </Button>
      ))}
      {answerKind === "accept" && (
        <AcceptDialog
          title={drift.manyTitles.accept(selected.length)}
          close={close}
          submit={async (acceptance) =>
            finish(await answerMany({ cluster: cluster.id, answerKind, lines: selected, acceptance }, "do"))
          }
        />
      )}
      {(answerKind === "adopt" || answerKind === "repair") && (
        <ConfirmAnswers {...confirmProps} onDone={finish} answerKind={answerKind} close={close} />
      )}
    </Flex>
  );
}

interface ChooseProps {
  filter: DriftFilter;
  onSelect: (lines: DriftLine[]) => void;
}

function ChooseAll({ cluster, filter, onSelect }: ChooseProps & { cluster: number }) {
  const { drift } = useTexts();
  const q = useListAddress().get("q");
  const load = useChange(() => readMatchingLines(cluster, filter, q), {
    onSuccess: (lines) => onSelect(lines.filter((line) => possibleAnswers(line).length > 0)),
  });
  return (
    <Button loading={load.isPending} onClick={() => load.mutate(undefined)}>
      {drift.chooseAll}
    </Button>
  );
}

interface ConfirmProps extends ManyProps {
  answerKind: "adopt" | "repair";
  close: () => void;
}

/** One confirmation for all lines, after the center has said what would happen to each. */
function ConfirmAnswers({ cluster, selected, answerKind, onDone, close }: ConfirmProps) {
  const texts = useTexts();
  const { drift } = texts;
  const request = { cluster: cluster.id, answerKind, lines: selected };
  const ids = selected.map(({ id }) => id);
  const preview = useQuery({
    queryKey: ["drift", cluster.id, "try", answerKind, ids],
    queryFn: () => answerMany(request, "try"),
    retry: false,
    gcTime: 0,
  });
  const losingLines = selected.filter((line) => loses(line, answerKind));
  const losses = losingLines.slice(0, LINES_SHOWN).map((line) => lossText(line, answerKind, texts));
  const removed = losingLines.filter(({ field }) => field === "resource");
  const moreCount = losingLines.length - losses.length;
  return (
    <ConfirmDanger
      title={drift.manyTitles[answerKind](selected.length)}
      okText={drift[answerKind]}
      losses={moreCount > 0 ? [...losses, drift.more(moreCount)] : losses}
      nameToType={losingLines.length > 0 ? cluster.name : undefined}
      loading={!preview.data?.some(({ refusal }) => refusal === null)}
      action={async () => onDone(await answerMany(request, "do"))}
      close={close}
    >
      {answerKind === "repair" &&
        removed
          .slice(0, LOSSES_READ)
          .map((line) => <ResourceLoss key={line.id} cluster={cluster.id} line={line} withPlace />)}
      <QueryView query={preview}>
        {(results) => <AnswerPreview results={results} selected={selected} answerKind={answerKind} />}
      </QueryView>
    </ConfirmDanger>
  );
}

function AnswerPreview({
  results,
  selected,
  answerKind,
}: {
  results: LineResult[];
  selected: DriftLine[];
  answerKind: Answer;
}) {
  const { drift } = useTexts();
  const acceptedIds = new Set(results.filter(({ refusal }) => refusal === null).map(({ id }) => id));
  const acceptedLines = selected.filter(({ id }) => acceptedIds.has(id));
  const repairedLines = answerKind === "repair" ? acceptedLines : [];
  return (
    <Flex vertical gap={8}>
      {acceptedLines.length > 0 && <Typography.Text>{drift.would[answerKind](acceptedLines.length)}</Typography.Text>}
      {repairedLines.slice(0, LINES_SHOWN).map((line) => (
        <div key={line.id}>
          <Typography.Text strong className="mono" style={{ overflowWrap: "anywhere" }}>
            {line.place}
          </Typography.Text>
          <Calls line={line} lead={false} />
        </div>
      ))}
      {repairedLines.length > LINES_SHOWN && <span>{drift.more(repairedLines.length - LINES_SHOWN)}</span>}
      <RefusedLines results={results} lines={selected} />
    </Flex>
  );
}
