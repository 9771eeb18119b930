import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import { enUS } from "./en-US";
import type { Texts } from "./texts";
import { zhCN } from "./zh-CN";

export type Language = "zh-CN" | "en-US";

const TEXTS: Record<Language, Texts> = { "zh-CN": zhCN, "en-US": enUS };
const REMEMBERED = "puc.language";

interface Choice {
  language: Language;
  choose: (language: Language) => void;
}

const LanguageContext = createContext<Choice>({ language: "zh-CN", choose: () => undefined });

function first(): Language {
  const remembered = localStorage.getItem(REMEMBERED);
  if (remembered === "zh-CN" || remembered === "en-US") return remembered;
  return navigator.language.toLowerCase().startsWith("zh") ? "zh-CN" : "en-US";
}

/** Keeps and remembers the chosen language, and sets it on the document (screen readers, line breaks, fonts). */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(first);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choose = useCallback((chosen: Language) => {
    localStorage.setItem(REMEMBERED, chosen);
    setLanguage(chosen);
  }, []);
  const choice = useMemo(() => ({ language, choose }), [language, choose]);
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}

export function useLanguage(): Choice {
  return useContext(LanguageContext);
}

/** All texts in the present language. */
export function useTexts(): Texts {
  return TEXTS[useLanguage().language];
}
