import type { Locale } from "antd/es/locale";
import { createContext, type ReactNode, use, useContext, useMemo } from "react";
import { type Language, LanguageContext, rememberLanguage, useLanguage } from "./startTexts";
import type { Texts } from "./texts";

export { type Language, useLanguage } from "./startTexts";

interface AllTexts {
  texts: Texts;
  /** antd's own texts. */
  locale: Locale;
}

const READ: Record<Language, () => Promise<AllTexts>> = {
  "zh-CN": () => import("./zh-CN").then(({ zhCN, locale }) => ({ texts: zhCN, locale })),
  "en-US": () => import("./en-US").then(({ enUS, locale }) => ({ texts: enUS, locale })),
};
const known = new Map<Language, AllTexts>();
const reading = new Map<Language, Promise<AllTexts>>();

/** Reads all texts of a language, before they are shown. A failure is tried again. */
export function readAllTexts(language: Language): Promise<AllTexts> {
  const promise =
    reading.get(language) ??
    READ[language]().then(
      (texts) => {
        known.set(language, texts);
        return texts;
      },
      (failure) => {
        reading.delete(language);
        throw failure;
      },
    );
  reading.set(language, promise);
  return promise;
}

const AllTextsContext = createContext<AllTexts | undefined>(undefined);

/** All texts in the present language. Another language is chosen once its texts are read. */
export function AllTextsProvider({ children }: { children: ReactNode }) {
  const { language, choose } = useLanguage();
  const choice = useMemo(
    () => ({
      language,
      choose: (next: Language) => {
        rememberLanguage(next);
        readAllTexts(next).then(
          () => choose(next),
          () => undefined,
        );
      },
    }),
    [language, choose],
  );
  return (
    <LanguageContext value={choice}>
      <AllTextsContext value={known.get(language) ?? use(readAllTexts(language))}>{children}</AllTextsContext>
    </LanguageContext>
  );
}

function useAllTexts(): AllTexts {
  const all = useContext(AllTextsContext);
  if (!all) throw new Error("no AllTextsProvider above");
  return all;
}

/** All texts in the present language. */
export const useTexts = (): Texts => useAllTexts().texts;

/** antd's own texts in the present language. */
export const useAntdLocale = (): Locale => useAllTexts().locale;
