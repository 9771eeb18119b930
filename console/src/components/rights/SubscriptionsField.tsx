import { Form, Select } from "antd";
import { LIMITS } from "../../api/limits.gen";
import { useTexts } from "../../texts/language";

/** Names of subscriptions. `possible`: all authorities that are chosen are about subscriptions. */
export function SubscriptionsField({ possible }: { possible: boolean }) {
  const { access } = useTexts();
  const fits = async (_: unknown, names?: string[]) => {
    if (!possible && names?.length) throw new Error(access.subscriptionsImpossible);
  };
  return (
    <Form.Item
      name="subscriptions"
      label={access.subscriptions}
      extra={access.subscriptionsHint}
      dependencies={["authorities"]}
      rules={[{ validator: fits }]}
    >
      <Select
        mode="tags"
        open={false}
        suffixIcon={null}
        tokenSeparators={[",", " "]}
        maxCount={LIMITS.GrantLimits.subscriptions.maxItems}
      />
    </Form.Item>
  );
}
