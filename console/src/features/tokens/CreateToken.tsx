import { Form, Input, InputNumber } from "antd";
import type { NewApiToken } from "../../api/types";
import { FormDialog } from "../../components/FormDialog";
import { useTexts } from "../../texts/language";
import { createToken } from "./credentials";

interface CreateTokenProps {
  userId: number;
  made: (token: NewApiToken) => void;
  close: () => void;
}

/** Name and life of a new API token. */
export function CreateToken({ userId, made, close }: CreateTokenProps) {
  const { tokens, general } = useTexts();
  const required = [{ required: true, message: general.required }];
  return (
    <FormDialog<{ name: string; days: number }>
      title={tokens.createToken}
      okText={general.create}
      initial={{ days: 30 }}
      submit={async (values) => made(await createToken(userId, values))}
      cancel={close}
    >
      <Form.Item name="name" label={tokens.tokenName} extra={tokens.tokenNameHint} rules={required}>
        <Input autoFocus maxLength={128} />
      </Form.Item>
      <Form.Item name="days" label={tokens.days} extra={tokens.daysHint} rules={required}>
        <InputNumber min={1} max={3650} precision={0} />
      </Form.Item>
    </FormDialog>
  );
}
