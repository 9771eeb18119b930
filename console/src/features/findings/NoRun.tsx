import { useSession } from "../../api/session";
import { EmptyState } from "../../components/states/EmptyState";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";

/** Shown while the audit has not run yet. Only administrators of the center can run it. */
export function NoRun() {
  const { findings } = useTexts();
  const hint = mayAdminister(useSession()) ? findings.noRunHint : findings.noRunOthers;
  return <EmptyState title={findings.noRun} hint={hint} />;
}
