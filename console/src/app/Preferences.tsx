import { DesktopOutlined, MoonOutlined, SunOutlined, TranslationOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useLanguage, useTexts } from "../texts/language";
import { THEMES, useAppearance } from "./Appearance";

const LANGUAGE_NAMES = { "zh-CN": "中文", "en-US": "English" } as const;
const THEME_ICONS = { light: <SunOutlined />, dark: <MoonOutlined />, system: <DesktopOutlined /> };

/** Language, and light or dark, on every screen. Plain buttons: antd's menus would slow down the first load. */
export function Preferences() {
  const { frame } = useTexts();
  const { language, choose: selectLanguage } = useLanguage();
  const { selectedTheme, selectTheme: chooseTheme } = useAppearance();
  const other = language === "zh-CN" ? "en-US" : "zh-CN";
  const next = THEMES[(THEMES.indexOf(selectedTheme) + 1) % THEMES.length] ?? "system";
  const theme = `${frame.theme}: ${frame.themes[selectedTheme]}`;
  return (
    <>
      <Button
        type="text"
        icon={<TranslationOutlined />}
        lang={other}
        title={frame.language}
        onClick={() => selectLanguage(other)}
      >
        {LANGUAGE_NAMES[other]}
      </Button>
      <Button
        type="text"
        icon={THEME_ICONS[selectedTheme]}
        aria-label={theme}
        title={theme}
        onClick={() => chooseTheme(next)}
      />
    </>
  );
}
