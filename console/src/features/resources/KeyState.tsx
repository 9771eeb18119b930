import { HintTag } from "../../components/values/HintTag";
import { useTexts } from "../../texts/language";

const COLORS: Record<string, string> = { active: "green", retiring: "blue", destroyed: "red" };

/** The state of a version of an encryption key. */
export function KeyState({ state = "" }: { state?: string }) {
  const { encryptionKeys } = useTexts();
  return (
    <HintTag
      text={encryptionKeys.states[state] ?? state}
      color={COLORS[state] ?? "default"}
      hint={encryptionKeys.stateHints[state]}
    />
  );
}
