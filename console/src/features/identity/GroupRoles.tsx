import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Flex, Form, Input, Typography } from "antd";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import type { Provider } from "../../api/types";
import { ifMatchHeader } from "../../api/version";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { RolePicker } from "../../components/fields/pickers";
import { useTexts } from "../../texts/language";

interface Values {
  items: { group: string; role_id: number }[];
}

/** Which group of the provider gives which role, all at once. */
export function GroupRoles({ provider, close }: { provider: Provider; close: () => void }) {
  const { companySignIn } = useTexts();
  const params = { path: { provider_id: provider.id }, header: ifMatchHeader(provider) };
  const submit = ({ items = [] }: Partial<Values>) =>
    answer(client.PUT("/api/v1/identity-providers/{provider_id}/groups", { params, body: { items } }));
  return (
    <FormDialog<Values>
      title={companySignIn.groupsTitle(provider.name)}
      width={720}
      initial={{ items: provider.groups }}
      submit={submit}
      cancel={close}
    >
      <Typography.Paragraph type="secondary">{companySignIn.groupsHint}</Typography.Paragraph>
      <Form.List name="items">
        {(fields, { add, remove }) => (
          <Flex vertical gap={8}>
            {fields.map(({ key, name }) => (
              <Row key={key} name={name} remove={() => remove(name)} />
            ))}
            <Button
              icon={<PlusOutlined />}
              disabled={fields.length >= LIMITS.GroupRoles.items.maxItems}
              onClick={() => add()}
            >
              {companySignIn.addRow}
            </Button>
          </Flex>
        )}
      </Form.List>
    </FormDialog>
  );
}

function Row({ name, remove }: { name: number; remove: () => void }) {
  const { companySignIn, general } = useTexts();
  const form = Form.useFormInstance<Values>();
  const rules = [{ required: true, message: general.required }];
  const group = form.getFieldValue(["items", name, "group"]) ?? "";
  return (
    <Flex gap={8} align="start" wrap>
      <Form.Item name={[name, "group"]} rules={rules} style={{ flex: "1 1 200px", margin: 0 }}>
        <Input
          aria-label={companySignIn.groupName}
          placeholder={companySignIn.groupName}
          maxLength={LIMITS.GroupRole.group.maxLength}
          autoComplete="off"
        />
      </Form.Item>
      <Form.Item name={[name, "role_id"]} rules={rules} style={{ flex: "1 1 200px", margin: 0 }}>
        <RolePicker personal={false} aria-label={companySignIn.role} />
      </Form.Item>
      <Button icon={<DeleteOutlined />} aria-label={companySignIn.removeRow(group)} onClick={remove} />
    </Flex>
  );
}
