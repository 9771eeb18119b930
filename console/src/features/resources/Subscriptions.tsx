import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card, Flex, Typography } from "antd";
import { useState } from "react";
import type { Namespace, SubscriptionRule, SubscriptionRules } from "../../api/types";
import { Enforcement } from "../../components/brokers/Enforcement";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { Loaded } from "../../components/states/Loaded";
import { useTexts } from "../../texts/language";
import { EditRule } from "./EditRule";
import { RuleTable } from "./RuleTable";
import { SubscriptionMode } from "./SubscriptionMode";
import { removeRule, rulesQuery } from "./subscriptionRules";
import { useMay } from "./useMay";

/** Who alone may use subscriptions of the namespace; for who administers or audits it. */
export function Subscriptions({ namespace }: { namespace: { type: "namespace" } & Namespace }) {
  const may = useMay(namespace);
  const reads = may("audit");
  const rules = useQuery({ ...rulesQuery(namespace.id), enabled: reads });
  return (
    reads && (
      <Loaded query={rules}>{(seen) => <Known namespace={namespace} seen={seen} changes={may("change")} />}</Loaded>
    )
  );
}

type Asked = { what: "new" | "mode" } | { what: "edit" | "remove"; rule: SubscriptionRule };

interface KnownProps {
  namespace: Namespace;
  seen: SubscriptionRules;
  /** The reader may change them. */
  changes: boolean;
}

function Known({ namespace, seen, changes }: KnownProps) {
  const { subscriptions } = useTexts();
  const [asked, setAsked] = useState<Asked>();
  const [revision, setRevision] = useState<number | null>(null);
  const close = () => setAsked(undefined);
  const add = changes && (
    <Button icon={<PlusOutlined />} onClick={() => setAsked({ what: "new" })}>
      {subscriptions.newRule}
    </Button>
  );
  return (
    <Card title={subscriptions.title} extra={add} data-testid="subscriptions">
      <Flex vertical gap={12}>
        <Typography.Text type="secondary">{subscriptions.hint}</Typography.Text>
        <Flex gap={8} align="center" wrap>
          <Typography.Text>{subscriptions.modes[seen.subscription_auth_mode]}</Typography.Text>
          {changes && (
            <Button size="small" onClick={() => setAsked({ what: "mode" })}>
              {subscriptions.changeMode}
            </Button>
          )}
        </Flex>
        {revision !== null && <Enforcement revision={revision} close={() => setRevision(null)} />}
        <RuleTable
          rules={seen.items}
          changes={changes}
          edit={(rule) => setAsked({ what: "edit", rule })}
          remove={(rule) => setAsked({ what: "remove", rule })}
        />
      </Flex>
      {asked?.what === "new" && <EditRule id={namespace.id} seen={seen} done={setRevision} close={close} />}
      {asked?.what === "edit" && (
        <EditRule id={namespace.id} seen={seen} rule={asked.rule} done={setRevision} close={close} />
      )}
      {asked?.what === "mode" && <SubscriptionMode namespace={namespace} done={setRevision} close={close} />}
      {asked?.what === "remove" && (
        <ConfirmDanger
          title={subscriptions.removeTitle(asked.rule.subscription)}
          okText={subscriptions.remove}
          lead={subscriptions.removeLead}
          goes={[subscriptions.removeGoes]}
          run={async () => setRevision((await removeRule(namespace.id, seen, asked.rule.subscription)).revision)}
          close={close}
        />
      )}
    </Card>
  );
}
