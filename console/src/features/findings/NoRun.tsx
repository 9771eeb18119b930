import { useSession } from "../../api/session";
import { EmptyState } from "../../components/states/EmptyState";
import { CopyBlock } from "../../components/values/CopyBlock";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";

/** docs/audit.md explains them. */
const COMMANDS = [
  "usercenter export-history history",
  "usercenter-audit run --events logs/user-center-events --history history --out audit",
  "usercenter audit load audit",
].join("\n");

/** Shown while the audit has not run yet. Only administrators of the center can run it, and are shown how. */
export function NoRun() {
  const { findings, usage } = useTexts();
  const administrator = mayAdminister(useSession());
  const hint = administrator ? findings.noRunHint : findings.noRunOthers;
  const commands = administrator && (
    <div style={{ maxWidth: 720, margin: "0 auto", textAlign: "start" }}>
      <CopyBlock label={usage.howToRun} text={COMMANDS} />
    </div>
  );
  return <EmptyState title={findings.noRun} hint={hint} action={commands} />;
}
