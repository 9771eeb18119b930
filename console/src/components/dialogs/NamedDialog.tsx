import { Form, Input } from "antd";
import { LIMITS } from "../../api/limits.gen";
import { useTexts } from "../../texts/language";
import { FormDialog } from "./FormDialog";

export interface NamedValues {
  name: string;
  remark?: string;
}

interface NamedDialogProps {
  title: string;
  initial?: { name: string; remark?: string | null };
  submit: (values: NamedValues) => Promise<unknown>;
  close: () => void;
}

/** A dialog for groups and roles, which have only a name and a remark. */
export function NamedDialog({ title, initial, submit, close }: NamedDialogProps) {
  const { general } = useTexts();
  const values = initial && { name: initial.name, remark: initial.remark ?? "" };
  return (
    <FormDialog<NamedValues>
      title={title}
      initial={values}
      submit={submit}
      fieldOf={{ exists: "name", role_exists: "name" }}
      cancel={close}
    >
      <Form.Item name="name" label={general.name} rules={[{ required: true, message: general.required }]}>
        <Input maxLength={LIMITS.NewGroup.name.maxLength} autoComplete="off" />
      </Form.Item>
      <Form.Item name="remark" label={general.remark}>
        <Input maxLength={LIMITS.NewGroup.remark.maxLength} />
      </Form.Item>
    </FormDialog>
  );
}
