import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { asProblem, type Problem } from "../../api/problem";
import { sessionQuery } from "../../api/session";
import { type Language, useLanguage, useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { problemText } from "../states/problemText";
import { rescueFocus } from "./focus";

/** Reads everything on the screen again after a change, except the session. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ predicate: (query) => query.queryKey[0] !== sessionQuery.queryKey[0] });
    rescueFocus();
  };
}

interface Outcome<T> {
  /** The message after success. */
  said?: string;
  after?: (data: T) => void;
}

/** One change from a button: says that it worked, or shows the problem; then reads the screen again. */
export function useChange<V, T>(run: (values: V) => Promise<T>, { said, after }: Outcome<T> = {}) {
  const { message, notification } = App.useApp();
  const texts = useTexts();
  const { problems } = texts;
  const { language } = useLanguage();
  const refresh = useRefresh();
  return useMutation<T, unknown, V>({
    mutationFn: run,
    onSuccess: (data) => {
      if (said) void message.success(said);
      after?.(data);
    },
    onError: (thrown) => {
      const problem = asProblem(thrown);
      notification.error({
        title: problemText(texts, problem) ?? problems.general,
        description: spoken(problem, language, problems),
      });
    },
    onSettled: refresh,
  });
}

/** The center's detail is English: left out for other languages if the title says it in theirs. */
function spoken(problem: Problem, language: Language, problems: Texts["problems"]): string {
  const known = language !== "en-US" && problem.code in problems.codes;
  return known ? problem.code : `${problem.detail} (${problem.code})`;
}
