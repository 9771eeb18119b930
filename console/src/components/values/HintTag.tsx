import { Tag, Tooltip } from "antd";

interface HintTagProps {
  text?: string;
  color: string;
  hint?: string;
}

/** A coloured word that explains itself when pointed at or reached with the keyboard. */
export function HintTag({ text, color, hint }: HintTagProps) {
  if (!hint) return <Tag color={color}>{text}</Tag>;
  return (
    <Tooltip title={hint} trigger={["hover", "focus"]}>
      <Tag color={color} tabIndex={0}>
        {text}
      </Tag>
    </Tooltip>
  );
}
