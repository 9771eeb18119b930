import { PlainButton } from "../components/plain/PlainButton";
import { useLanguage, useStartTexts } from "../texts/startTexts";
import { THEMES, useThemeChoice } from "./ThemeChoice";

const LANGUAGE_NAMES = { "zh-CN": "中文", "en-US": "English" } as const;
const THEME_LINES = {
  light: "M8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.5 1.5M11.5 11.5 13 13M13 3l-1.5 1.5M4.5 11.5 3 13M8 5a3 3 0 1 0 .01 0z",
  dark: "M13.5 10A6 6 0 1 1 6 2.5 5 5 0 0 0 13.5 10z",
  system: "M1.5 2.5h13v8.5h-13zM5 14h6M8 11v3",
};

/** Language, and light or dark, on every screen. Plain buttons: antd's menus would slow down the first load. */
export function Preferences() {
  const { frame } = useStartTexts();
  const { language, choose: selectLanguage } = useLanguage();
  const { selectedTheme, selectTheme } = useThemeChoice();
  const other = language === "zh-CN" ? "en-US" : "zh-CN";
  const next = THEMES[(THEMES.indexOf(selectedTheme) + 1) % THEMES.length] ?? "system";
  const theme = `${frame.theme}: ${frame.themes[selectedTheme]}`;
  return (
    <>
      <PlainButton kind="quiet" lang={other} title={frame.language} onClick={() => selectLanguage(other)}>
        {LANGUAGE_NAMES[other]}
      </PlainButton>
      <PlainButton kind="quiet" aria-label={theme} title={theme} onClick={() => selectTheme(next)}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" className="icon">
          <path d={THEME_LINES[selectedTheme]} />
        </svg>
      </PlainButton>
    </>
  );
}
