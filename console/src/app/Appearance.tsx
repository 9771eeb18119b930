import { App as AntApp, ConfigProvider, theme } from "antd";
import dayjs from "dayjs";
import { type ReactNode, useEffect } from "react";
import { DARK, LIGHT, ON_DARK, SIZES } from "../design";
import { useAntdLocale, useLanguage } from "../texts/language";
import { useMediaQuery, useThemeChoice } from "./ThemeChoice";

const systemReducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

/** antd in the chosen language, light or dark; without motion if the system says so. */
export function Appearance({ children }: { children: ReactNode }) {
  const { language } = useLanguage();
  const { dark } = useThemeChoice();
  const locale = useAntdLocale();
  const reducedMotion = useMediaQuery(systemReducedMotion);
  useEffect(() => {
    dayjs.locale(language === "zh-CN" ? "zh-cn" : "en");
  }, [language]);
  return (
    <ConfigProvider locale={locale} theme={themeOf(dark, reducedMotion)} button={{ autoInsertSpace: false }}>
      <AntApp style={{ height: "100%" }}>{children}</AntApp>
    </ConfigProvider>
  );
}

/** antd's theme. */
function themeOf(dark: boolean, reducedMotion: boolean) {
  return {
    algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: { ...SIZES, ...(dark ? DARK : LIGHT), motion: !reducedMotion },
    components: {
      Layout: { headerHeight: 52, headerPadding: "0 24px" },
      Table: { headerBorderRadius: 8 },
      ...(dark ? ON_DARK : {}),
      // Less round: a box that looks like a circle would be taken for a radio button.
      Checkbox: { borderRadiusSM: 3 },
    },
  };
}
