import { DatePicker, Form, Input } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { useTexts } from "../../texts/language";
import { FormDialog } from "./FormDialog";

export interface ReasonUntil {
  reason: string;
  /** Epoch ms. */
  until: number;
}

interface ReasonUntilProps {
  title: string;
  okText: string;
  reason: { label: string; hint?: string; maxLength: number };
  until: { label: string; hint: string };
  submit: (values: ReasonUntil) => Promise<unknown>;
  close: () => void;
}

/** Asks why something is left as it is, and until which day: 90 days ahead at first, a year at most. */
export function ReasonUntilDialog({ title, okText, reason, until, submit, close }: ReasonUntilProps) {
  const { general } = useTexts();
  return (
    <FormDialog<{ reason: string; until: Dayjs }>
      title={title}
      okText={okText}
      initial={{ until: dayjs().add(90, "day") }}
      submit={(values) => submit({ reason: values.reason, until: values.until.valueOf() })}
      cancel={close}
    >
      <Form.Item
        name="reason"
        label={reason.label}
        extra={reason.hint}
        rules={[{ required: true, whitespace: true, message: general.required }]}
      >
        <Input maxLength={reason.maxLength} />
      </Form.Item>
      <Form.Item
        name="until"
        label={until.label}
        extra={until.hint}
        rules={[{ required: true, message: general.required }]}
      >
        <DatePicker minDate={dayjs().add(1, "day")} maxDate={dayjs().add(365, "day")} />
      </Form.Item>
    </FormDialog>
  );
}
