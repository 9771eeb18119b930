import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem, type Problem } from "../../api/problem";
import { useRefresh } from "../../components/page/useChange";
import { useTexts } from "../../texts/language";
import { beginImport } from "./imports";
import { type Mapping, orderedLines, writeMapping } from "./mapping";
import { missingField, type RoleRow } from "./roleRows";
import type { CenterSentence } from "./Sentence";
import { useShowNewestImport } from "./useShowNewestImport";

type Errors = ReadonlyMap<string, CenterSentence>;
const NO_ERRORS: Errors = new Map();
/** The code in reports for a name that no user may have; for files the center uses the general code. */
const IMPOSSIBLE_NAME = "impossible_name";
const AT_LINE = /^roles\.(\d+)/;

interface Rehearsal {
  rehearse: (mapping: Mapping, rows: readonly RoleRow[]) => void;
  rehearsing: boolean;
  /** Role or pattern → what is wrong with its line. */
  errors: Errors;
  /** A problem that belongs to no line of the table. */
  problem?: Problem;
  clearErrors: () => void;
}

/** Begins an import with a mapping; `onStarted` is called when it has started. Errors are shown at their rows. */
export function useRehearsal(cluster: number, onStarted: () => void): Rehearsal {
  const { clusterImport } = useTexts();
  const showNewest = useShowNewestImport();
  const refresh = useRefresh();
  const [errors, setErrors] = useState(NO_ERRORS);
  const [problem, setProblem] = useState<Problem>();
  const importStart = useMutation({
    mutationFn: (mapping: Mapping) => beginImport({ cluster, mapping: writeMapping(mapping) }),
    onSuccess: () => {
      onStarted();
      showNewest("report");
      return refresh();
    },
    onError: (thrown, mapping) => {
      const failure = asProblem(thrown);
      const lineErrors = errorsOfLines(failure, mapping);
      setErrors(lineErrors);
      setProblem(lineErrors.size === 0 ? failure : undefined);
    },
  });
  return {
    rehearse: (mapping, rows) => {
      const missing = rows.flatMap((row) => {
        const textKey = missingField(row);
        return textKey ? [[row.role, { text: clusterImport[textKey] }] as const] : [];
      });
      setErrors(new Map(missing));
      setProblem(undefined);
      if (missing.length === 0) importStart.mutate(mapping);
    },
    rehearsing: importStart.isPending,
    errors,
    problem,
    clearErrors: () => {
      setErrors(NO_ERRORS);
      setProblem(undefined);
    },
  };
}

function errorsOfLines({ errors }: Problem, mapping: Mapping): Errors {
  const lines = orderedLines(mapping);
  const errorsByRole = errors.flatMap(({ field, message, code }) => {
    const line = lines[Number(AT_LINE.exec(field)?.[1] ?? -1)];
    return line
      ? [[line.role, { text: message, code: code === "invalid_name" ? IMPOSSIBLE_NAME : code }] as const]
      : [];
  });
  return new Map(errorsByRole);
}
