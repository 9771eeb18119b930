import { CheckOutlined, CopyOutlined } from "@ant-design/icons";
import { App, Button, theme } from "antd";
import { useState } from "react";
import { useTexts } from "../../texts/language";

interface CopyBlockProps {
  text: string;
  /** What it is, for screen readers. */
  label: string;
  autoFocus?: boolean;
}

/** Text to copy, in a fixed-width font, with a copy button. Long lines scroll instead of breaking. */
export function CopyBlock({ text, label, autoFocus }: CopyBlockProps) {
  const { general } = useTexts();
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    void message.success(general.copied);
  };
  return (
    <figure
      aria-label={label}
      className="copy-block"
      style={{ background: token.colorFillTertiary, borderRadius: token.borderRadius }}
    >
      {/* Focusable, so that long lines can be scrolled with the arrow keys. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <pre tabIndex={0}>{text}</pre>
      <Button
        autoFocus={autoFocus}
        icon={copied ? <CheckOutlined /> : <CopyOutlined />}
        aria-label={`${general.copy}: ${label}`}
        title={general.copy}
        onClick={() => void copy()}
      />
    </figure>
  );
}
