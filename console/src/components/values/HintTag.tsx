import { Tag, Tooltip } from "antd";

interface HintTagProps {
  text?: string;
  color: string;
  hint?: string;
}

/** A short word in a colour, which says more when it is pointed at or reached with the keyboard. */
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
