import { Problem } from "../../api/problem";
import { problemLine } from "../../components/states/problemText";
import { type Language, useLanguage, useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";

/** A sentence of the center in English, with the stable code by which the console has words of its own. */
export interface Said {
  text: string;
  code?: string;
  values?: Record<string, string | number>;
}

/** A sentence of the center in the reader's language; as it is where the code is unknown. */
export function Sentence({ said }: { said: Said }) {
  const texts = useTexts();
  const { language } = useLanguage();
  const known = words(texts, said) ?? ofProblem(texts, language, said);
  return <span lang={known === undefined && language !== "en-US" ? "en" : undefined}>{known ?? said.text}</span>;
}

/** A refusal of the center, which has more to say than its code. */
function ofProblem(texts: Texts, language: Language, { text, code = "" }: Said): string | undefined {
  return code in texts.problems.codes
    ? problemLine(texts, language, new Problem(0, { code, detail: text }))
    : undefined;
}

/** The console's words for it, if it has some. */
function words({ clusterImport, why }: Texts, { code, values = {} }: Said): string | undefined {
  const all: Record<string, string>[] = [clusterImport.sentences, why.reasons];
  const found = code ? all.find((some) => code in some)?.[code] : undefined;
  return found?.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
