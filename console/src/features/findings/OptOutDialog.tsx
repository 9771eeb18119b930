import { LIMITS } from "../../api/limits.gen";
import { ReasonUntilDialog } from "../../components/dialogs/ReasonUntilDialog";
import { useTexts } from "../../texts/language";
import { optOut } from "./findings";

/** Excludes a grant from suggestions until a day (opt-out). */
export function OptOutDialog({ grant, close }: { grant: number; close: () => void }) {
  const { findings } = useTexts();
  return (
    <ReasonUntilDialog
      title={findings.optOutTitle}
      okText={findings.optOut}
      reason={{ label: findings.reason, hint: findings.reasonHint, maxLength: LIMITS.NewOptOut.reason.maxLength }}
      until={{ label: findings.optOutUntil, hint: findings.optOutHint }}
      submit={(values) => optOut({ grant_id: grant, ...values })}
      close={close}
    />
  );
}
