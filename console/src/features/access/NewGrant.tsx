import { Form, Radio } from "antd";
import { type ResourceType, typeNumber } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { RolePicker } from "../../components/fields/pickers";
import { IMPOSSIBLE } from "../../components/rights/limitsText";
import { useTexts } from "../../texts/language";
import { content, GrantFields, type GrantValues } from "./GrantFields";
import { give } from "./grants";

interface NewGrantProps {
  type: ResourceType;
  id: number;
  name: string;
  done: (revision: number | null) => void;
  close: () => void;
}

interface NewGrantValues extends GrantValues {
  to: "user" | "role";
  role_id: number;
}

/** Give authorities on a resource to a user (its personal role) or to a role. */
export function NewGrant({ type, id, name, done, close }: NewGrantProps) {
  const { access, general } = useTexts();
  const [form] = Form.useForm<NewGrantValues>();
  const to = Form.useWatch("to", form) ?? "user";
  return (
    <FormDialog<NewGrantValues>
      form={form}
      title={access.grantTitle(name)}
      okText={access.grant}
      initial={{ to: "user" }}
      width={680}
      fieldOf={IMPOSSIBLE}
      submit={async (values) => done((await give(values.role_id, typeNumber(type), id, content(values))).revision)}
      cancel={close}
    >
      <Form.Item name="to" label={access.to}>
        <Radio.Group
          onChange={() => form.resetFields(["role_id"])}
          options={[
            { value: "user", label: access.toUser },
            { value: "role", label: access.toRole },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="role_id"
        label={to === "user" ? access.toUser : access.toRole}
        rules={[{ required: true, message: general.required }]}
      >
        <RolePicker key={to} personal={to === "user"} />
      </Form.Item>
      <GrantFields place={{ type: typeNumber(type), id, name }} />
    </FormDialog>
  );
}
