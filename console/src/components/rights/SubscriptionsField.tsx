import { Form } from "antd";
import { LIMITS } from "../../api/limits.gen";
import { useTexts } from "../../texts/language";
import { NamesField } from "../fields/NamesField";

/** Names of subscriptions. `possible`: all authorities that are chosen are about subscriptions. */
export function SubscriptionsField({ possible }: { possible: boolean }) {
  const { access } = useTexts();
  const validate = async (_: unknown, names?: string[]) => {
    if (!possible && names?.length) throw new Error(access.subscriptionsImpossible);
  };
  return (
    <Form.Item
      name="subscriptions"
      label={access.subscriptions}
      extra={access.subscriptionsHint}
      dependencies={["authorities"]}
      rules={[{ validator: validate }]}
    >
      <NamesField maxCount={LIMITS.NewLimits.subscriptions.maxItems} />
    </Form.Item>
  );
}
