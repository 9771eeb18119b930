import { Form, Radio } from "antd";
import type { Namespace, SubscriptionRules } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { useTexts } from "../../texts/language";
import { changeMode } from "./subscriptionRules";

type Mode = SubscriptionRules["subscription_auth_mode"];

interface SubscriptionModeProps {
  namespace: Namespace;
  onDone: (revision: number | null) => void;
  close: () => void;
}

/** Which names of subscriptions a namespace allows. */
export function SubscriptionMode({ namespace, onDone, close }: SubscriptionModeProps) {
  const { subscriptions } = useTexts();
  const option = (value: Mode) => ({ value, label: subscriptions.modes[value] });
  return (
    <FormDialog<{ mode: Mode }>
      title={subscriptions.modeTitle}
      initial={{ mode: namespace.subscription_auth_mode }}
      submit={async ({ mode }) => onDone((await changeMode(namespace, mode)).revision)}
      cancel={close}
    >
      <Form.Item name="mode" extra={subscriptions.modeHint}>
        <Radio.Group vertical aria-label={subscriptions.modeTitle} options={[option("None"), option("Prefix")]} />
      </Form.Item>
    </FormDialog>
  );
}
