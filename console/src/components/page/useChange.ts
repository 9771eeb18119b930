import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { asProblem } from "../../api/problem";
import { sessionQuery } from "../../api/session";
import { useLanguage, useTexts } from "../../texts/language";
import { omitsDetail, problemText } from "../states/problemText";
import { rescueFocus } from "./focus";

/** Reads everything on the screen again after a change, except the session. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await queries.invalidateQueries({ predicate: (query) => query.queryKey[0] !== sessionQuery.queryKey[0] });
    rescueFocus();
  };
}

interface ChangeFeedback<T> {
  /** The message shown after success. */
  successText?: string;
  onSuccess?: (data: T) => void;
}

/** One change from a button: says that it worked, or shows the problem; then reads the screen again. */
export function useChange<V, T>(run: (values: V) => Promise<T>, { successText, onSuccess }: ChangeFeedback<T> = {}) {
  const { message, notification } = App.useApp();
  const texts = useTexts();
  const { problems } = texts;
  const { language } = useLanguage();
  const refresh = useRefresh();
  return useMutation<T, unknown, V>({
    mutationFn: run,
    onSuccess: (data) => {
      if (successText) void message.success(successText);
      onSuccess?.(data);
    },
    onError: (thrown) => {
      const problem = asProblem(thrown);
      notification.error({
        title: problemText(texts, problem) ?? problems.general,
        // The center's detail is English: left out for other languages if the title says all of it in theirs.
        description:
          language === "en-US" || omitsDetail(texts, problem) ? `${problem.detail} (${problem.code})` : problem.code,
      });
    },
    onSettled: refresh,
  });
}
