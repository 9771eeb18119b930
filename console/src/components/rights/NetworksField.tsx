import { useQuery } from "@tanstack/react-query";
import { Form } from "antd";
import { LIMITS } from "../../api/limits.gen";
import { networksQuery } from "../../api/sharedQueries";
import { useTexts } from "../../texts/language";
import { NamesField } from "../fields/NamesField";

interface NetworksFieldProps {
  /** Replaces the label `From networks`. */
  label?: string;
  /** What is allowed from these networks. */
  hint: string;
  /** Only networks: the names of lists are not offered. */
  plain?: boolean;
}

/** Networks, or names of lists of them; nothing: from everywhere. */
export function NetworksField({ label, hint, plain = false }: NetworksFieldProps) {
  const { access } = useTexts();
  const lists = useQuery({ ...networksQuery, enabled: !plain }).data?.items ?? [];
  const options = lists.map(({ name, networks }) => ({
    value: `@${name}`,
    label: `@${name}`,
    title: networks.join(", "),
  }));
  return (
    // This rule accepts everything. With a rule, antd removes the center's error when the value changes.
    <Form.Item
      name="networks"
      label={label ?? access.networks}
      extra={hint}
      rules={[{ validator: async () => undefined }]}
    >
      <NamesField maxCount={LIMITS.NewLimits.networks.maxItems} options={plain ? undefined : options} />
    </Form.Item>
  );
}
