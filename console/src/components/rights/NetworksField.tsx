import { useQuery } from "@tanstack/react-query";
import { Form, Select } from "antd";
import { LIMITS } from "../../api/limits.gen";
import { networksQuery } from "../../api/shared";
import { useTexts } from "../../texts/language";

/** Networks, or names of lists of them; nothing: from everywhere. `hint`: what is let in from there. */
export function NetworksField({ hint }: { hint: string }) {
  const { access } = useTexts();
  const lists = useQuery(networksQuery).data?.items ?? [];
  return (
    // The rule is always kept: with one, an error of the center goes when the value changes.
    <Form.Item name="networks" label={access.networks} extra={hint} rules={[{ validator: async () => undefined }]}>
      <Select
        mode="tags"
        suffixIcon={null}
        tokenSeparators={[",", " "]}
        maxCount={LIMITS.GrantLimits.networks.maxItems}
        options={lists.map(({ name, networks }) => ({
          value: `@${name}`,
          label: `@${name}`,
          title: networks.join(", "),
        }))}
      />
    </Form.Item>
  );
}
