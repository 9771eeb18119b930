import { useQuery } from "@tanstack/react-query";
import { Collapse, Form, Typography } from "antd";
import { type ReactNode, useEffect, useState } from "react";
import { authoritiesQuery } from "../../api/sharedQueries";
import { useTexts } from "../../texts/language";
import { type LimitValues, limitsOf, limitsText, NAMESPACE, TENANT } from "./limitsText";
import { NetworksField } from "./NetworksField";
import { type LimitedPlace, PrefixField } from "./PrefixField";
import { SubscriptionsField } from "./SubscriptionsField";

const FIELDS = ["prefix", "subscriptions", "networks"] as const;
/** The rights that may be limited to subscriptions, by the names of the dictionary. */
const SUBSCRIPTION_RIGHTS = ["read", "subscriptions"];

/** The limits that are possible for a right on this place; folded while they are empty. */
export function LimitFields({ place }: { place: LimitedPlace }) {
  const texts = useTexts();
  const form = Form.useFormInstance<LimitValues>();
  const subscriptionsPossible = useSubscriptionsPossible();
  const hasSubscriptions = (Form.useWatch<string[] | undefined>("subscriptions", { preserve: true }) ?? []).length > 0;
  const hasChildren = place.type === TENANT || place.type === NAMESPACE;
  return (
    // Drawn again at every change, also of errors.
    <Form.Item noStyle shouldUpdate={() => true}>
      {() => (
        <LimitsFold
          limits={limitsText(texts, limitsOf(form.getFieldsValue(true)), place.type)}
          hasErrors={form.getFieldsError([...FIELDS]).some(({ errors }) => errors.length > 0)}
        >
          {hasChildren && <PrefixField place={place} />}
          {(subscriptionsPossible || hasSubscriptions) && <SubscriptionsField possible={subscriptionsPossible} />}
          <NetworksField hint={texts.access.networksHint} />
        </LimitsFold>
      )}
    </Form.Item>
  );
}

interface LimitsFoldProps {
  /** The values of the fields, in words. */
  limits: string;
  hasErrors: boolean;
  children: ReactNode;
}

/** The fields under a title that sums them up while they are folded. Fields with errors are always unfolded. */
function LimitsFold({ limits, hasErrors, children }: LimitsFoldProps) {
  const { access } = useTexts();
  const [open, setOpen] = useState(limits !== "");
  useEffect(() => {
    if (hasErrors) setOpen(true);
  }, [hasErrors]);
  const summary = !open && limits && <Typography.Text type="secondary"> {limits}</Typography.Text>;
  const title = (
    <>
      {access.limitTo}
      {summary}
    </>
  );
  return (
    <Collapse
      ghost
      style={{ marginBlockEnd: open ? -12 : 12, marginInline: -16 }}
      activeKey={open ? "limits" : []}
      onChange={(keys) => setOpen(hasErrors || keys.length > 0)}
      items={[{ key: "limits", label: title, forceRender: true, children }]}
    />
  );
}

/** True when the chosen authorities are about reading and managing subscriptions only. */
function useSubscriptionsPossible(): boolean {
  const { data } = useQuery(authoritiesQuery);
  const authorities = Form.useWatch<number[] | undefined>("authorities") ?? [];
  const rights = new Map((data ?? []).map(({ id, right }) => [id, right]));
  return authorities.length > 0 && authorities.every((id) => SUBSCRIPTION_RIGHTS.includes(rights.get(id) ?? ""));
}
