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
  chosen: DriftLine[];
  done: (results: LineResult[]) => void;
}

/** Chooses all lines that match the filter, and gives those that are chosen one answer. */
export function AnswerMany({ filter, choose, ...confirmProps }: ManyProps & ChooseProps) {
  const { drift } = useTexts();
  const { cluster, chosen, done } = confirmProps;
  const [what, setWhat] = useState<Answer>();
  const close = () => setWhat(undefined);
  const finish = (results: LineResult[]) => {
    choose([]);
    done(results);
  };
  return (
    <Flex gap={8} align="center" wrap>
      <ChooseAll cluster={cluster.id} filter={filter} choose={choose} />
      {chosen.length > 0 && <Typography.Text type="secondary">{drift.chosen(chosen.length)}</Typography.Text>}
      {ANSWERS.map((kind) => (
        <Button key={kind} disabled={chosen.length === 0} onClick={() => setWhat(kind)}>
          {drift[`${kind}Chosen`]}
        </Button>
      ))}
      {what === "accept" && (
        <AcceptDialog
          title={drift.manyTitles.accept(chosen.length)}
          close={close}
          submit={async (acceptance) =>
            finish(await answerMany({ cluster: cluster.id, what, lines: chosen, acceptance }, "do"))
          }
        />
      )}
      {(what === "adopt" || what === "repair") && (
        <ConfirmAnswers {...confirmProps} done={finish} what={what} close={close} />
      )}
    </Flex>
  );
}

interface ChooseProps {
  filter: DriftFilter;
  choose: (lines: DriftLine[]) => void;
}

function ChooseAll({ cluster, filter, choose }: ChooseProps & { cluster: number }) {
  const { drift } = useTexts();
  const q = useListAddress().get("q");
  const load = useChange(() => readMatchingLines(cluster, filter, q), {
    after: (lines) => choose(lines.filter((line) => possibleAnswers(line).length > 0)),
  });
  return (
    <Button loading={load.isPending} onClick={() => load.mutate(undefined)}>
      {drift.chooseAll}
    </Button>
  );
}

interface ConfirmProps extends ManyProps {
  what: "adopt" | "repair";
  close: () => void;
}

/** One confirmation for all lines, after the center has said what would happen to each. */
function ConfirmAnswers({ cluster, chosen, what, done, close }: ConfirmProps) {
  const texts = useTexts();
  const { drift } = texts;
  const request = { cluster: cluster.id, what, lines: chosen };
  const ids = chosen.map(({ id }) => id);
  const preview = useQuery({
    queryKey: ["drift", cluster.id, "try", what, ids],
    queryFn: () => answerMany(request, "try"),
    retry: false,
    gcTime: 0,
  });
  const losingLines = chosen.filter((line) => loses(line, what));
  const losses = losingLines.slice(0, LINES_SHOWN).map((line) => lossText(line, what, texts));
  const removed = losingLines.filter(({ field }) => field === "resource");
  const moreCount = losingLines.length - losses.length;
  return (
    <ConfirmDanger
      title={drift.manyTitles[what](chosen.length)}
      okText={drift[what]}
      losses={moreCount > 0 ? [...losses, drift.more(moreCount)] : losses}
      nameToType={losingLines.length > 0 ? cluster.name : undefined}
      waiting={!preview.data?.some(({ refusal }) => refusal === null)}
      action={async () => done(await answerMany(request, "do"))}
      close={close}
    >
      {what === "repair" &&
        removed
          .slice(0, LOSSES_READ)
          .map((line) => <ResourceLoss key={line.id} cluster={cluster.id} line={line} withPlace />)}
      <QueryView query={preview}>
        {(results) => <AnswerPreview results={results} chosen={chosen} what={what} />}
      </QueryView>
    </ConfirmDanger>
  );
}

function AnswerPreview({ results, chosen, what }: { results: LineResult[]; chosen: DriftLine[]; what: Answer }) {
  const { drift } = useTexts();
  const acceptedIds = new Set(results.filter(({ refusal }) => refusal === null).map(({ id }) => id));
  const acceptedLines = chosen.filter(({ id }) => acceptedIds.has(id));
  const repairedLines = what === "repair" ? acceptedLines : [];
  return (
    <Flex vertical gap={8}>
      {acceptedLines.length > 0 && <Typography.Text>{drift.would[what](acceptedLines.length)}</Typography.Text>}
      {repairedLines.slice(0, LINES_SHOWN).map((line) => (
        <div key={line.id}>
          <Typography.Text strong className="mono" style={{ overflowWrap: "anywhere" }}>
            {line.place}
          </Typography.Text>
          <Calls line={line} lead={false} />
        </div>
      ))}
      {repairedLines.length > LINES_SHOWN && <span>{drift.more(repairedLines.length - LINES_SHOWN)}</span>}
      <RefusedLines results={results} lines={chosen} />
    </Flex>
  );
}
