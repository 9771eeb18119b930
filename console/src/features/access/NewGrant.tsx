import { Form, Radio } from "antd";
import { type ResourceType, typeNumber } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { RolePicker } from "../../components/fields/pickers";
import { LIMIT_FIELDS } from "../../components/rights/limitsText";
import { useTexts } from "../../texts/language";
import { GrantFields, type GrantValues, grantContent } from "./GrantFields";
import { createGrant } from "./grants";

interface NewGrantProps {
  type: ResourceType;
  id: number;
  name: string;
  /** What is filled in already. */
  initial?: Partial<NewGrantValues>;
  onDone: (revision: number | null) => void;
  close: () => void;
}

interface NewGrantValues extends GrantValues {
  to: "user" | "role";
  role_id: number;
}

/** Give authorities on a resource to a user (its personal role) or to a role. */
export function NewGrant({ type, id, name, initial, onDone, close }: NewGrantProps) {
  const { access, general } = useTexts();
  const [form] = Form.useForm<NewGrantValues>();
  const to = Form.useWatch("to", form) ?? "user";
  return (
    <FormDialog<NewGrantValues>
      form={form}
      title={access.grantTitle(name)}
      okText={access.grant}
      initial={{ to: "user", ...initial }}
      width={680}
      fieldOf={LIMIT_FIELDS}
      submit={async (values) =>
        onDone((await createGrant(values.role_id, typeNumber(type), id, grantContent(values))).revision)
      }
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
