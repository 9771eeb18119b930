import type { Problem } from "../../api/problem";
import type { Texts } from "../../texts/texts";

/** What happened, in the reader's language, with the values that the center tells where there is a sentence for them;
 * nothing for a code that the console does not know. */
export function problemText({ problems }: Pick<Texts, "problems">, { code, extra }: Problem): string | undefined {
  const told = problems.told[code]?.(extra);
  return typeof told === "string" && told !== "" ? told : problems.codes[code];
}
