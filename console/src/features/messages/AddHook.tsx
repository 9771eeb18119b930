import { Form, Input, Select } from "antd";
import { LIMITS, NOTICE_KINDS } from "../../api/limits.gen";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { useTexts } from "../../texts/language";
import { createHook, type HookValues, kindText } from "./messages";

interface AddHookProps {
  onCreated: (hook: { name: string; secret: string }) => void;
  close: () => void;
}

/** Adds a web hook: its address and the notices it gets. Its secret is shown once afterwards. */
export function AddHook({ onCreated, close }: AddHookProps) {
  const texts = useTexts();
  const { general, messages } = texts;
  const required = { required: true, message: general.required };
  return (
    <FormDialog<HookValues>
      title={messages.addHook}
      okText={general.create}
      submit={async (values) => onCreated(await createHook(values))}
      fieldOf={{ exists: "name", hook_not_allowed: "url" }}
      cancel={close}
    >
      <Form.Item name="name" label={messages.hookName} rules={[required]}>
        <Input maxLength={LIMITS.NewWebHook.name.maxLength} autoComplete="off" />
      </Form.Item>
      <Form.Item name="url" label={messages.url} extra={messages.urlHint} rules={[required]}>
        <Input
          className="mono"
          maxLength={LIMITS.NewWebHook.url.maxLength}
          placeholder="https://hooks.acme.example/pulsar"
          autoComplete="off"
        />
      </Form.Item>
      <Form.Item
        name="kinds"
        label={`${messages.which} (${general.optional})`}
        extra={messages.whichHint}
        htmlFor="kinds"
      >
        <Select
          id="kinds"
          mode="multiple"
          placeholder={messages.every}
          options={NOTICE_KINDS.map((value) => ({ value, label: kindText(texts, value) }))}
          optionFilterProp="label"
        />
      </Form.Item>
    </FormDialog>
  );
}
