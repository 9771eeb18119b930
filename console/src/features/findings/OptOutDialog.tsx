import { DatePicker, Form, Input } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { LIMITS } from "../../api/limits.gen";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { useTexts } from "../../texts/language";
import { optOut } from "./findings";

interface Values {
  reason: string;
  until: Dayjs;
}

/** Excludes a grant from suggestions until a day (opt-out). */
export function OptOutDialog({ grant, close }: { grant: number; close: () => void }) {
  const { findings, general } = useTexts();
  return (
    <FormDialog<Values>
      title={findings.optOutTitle}
      okText={findings.optOut}
      initial={{ until: dayjs().add(90, "day") }}
      submit={({ reason, until }) => optOut({ grant_id: grant, reason, until: until.valueOf() })}
      cancel={close}
    >
      <Form.Item
        name="reason"
        label={findings.reason}
        extra={findings.reasonHint}
        rules={[{ required: true, whitespace: true, message: general.required }]}
      >
        <Input maxLength={LIMITS.NewOptOut.reason.maxLength} />
      </Form.Item>
      <Form.Item
        name="until"
        label={findings.optOutUntil}
        extra={findings.optOutHint}
        rules={[{ required: true, message: general.required }]}
      >
        <DatePicker minDate={dayjs().add(1, "day")} maxDate={dayjs().add(365, "day")} />
      </Form.Item>
    </FormDialog>
  );
}
