import { useTexts } from "../../texts/language";
import { type Failed, problemInWords } from "./messages";

/** Why a message did not arrive. Words of before are English. */
export function Problem({ of }: { of: Failed }) {
  const texts = useTexts();
  const words = problemInWords(texts, of);
  if (!words) return texts.general.none;
  return of.problem_code === null ? <span lang="en">{words}</span> : words;
}
