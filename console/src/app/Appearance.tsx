import { App as AntApp, ConfigProvider, theme } from "antd";
import enUS from "antd/locale/en_US";
import zhCN from "antd/locale/zh_CN";
import dayjs from "dayjs";
import "dayjs/locale/zh-cn";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useLanguage } from "../texts/language";

export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];

const REMEMBERED = "puc.theme";
const systemDark = window.matchMedia("(prefers-color-scheme: dark)");
const systemStill = window.matchMedia("(prefers-reduced-motion: reduce)");

const AppearanceContext = createContext<{ chosen: Theme; choose: (theme: Theme) => void }>({
  chosen: "system",
  choose: () => undefined,
});

function remembered(): Theme {
  const found = THEMES.find((each) => each === localStorage.getItem(REMEMBERED));
  return found ?? "system";
}

function useWish(wish: MediaQueryList): boolean {
  return useSyncExternalStore(
    (changed) => {
      wish.addEventListener("change", changed);
      return () => wish.removeEventListener("change", changed);
    },
    () => wish.matches,
  );
}

/** antd in the chosen language and in light or dark, both remembered in this browser; still where the system wishes it. */
export function Appearance({ children }: { children: ReactNode }) {
  const { language } = useLanguage();
  const [chosen, setChosen] = useState(remembered);
  const system = useWish(systemDark);
  const still = useWish(systemStill);
  const dark = chosen === "dark" || (chosen === "system" && system);
  useEffect(() => {
    dayjs.locale(language === "zh-CN" ? "zh-cn" : "en");
  }, [language]);
  useEffect(() => {
    document.documentElement.style.colorScheme = dark ? "dark" : "light";
  }, [dark]);
  const choice = useMemo(() => ({ chosen, choose: (next: Theme) => remember(next, setChosen) }), [chosen]);
  return (
    <AppearanceContext value={choice}>
      <ConfigProvider
        locale={language === "zh-CN" ? zhCN : enUS}
        theme={tokens(dark, still)}
        button={{ autoInsertSpace: false }}
      >
        <AntApp style={{ height: "100%" }}>{children}</AntApp>
      </ConfigProvider>
    </AppearanceContext>
  );
}

function remember(next: Theme, set: (theme: Theme) => void): void {
  localStorage.setItem(REMEMBERED, next);
  set(next);
}

function tokens(dark: boolean, still: boolean) {
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: dark ? "#6f8dff" : "#3a5bd9",
      colorInfo: dark ? "#6f8dff" : "#3a5bd9",
      borderRadius: 8,
      motion: !still,
    },
    components: { Layout: { headerHeight: 52, headerPadding: "0 24px" }, Table: { headerBorderRadius: 8 } },
  };
}

export function useAppearance() {
  return useContext(AppearanceContext);
}
