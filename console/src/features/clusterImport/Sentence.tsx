import { Problem } from "../../api/problem";
import { problemLine } from "../../components/states/problemText";
import { type Language, useLanguage, useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";

/** An English sentence of the center, with the stable code by which the console translates it. */
export interface CenterSentence {
  text: string;
  code?: string;
  values?: Record<string, string | number>;
}

/** A sentence of the center in the reader's language; in English if the code is unknown. */
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

/** The translation of a problem of the center, with its details. */
function problemSentence(texts: Texts, language: Language, { text, code = "" }: CenterSentence): string | undefined {
  return code in texts.problems.codes
    ? problemLine(texts, language, new Problem(0, { code, detail: text }))
    : undefined;
}

/** The console's translation of the sentence, if it has one. */
function translatedSentence({ clusterImport, why }: Texts, { code, values = {} }: CenterSentence): string | undefined {
  const tables: Record<string, string>[] = [clusterImport.sentences, why.reasons];
  const found = code ? tables.find((table) => code in table)?.[code] : undefined;
  return found?.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
