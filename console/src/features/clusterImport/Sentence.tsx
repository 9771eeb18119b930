import { Problem } from "../../api/problem";
import { problemLine } from "../../components/states/problemText";
import { type Language, useLanguage, useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";

/** A sentence of the center in English, with the stable code by which the console has words of its own. */
export interface CenterSentence {
  text: string;
  code?: string;
  values?: Record<string, string | number>;
}

/** A sentence of the center in the reader's language; as it is where the code is unknown. */
export function Sentence({ sentence }: { sentence: CenterSentence }) {
  const texts = useTexts();
  const { language } = useLanguage();
  const translated = translatedSentence(texts, sentence) ?? problemSentence(texts, language, sentence);
  return (
    <span lang={translated === undefined && language !== "en-US" ? "en" : undefined}>
      {translated ?? sentence.text}
    </span>
  );
}

/** A refusal of the center, which has more to say than its code. */
function problemSentence(texts: Texts, language: Language, { text, code = "" }: CenterSentence): string | undefined {
  return code in texts.problems.codes
    ? problemLine(texts, language, new Problem(0, { code, detail: text }))
    : undefined;
}

/** The console's words for it, if it has some. */
function translatedSentence({ clusterImport, why }: Texts, { code, values = {} }: CenterSentence): string | undefined {
  const tables: Record<string, string>[] = [clusterImport.sentences, why.reasons];
  const found = code ? tables.find((table) => code in table)?.[code] : undefined;
  return found?.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
