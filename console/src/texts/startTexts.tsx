import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import type { Texts } from "./texts";

export type Language = "zh-CN" | "en-US";

/** What is shown before the console is loaded. */
export type StartTexts = Pick<Texts, "frame" | "general" | "identity" | "security">;

const START_TEXTS: Record<Language, () => Promise<{ startTexts: StartTexts }>> = {
  "zh-CN": () => import("./zh-CN/start"),
  "en-US": () => import("./en-US/start"),
};
const STORAGE_KEY = "puc.language";

/** A language with the texts of the first page. */
export interface StartLanguage {
  language: Language;
  texts: StartTexts;
}

interface LanguageChoice {
  language: Language;
  choose: (language: Language) => void;
}

export const LanguageContext = createContext<LanguageChoice>({ language: "zh-CN", choose: () => undefined });
const StartTextsContext = createContext<StartTexts | undefined>(undefined);

/** The language that was chosen in this browser; else the browser's. */
export function storedLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (stored === "zh-CN" || stored === "en-US") return stored;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh-CN" : "en-US";
}

export async function readLanguage(language = storedLanguage()): Promise<StartLanguage> {
  return { language, texts: (await START_TEXTS[language]()).startTexts };
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(STORAGE_KEY, language);
}

/** Keeps and remembers the chosen language, and sets it on the document (screen readers, line breaks, fonts). */
export function LanguageProvider({ first, children }: { first: StartLanguage; children: ReactNode }) {
  const [{ language, texts }, setChosen] = useState(first);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choose = useCallback(async (next: Language) => {
    rememberLanguage(next);
    // Where its texts cannot be read, what is shown stays.
    const read = await readLanguage(next).catch(() => undefined);
    if (read) setChosen(read);
  }, []);
  const choice = useMemo(() => ({ language, choose: (next: Language) => void choose(next) }), [language, choose]);
  return (
    <LanguageContext value={choice}>
      <StartTextsContext value={texts}>{children}</StartTextsContext>
    </LanguageContext>
  );
}

export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext);
}

/** The texts that are there from the beginning, in the present language. */
export function useStartTexts(): StartTexts {
  const texts = useContext(StartTextsContext);
  if (!texts) throw new Error("no LanguageProvider above");
  return texts;
}
