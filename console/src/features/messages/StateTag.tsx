import { Tag } from "antd";
import { useTexts } from "../../texts/language";

const COLORS: Record<string, string> = { waiting: "blue", sent: "green", dead: "red" };

/** The state of a message. */
export function StateTag({ state }: { state: string }) {
  const { messages } = useTexts();
  return <Tag color={COLORS[state]}>{messages.states[state as keyof typeof messages.states] ?? state}</Tag>;
}
