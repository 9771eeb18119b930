import { Form, Input } from "antd";
import { LIMITS } from "../../api/limits.gen";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { useTexts } from "../../texts/language";

interface RefuseDialogProps {
  title: string;
  hint: string;
  submit: (comment: string) => Promise<unknown>;
  close: () => void;
}

/** Refuses with a reason, which the applicant reads. */
export function RefuseDialog({ title, hint, submit, close }: RefuseDialogProps) {
  const { general, requests } = useTexts();
  return (
    <FormDialog<{ comment: string }>
      title={title}
      okText={requests.refuse}
      submit={({ comment }) => submit(comment)}
      cancel={close}
    >
      <Form.Item
        name="comment"
        label={requests.refuseReason}
        extra={hint}
        rules={[{ required: true, whitespace: true, message: general.required }]}
      >
        <Input.TextArea maxLength={LIMITS.WithComment.comment.maxLength} autoSize={{ minRows: 3, maxRows: 8 }} />
      </Form.Item>
    </FormDialog>
  );
}
