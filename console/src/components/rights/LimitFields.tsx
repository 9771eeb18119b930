import { useQuery } from "@tanstack/react-query";
import { Collapse, Form, Typography } from "antd";
import { type ReactNode, useEffect, useState } from "react";
import { authoritiesQuery } from "../../api/shared";
import { useTexts } from "../../texts/language";
import { type LimitValues, limitsOf, limitsText, NAMESPACE, TENANT } from "./limitsText";
import { NetworksField } from "./NetworksField";
import { type LimitedPlace, PrefixField } from "./PrefixField";
import { SubscriptionsField } from "./SubscriptionsField";

const FIELDS = ["prefix", "subscriptions", "networks"] as const;
/** The rights that may be limited to subscriptions, by the names of the dictionary. */
const OF_SUBSCRIPTIONS = ["read", "subscriptions"];

/** To what the right may be limited there: folded while nothing is written, and only what is possible there. */
export function LimitFields({ place }: { place: LimitedPlace }) {
  const texts = useTexts();
  const form = Form.useFormInstance<LimitValues>();
  const named = useOfSubscriptions();
  const written = (Form.useWatch<string[] | undefined>("subscriptions", { preserve: true }) ?? []).length > 0;
  const below = place.type === TENANT || place.type === NAMESPACE;
  return (
    // Read again at every change, of errors too.
    <Form.Item noStyle shouldUpdate={() => true}>
      {() => (
        <Folded
          limits={limitsText(texts, limitsOf(form.getFieldsValue(true)), place.type)}
          wrong={form.getFieldsError([...FIELDS]).some(({ errors }) => errors.length > 0)}
        >
          {below && <PrefixField place={place} />}
          {(named || written) && <SubscriptionsField possible={named} />}
          <NetworksField hint={texts.access.networksHint} />
        </Folded>
      )}
    </Form.Item>
  );
}

interface FoldedProps {
  /** What is written in the fields, in words. */
  limits: string;
  wrong: boolean;
  children: ReactNode;
}

/** The fields under a title, which says what is in them while they are folded. What is wrong is not folded away. */
function Folded({ limits, wrong, children }: FoldedProps) {
  const { access } = useTexts();
  const [open, setOpen] = useState(limits !== "");
  useEffect(() => {
    if (wrong) setOpen(true);
  }, [wrong]);
  const said = !open && limits && <Typography.Text type="secondary"> {limits}</Typography.Text>;
  const title = (
    <>
      {access.limitTo}
      {said}
    </>
  );
  return (
    <Collapse
      ghost
      style={{ marginBlockEnd: open ? -12 : 12, marginInline: -16 }}
      activeKey={open ? "limits" : []}
      onChange={(keys) => setOpen(wrong || keys.length > 0)}
      items={[{ key: "limits", label: title, forceRender: true, children }]}
    />
  );
}

/** True when the chosen authorities are about reading and managing subscriptions only. */
function useOfSubscriptions(): boolean {
  const { data } = useQuery(authoritiesQuery);
  const chosen = Form.useWatch<number[] | undefined>("authorities") ?? [];
  const rights = new Map((data ?? []).map(({ id, right }) => [id, right]));
  return chosen.length > 0 && chosen.every((id) => OF_SUBSCRIPTIONS.includes(rights.get(id) ?? ""));
}
