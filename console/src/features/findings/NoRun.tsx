import { useSession } from "../../api/session";
import { EmptyState } from "../../components/states/EmptyState";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";

/** The audit has not run yet. Who does not administer the center cannot run it. */
export function NoRun() {
  const { findings } = useTexts();
  const hint = mayAdminister(useSession()) ? findings.noRunHint : findings.noRunOthers;
  return <EmptyState title={findings.noRun} hint={hint} />;
}
