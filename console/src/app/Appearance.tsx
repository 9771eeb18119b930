import { App as AntApp, ConfigProvider } from "antd";
import enUS from "antd/locale/en_US";
import zhCN from "antd/locale/zh_CN";
import dayjs from "dayjs";
import "dayjs/locale/zh-cn";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { themeOf } from "../design";
import { useLanguage } from "../texts/language";

export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = "puc.theme";
const systemDark = window.matchMedia("(prefers-color-scheme: dark)");
const systemReducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

const AppearanceContext = createContext<{ selectedTheme: Theme; selectTheme: (theme: Theme) => void }>({
  selectedTheme: "system",
  selectTheme: () => undefined,
});

function storedTheme(): Theme {
  const stored = THEMES.find((option) => option === localStorage.getItem(STORAGE_KEY));
  return stored ?? "system";
}

function useMediaQuery(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (notify) => {
      query.addEventListener("change", notify);
      return () => query.removeEventListener("change", notify);
    },
    () => query.matches,
  );
}

/** antd in the chosen language, light or dark (remembered in this browser); without motion if the system says so. */
export function Appearance({ children }: { children: ReactNode }) {
  const { language } = useLanguage();
  const [selectedTheme, setSelectedTheme] = useState(storedTheme);
  const system = useMediaQuery(systemDark);
  const reducedMotion = useMediaQuery(systemReducedMotion);
  const dark = selectedTheme === "dark" || (selectedTheme === "system" && system);
  useEffect(() => {
    dayjs.locale(language === "zh-CN" ? "zh-cn" : "en");
  }, [language]);
  useEffect(() => {
    document.documentElement.style.colorScheme = dark ? "dark" : "light";
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  }, [dark]);
  const appearance = useMemo(
    () => ({ selectedTheme, selectTheme: (next: Theme) => storeTheme(next, setSelectedTheme) }),
    [selectedTheme],
  );
  return (
    <AppearanceContext value={appearance}>
      <ConfigProvider
        locale={language === "zh-CN" ? zhCN : enUS}
        theme={themeOf(dark, reducedMotion)}
        button={{ autoInsertSpace: false }}
      >
        <AntApp style={{ height: "100%" }}>{children}</AntApp>
      </ConfigProvider>
    </AppearanceContext>
  );
}

function storeTheme(next: Theme, set: (theme: Theme) => void): void {
  localStorage.setItem(STORAGE_KEY, next);
  set(next);
}

export function useAppearance() {
  return useContext(AppearanceContext);
}
