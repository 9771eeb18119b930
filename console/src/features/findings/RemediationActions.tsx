import { Button, Form, Input, Typography } from "antd";
import { useState } from "react";
import { LIMITS } from "../../api/limits.gen";
import { useSession } from "../../api/session";
import type { Remediation } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { useChange } from "../../components/page/useChange";
import { useTexts } from "../../texts/language";
import { cancel, confirm, rollBack } from "./remediations";

/** The actions that the state of a remediation allows. */
export function RemediationActions({ remediation }: { remediation: Remediation }) {
  const { findings } = useTexts();
  const { user } = useSession();
  const [ending, setEnding] = useState<"cancel" | "roll-back">();
  const confirming = useChange(confirm, { said: findings.confirmed });
  const open = remediation.state === "proposed" || remediation.state === "announced";
  return (
    <>
      {open && <Button onClick={() => setEnding("cancel")}>{findings.cancel}</Button>}
      {remediation.state === "proposed" && remediation.planned_by !== user.username && (
        <Button type="primary" loading={confirming.isPending} onClick={() => confirming.mutate(remediation)}>
          {findings.confirm}
        </Button>
      )}
      {remediation.state === "applied" && (
        <Button danger onClick={() => setEnding("roll-back")}>
          {findings.rollBack}
        </Button>
      )}
      {ending && <Ending remediation={remediation} how={ending} close={() => setEnding(undefined)} />}
    </>
  );
}

interface EndingProps {
  remediation: Remediation;
  how: "cancel" | "roll-back";
  close: () => void;
}

function Ending({ remediation, how, close }: EndingProps) {
  const { findings, general } = useTexts();
  const back = how === "roll-back";
  const run = back ? rollBack : cancel;
  return (
    <FormDialog<{ comment: string }>
      title={back ? findings.rollBackTitle(remediation.id) : findings.cancelTitle(remediation.id)}
      okText={back ? findings.rollBack : general.confirm}
      submit={({ comment }) => run(remediation, comment)}
      cancel={close}
    >
      {back && <Typography.Paragraph>{findings.rollBackHint}</Typography.Paragraph>}
      <Form.Item
        name="comment"
        label={findings.comment}
        extra={findings.commentHint}
        rules={[{ required: true, whitespace: true, message: general.required }]}
      >
        <Input.TextArea maxLength={LIMITS.Ending.comment.maxLength} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </FormDialog>
  );
}
