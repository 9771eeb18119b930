import { App as AntApp, ConfigProvider, theme } from "antd";
import enUS from "antd/locale/en_US";
import zhCN from "antd/locale/zh_CN";
import dayjs from "dayjs";
import "dayjs/locale/zh-cn";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from "react";
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
        theme={themeConfig(dark, reducedMotion)}
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

/** Contrast of all text is at least 4.5 : 1 (WCAG AA), which antd's own greys and coloured tags are not. */
function themeConfig(dark: boolean, reducedMotion: boolean) {
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: dark ? "#7f9aff" : "#3a5bd9",
      // antd's own hover colour is paler: too little contrast on outlined buttons.
      colorPrimaryHover: dark ? "#9db1ff" : "#2f4bb8",
      colorInfo: dark ? "#7f9aff" : "#3a5bd9",
      ...(dark ? DARK : LIGHT),
      borderRadius: 8,
      motion: !reducedMotion,
    },
    components: {
      Layout: { headerHeight: 52, headerPadding: "0 24px" },
      Table: { headerBorderRadius: 8 },
      ...(dark ? ON_DARK : {}),
      // Less round: a box that looks like a circle would be taken for a radio button.
      Checkbox: { borderRadiusSM: 3 },
    },
  };
}

const LIGHT = {
  colorTextSecondary: "#595959",
  colorTextTertiary: "#636363",
  colorTextDescription: "#595959",
  colorTextPlaceholder: "#6b6b6b",
  colorTextDisabled: "#6b6b6b",
  colorError: "#cf1322",
  colorSuccessText: "#237804",
  colorWarningText: "#874d00",
};
const DARK = {
  colorTextSecondary: "#b3b3b3",
  colorTextTertiary: "#a6a6a6",
  colorTextDescription: "#b3b3b3",
  colorTextPlaceholder: "#9a9a9a",
  colorTextDisabled: "#9a9a9a",
  colorError: "#ff7875",
  colorSuccessText: "#73d13d",
};
/** In the dark appearance, some surfaces are light: their text is dark. */
const ON_DARK = {
  Button: { primaryColor: "#10142b", dangerColor: "#2a0b0c" },
  Menu: { itemSelectedColor: "#b4c3ff" },
};

export function useAppearance() {
  return useContext(AppearanceContext);
}
