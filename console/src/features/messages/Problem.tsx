import { useTexts } from "../../texts/language";
import { type FailedMessage, problemInWords } from "./messages";

/** Why a message did not arrive. Older messages have an English text only. */
export function Problem({ message }: { message: FailedMessage }) {
  const texts = useTexts();
  const words = problemInWords(texts, message);
  if (!words) return texts.general.none;
  return message.problem_code === null ? <span lang="en">{words}</span> : words;
}
