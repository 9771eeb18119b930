import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Card, Flex, Form, Select } from "antd";
import { LIMITS } from "../../api/limits.gen";
import { fullName } from "../../api/resourceNames";
import { RESOURCE_TYPES, type ResourceType, typeNumber } from "../../api/types";
import { ResourceNameField } from "../../components/fields/nameFields";
import { AuthorityChoice } from "../../components/rights/AuthorityChoice";
import { useTexts } from "../../texts/language";

/** One place that a token is narrowed to, as in the fields. */
export interface ScopePart {
  place: ResourceType;
  name: string;
  authorities: number[];
}

const NEW_PART: Partial<ScopePart> = { place: "topic" };

/** What a token may be used for, place by place; without a place, for all that its user may. */
export function ScopeFields() {
  const { tokens } = useTexts();
  return (
    <Form.Item label={tokens.scope} extra={tokens.scopeHint}>
      <Form.List name="scope">
        {(fields, { add, remove }) => (
          <Flex vertical gap={8}>
            {fields.map(({ key, name }) => (
              <Part key={key} index={name} remove={() => remove(name)} />
            ))}
            {fields.length < LIMITS.NewToken.scope.maxItems && (
              <Button type="dashed" block icon={<PlusOutlined />} onClick={() => add(NEW_PART)}>
                {tokens.addPlace}
              </Button>
            )}
          </Flex>
        )}
      </Form.List>
    </Form.Item>
  );
}

function Part({ index, remove }: { index: number; remove: () => void }) {
  const { access, general, requests, tokens } = useTexts();
  const form = Form.useFormInstance();
  const place: ResourceType = Form.useWatch(["scope", index, "place"], form) ?? "topic";
  const required = [{ required: true, message: general.required }];
  const removeButton = (
    <Button type="text" danger icon={<DeleteOutlined />} aria-label={tokens.removePlace} onClick={remove} />
  );
  return (
    <Card size="small" title={tokens.place(index + 1)} extra={removeButton}>
      <Form.Item name={[index, "place"]} label={requests.resourceType}>
        <Select
          options={RESOURCE_TYPES.map((value) => ({ value, label: general.types[value] }))}
          onChange={() =>
            form.resetFields([
              ["scope", index, "name"],
              ["scope", index, "authorities"],
            ])
          }
        />
      </Form.Item>
      <Form.Item name={[index, "name"]} label={access.resource} rules={required}>
        <ResourceNameField type={place} />
      </Form.Item>
      <Form.Item
        name={[index, "authorities"]}
        label={access.authorities}
        rules={[{ required: true, message: access.chooseOne }]}
      >
        <AuthorityChoice place={typeNumber(place)} />
      </Form.Item>
    </Card>
  );
}

/** The fields' values in the form of the API; null: not narrowed. */
export function scopeOf(parts: ScopePart[] | undefined) {
  return parts?.length ? parts.map((part) => ({ ...part, name: fullName(part.place, part.name) })) : null;
}
