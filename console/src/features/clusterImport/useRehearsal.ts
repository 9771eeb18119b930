import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem, type Problem } from "../../api/problem";
import { useRefresh } from "../../components/page/useChange";
import { useTexts } from "../../texts/language";
import { begin } from "./imports";
import { type Mapping, ordered, write } from "./mapping";
import { lacks, type RoleRow } from "./roleRows";
import type { Said } from "./Sentence";
import { useRestart } from "./useRestart";

type Errors = ReadonlyMap<string, Said>;
const NONE: Errors = new Map();
/** The code that reports have for a name that no user may have; in a file it is the general one. */
const IMPOSSIBLE = "impossible_name";
const AT_LINE = /^roles\.(\d+)/;

interface Rehearsal {
  rehearse: (mapping: Mapping, rows: readonly RoleRow[]) => void;
  rehearsing: boolean;
  /** Role or pattern → what is wrong with its line. */
  errors: Errors;
  /** What is wrong with no line of the table. */
  problem?: Problem;
  forget: () => void;
}

/** Begins an import with a mapping; `done` is called when it has begun. Errors are told beside their rows. */
export function useRehearsal(cluster: number, done: () => void): Rehearsal {
  const { clusterImport } = useTexts();
  const restart = useRestart();
  const refresh = useRefresh();
  const [errors, setErrors] = useState(NONE);
  const [problem, setProblem] = useState<Problem>();
  const beginning = useMutation({
    mutationFn: (mapping: Mapping) => begin({ cluster, mapping: write(mapping) }),
    onSuccess: () => {
      done();
      restart("report");
      return refresh();
    },
    onError: (thrown, mapping) => {
      const found = asProblem(thrown);
      const beside = besideLines(found, mapping);
      setErrors(beside);
      setProblem(beside.size === 0 ? found : undefined);
    },
  });
  return {
    rehearse: (mapping, rows) => {
      const missing = rows.flatMap((row) => {
        const what = lacks(row);
        return what ? [[row.role, { text: clusterImport[what] }] as const] : [];
      });
      setErrors(new Map(missing));
      setProblem(undefined);
      if (missing.length === 0) beginning.mutate(mapping);
    },
    rehearsing: beginning.isPending,
    errors,
    problem,
    forget: () => {
      setErrors(NONE);
      setProblem(undefined);
    },
  };
}

function besideLines({ errors }: Problem, mapping: Mapping): Errors {
  const lines = ordered(mapping);
  const told = errors.flatMap(({ field, message, code }) => {
    const line = lines[Number(AT_LINE.exec(field)?.[1] ?? -1)];
    return line ? [[line.role, { text: message, code: code === "invalid_name" ? IMPOSSIBLE : code }] as const] : [];
  });
  return new Map(told);
}
