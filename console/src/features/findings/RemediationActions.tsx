import { Button, Form, Input, Typography } from "antd";
import { useState } from "react";
import { LIMITS } from "../../api/limits.gen";
import { useSession } from "../../api/session";
import type { Remediation } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { useChange } from "../../components/page/useChange";
import { useTexts } from "../../texts/language";
import { cancelRemediation, confirmRemediation, rollBackRemediation } from "./remediations";

/** The actions that the state of a remediation allows. */
export function RemediationActions({ remediation }: { remediation: Remediation }) {
  const { findings } = useTexts();
  const { user } = useSession();
  const [openDialog, setOpenDialog] = useState<"cancel" | "roll-back">();
  const confirmation = useChange(confirmRemediation, { successText: findings.confirmed });
  const open = remediation.state === "proposed" || remediation.state === "announced";
  return (
    <>
      {open && <Button onClick={() => setOpenDialog("cancel")}>{findings.cancel}</Button>}
      {remediation.state === "proposed" && remediation.planned_by !== user.username && (
        <Button type="primary" loading={confirmation.isPending} onClick={() => confirmation.mutate(remediation)}>
          {findings.confirm}
        </Button>
      )}
      {remediation.state === "applied" && (
        <Button danger onClick={() => setOpenDialog("roll-back")}>
          {findings.rollBack}
        </Button>
      )}
      {openDialog && <EndDialog remediation={remediation} kind={openDialog} close={() => setOpenDialog(undefined)} />}
    </>
  );
}

interface EndDialogProps {
  remediation: Remediation;
  kind: "cancel" | "roll-back";
  close: () => void;
}

function EndDialog({ remediation, kind, close }: EndDialogProps) {
  const { findings, general } = useTexts();
  const rollingBack = kind === "roll-back";
  const run = rollingBack ? rollBackRemediation : cancelRemediation;
  return (
    <FormDialog<{ comment: string }>
      title={rollingBack ? findings.rollBackTitle(remediation.id) : findings.cancelTitle(remediation.id)}
      okText={rollingBack ? findings.rollBack : general.confirm}
      submit={({ comment }) => run(remediation, comment)}
      cancel={close}
    >
      {rollingBack && <Typography.Paragraph>{findings.rollBackHint}</Typography.Paragraph>}
      <Form.Item
        name="comment"
        label={findings.comment}
        extra={findings.commentHint}
        rules={[{ required: true, whitespace: true, message: general.required }]}
      >
        <Input.TextArea maxLength={LIMITS.WithComment.comment.maxLength} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDialog>
  );
}
