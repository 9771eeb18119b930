import { DesktopOutlined, MoonOutlined, SunOutlined, TranslationOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useLanguage, useTexts } from "../texts/language";
import { THEMES, useAppearance } from "./Appearance";

const NAMES = { "zh-CN": "中文", "en-US": "English" } as const;
const SIGNS = { light: <SunOutlined />, dark: <MoonOutlined />, system: <DesktopOutlined /> };

/** Language, and light or dark, on every screen. Plain buttons: antd's menus would slow down the first load. */
export function Preferences() {
  const { frame } = useTexts();
  const { language, choose } = useLanguage();
  const { chosen, choose: chooseTheme } = useAppearance();
  const other = language === "zh-CN" ? "en-US" : "zh-CN";
  const next = THEMES[(THEMES.indexOf(chosen) + 1) % THEMES.length] ?? "system";
  const theme = `${frame.theme}: ${frame.themes[chosen]}`;
  return (
    <>
      <Button
        type="text"
        icon={<TranslationOutlined />}
        lang={other}
        title={frame.language}
        onClick={() => choose(other)}
      >
        {NAMES[other]}
      </Button>
      <Button type="text" icon={SIGNS[chosen]} aria-label={theme} title={theme} onClick={() => chooseTheme(next)} />
    </>
  );
}
