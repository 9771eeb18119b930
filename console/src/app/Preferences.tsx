import { BulbOutlined, TranslationOutlined } from "@ant-design/icons";
import { Button, Dropdown } from "antd";
import { type Language, useLanguage, useTexts } from "../texts/language";
import { THEMES, type Theme, useAppearance } from "./Appearance";

const LANGUAGES: { key: Language; label: string }[] = [
  { key: "zh-CN", label: "中文" },
  { key: "en-US", label: "English" },
];

/** Language and light or dark, wherever the reader is. */
export function Preferences() {
  const { frame } = useTexts();
  const { language, choose } = useLanguage();
  const appearance = useAppearance();
  return (
    <>
      <Dropdown
        trigger={["click"]}
        menu={{
          items: LANGUAGES,
          selectedKeys: [language],
          onClick: ({ key }) => choose(key as Language),
        }}
      >
        <Button type="text" icon={<TranslationOutlined />} aria-label={frame.language}>
          {LANGUAGES.find((each) => each.key === language)?.label}
        </Button>
      </Dropdown>
      <Dropdown
        trigger={["click"]}
        menu={{
          items: THEMES.map((key) => ({ key, label: frame.themes[key] })),
          selectedKeys: [appearance.chosen],
          onClick: ({ key }) => appearance.choose(key as Theme),
        }}
      >
        <Button type="text" icon={<BulbOutlined />} aria-label={frame.theme} title={frame.theme} />
      </Dropdown>
    </>
  );
}
