import { useQuery } from "@tanstack/react-query";
import { Button, Flex, Typography } from "antd";
import { useState } from "react";
import type { DriftLine, LineResult } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { useListAddress } from "../../components/lists/useListAddress";
import { useChange } from "../../components/page/useChange";
import { Loaded } from "../../components/states/Loaded";
import { useTexts } from "../../texts/language";
import { AcceptDialog, Calls, Taken } from "./answers";
import { ANSWERS, type Answer, type DriftFilter, loses, lossText, possible } from "./drift";
import { allMatching, answerMany } from "./manyAnswers";
import { Refused } from "./Refused";

const SHOWN = 8;
const ASKED = 5;

interface ManyProps {
  cluster: { id: number; name: string };
  chosen: DriftLine[];
  done: (results: LineResult[]) => void;
}

/** Chooses all lines that match the filter, and gives those that are chosen one answer. */
export function AnswerMany({ filter, choose, ...many }: ManyProps & ChooseProps) {
  const { drift } = useTexts();
  const { cluster, chosen, done } = many;
  const [what, ask] = useState<Answer>();
  const close = () => ask(undefined);
  const finish = (results: LineResult[]) => {
    choose([]);
    done(results);
  };
  return (
    <Flex gap={8} align="center" wrap>
      <ChooseAll cluster={cluster.id} filter={filter} choose={choose} />
      {chosen.length > 0 && <Typography.Text type="secondary">{drift.chosen(chosen.length)}</Typography.Text>}
      {ANSWERS.map((one) => (
        <Button key={one} disabled={chosen.length === 0} onClick={() => ask(one)}>
          {drift[`${one}Chosen`]}
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
      {(what === "adopt" || what === "repair") && <Confirm {...many} done={finish} what={what} close={close} />}
    </Flex>
  );
}

interface ChooseProps {
  filter: DriftFilter;
  choose: (lines: DriftLine[]) => void;
}

function ChooseAll({ cluster, filter, choose }: ChooseProps & { cluster: number }) {
  const { drift } = useTexts();
  const q = useListAddress().one("q");
  const reading = useChange(() => allMatching(cluster, filter, q), {
    after: (lines) => choose(lines.filter((line) => possible(line).length > 0)),
  });
  return (
    <Button loading={reading.isPending} onClick={() => reading.mutate(undefined)}>
      {drift.chooseAll}
    </Button>
  );
}

interface ConfirmProps extends ManyProps {
  what: "adopt" | "repair";
  close: () => void;
}

/** One question for all of them, after the center has said what would become of each. */
function Confirm({ cluster, chosen, what, done, close }: ConfirmProps) {
  const texts = useTexts();
  const { drift } = texts;
  const many = { cluster: cluster.id, what, lines: chosen };
  const ids = chosen.map(({ id }) => id);
  const trial = useQuery({
    queryKey: ["drift", cluster.id, "try", what, ids],
    queryFn: () => answerMany(many, "try"),
    retry: false,
    gcTime: 0,
  });
  const lost = chosen.filter((line) => loses(line, what));
  const goes = lost.slice(0, SHOWN).map((line) => lossText(line, what, texts));
  const removed = lost.filter(({ field }) => field === "resource");
  const left = lost.length - goes.length;
  return (
    <ConfirmDanger
      title={drift.manyTitles[what](chosen.length)}
      okText={drift[what]}
      goes={left > 0 ? [...goes, drift.more(left)] : goes}
      typed={lost.length > 0 ? cluster.name : undefined}
      waiting={!trial.data?.some(({ refusal }) => refusal === null)}
      run={async () => done(await answerMany(many, "do"))}
      close={close}
    >
      {what === "repair" &&
        removed.slice(0, ASKED).map((line) => <Taken key={line.id} cluster={cluster.id} line={line} named />)}
      <Loaded query={trial}>{(results) => <Trial results={results} chosen={chosen} what={what} />}</Loaded>
    </ConfirmDanger>
  );
}

function Trial({ results, chosen, what }: { results: LineResult[]; chosen: DriftLine[]; what: Answer }) {
  const { drift } = useTexts();
  const accepted = new Set(results.filter(({ refusal }) => refusal === null).map(({ id }) => id));
  const going = chosen.filter(({ id }) => accepted.has(id));
  const called = what === "repair" ? going : [];
  return (
    <Flex vertical gap={8}>
      {going.length > 0 && <Typography.Text>{drift.would[what](going.length)}</Typography.Text>}
      {called.slice(0, SHOWN).map((line) => (
        <div key={line.id}>
          <Typography.Text strong className="mono" style={{ overflowWrap: "anywhere" }}>
            {line.place}
          </Typography.Text>
          <Calls line={line} lead={false} />
        </div>
      ))}
      {called.length > SHOWN && <span>{drift.more(called.length - SHOWN)}</span>}
      <Refused results={results} lines={chosen} />
    </Flex>
  );
}
