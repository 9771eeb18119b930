import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { enUS } from "./en-US";
import type { Texts } from "./texts";
import { zhCN } from "./zh-CN";

export type Language = "zh-CN" | "en-US";

const TEXTS: Record<Language, Texts> = { "zh-CN": zhCN, "en-US": enUS };
const STORAGE_KEY = "puc.language";

interface LanguageChoice {
  language: Language;
  choose: (language: Language) => void;
}

const LanguageContext = createContext<LanguageChoice>({ language: "zh-CN", choose: () => undefined });

function initialLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (stored === "zh-CN" || stored === "en-US") return stored;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh-CN" : "en-US";
}

/** Keeps and remembers the chosen language, and sets it on the document (screen readers, line breaks, fonts). */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(initialLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choose = useCallback((newLanguage: Language) => {
    localStorage.setItem(STORAGE_KEY, newLanguage);
    setLanguage(newLanguage);
  }, []);
  const choice = useMemo(() => ({ language, choose }), [language, choose]);
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext);
}

/** All texts in the present language. */
export function useTexts(): Texts {
  return TEXTS[useLanguage().language];
}
