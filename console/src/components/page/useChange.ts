import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { asProblem, type Problem } from "../../api/problem";
import { sessionQuery } from "../../api/session";
import { type Language, useLanguage, useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { rescueFocus } from "./focus";

/** Everything on the screen is read again after a change, except who is signed in. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ predicate: (query) => query.queryKey[0] !== sessionQuery.queryKey[0] });
    rescueFocus();
  };
}

interface Outcome<T> {
  /** Said when it worked. */
  said?: string;
  after?: (data: T) => void;
}

/** One change from a button: says what happened, shows the problem when it did not, then reads the screen again. */
export function useChange<V, T>(run: (values: V) => Promise<T>, { said, after }: Outcome<T> = {}) {
  const { message, notification } = App.useApp();
  const { problems } = useTexts();
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
        title: problems.codes[problem.code] ?? problems.general,
        description: spoken(problem, language, problems),
      });
    },
    onSettled: refresh,
  });
}

/** The center's own words are English: left out for others where the title says it in theirs. */
function spoken(problem: Problem, language: Language, problems: Texts["problems"]): string {
  const known = language !== "en-US" && problem.code in problems.codes;
  return known ? problem.code : `${problem.detail} (${problem.code})`;
}
