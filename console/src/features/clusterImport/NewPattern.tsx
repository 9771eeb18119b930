import { Form, Input, Select } from "antd";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { useTexts } from "../../texts/language";
import { MappedUserField } from "./MappedUserField";
import { isPattern, type Line, TARGETS } from "./mapping";

interface NewPatternProps {
  add: (line: Line) => void;
  close: () => void;
}

/** A line for all roles that fit a pattern. */
export function NewPattern({ add, close }: NewPatternProps) {
  const { clusterImport, general } = useTexts();
  return (
    <FormDialog<Line>
      title={clusterImport.newPattern}
      okText={general.create}
      initial={{ to: "shared-role" }}
      submit={async ({ role, to, name, main }) => add({ role, to, name: name || undefined, main })}
      onDone={close}
      cancel={close}
    >
      <Form.Item
        name="role"
        label={clusterImport.pattern}
        extra={clusterImport.patternHint}
        rules={[
          { required: true, message: general.required },
          {
            validator: (_, role?: string) =>
              !role || isPattern({ role }) ? Promise.resolve() : Promise.reject(new Error(clusterImport.patternRule)),
          },
        ]}
      >
        <Input placeholder="team-*" />
      </Form.Item>
      <Form.Item name="to" label={clusterImport.becomes}>
        <Select options={TARGETS.map((value) => ({ value, label: clusterImport.kinds[value] }))} />
      </Form.Item>
      <Form.Item noStyle dependencies={["to"]}>
        {({ getFieldValue }) => <NameFields to={getFieldValue("to")} />}
      </Form.Item>
    </FormDialog>
  );
}

function NameFields({ to }: { to: Line["to"] }) {
  const { clusterImport, general } = useTexts();
  if (to === "nothing") return null;
  return (
    <>
      <Form.Item name="name" label={clusterImport.name} extra={clusterImport.nameHint}>
        <Input placeholder="{role}" />
      </Form.Item>
      {to === "sub-account" && (
        <Form.Item name="main" label={clusterImport.main} rules={[{ required: true, message: general.required }]}>
          <MappedUserField label={clusterImport.main} placeholder={clusterImport.main} />
        </Form.Item>
      )}
    </>
  );
}
