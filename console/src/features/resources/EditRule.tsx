import { Form, Input } from "antd";
import { LIMITS } from "../../api/limits.gen";
import type { SubscriptionRule, SubscriptionRules } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { UsernamesPicker } from "../../components/fields/pickers";
import { useTexts } from "../../texts/language";
import { putRule } from "./subscriptionRules";

interface EditRuleProps {
  id: number;
  rules: SubscriptionRules;
  /** The rule to change; without it, a new rule. */
  rule?: SubscriptionRule;
  onDone: (revision: number | null) => void;
  close: () => void;
}

/** The users who alone may use one subscription. */
export function EditRule({ id, rules, rule, onDone, close }: EditRuleProps) {
  const { general, subscriptions } = useTexts();
  const validateName = async (_: unknown, name?: string) => {
    if (!rule && rules.items.some(({ subscription }) => subscription === name)) throw new Error(subscriptions.taken);
  };
  return (
    <FormDialog<SubscriptionRule>
      title={rule ? subscriptions.editTitle(rule.subscription) : subscriptions.newRule}
      initial={rule ?? { users: [] }}
      submit={async (body) => onDone((await putRule(id, rules, body)).revision)}
      fieldOf={{ invalid_name: "subscription", rule_takes_whole_name: "subscription", not_found: "users" }}
      cancel={close}
    >
      <Form.Item
        name="subscription"
        label={subscriptions.subscription}
        hidden={rule !== undefined}
        rules={[{ required: true, message: general.required }, { validator: validateName }]}
      >
        <Input maxLength={LIMITS.SubscriptionPermission.subscription.maxLength} spellCheck={false} autoComplete="off" />
      </Form.Item>
      <Form.Item name="users" label={subscriptions.users} extra={subscriptions.usersHint}>
        <UsernamesPicker maxCount={LIMITS.SubscriptionPermission.users.maxItems} />
      </Form.Item>
    </FormDialog>
  );
}
