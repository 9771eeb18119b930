import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card, Flex, Typography } from "antd";
import { useState } from "react";
import type { Namespace, SubscriptionRule, SubscriptionRules } from "../../api/types";
import { Enforcement } from "../../components/brokers/Enforcement";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { EditRule } from "./EditRule";
import { RuleTable } from "./RuleTable";
import { SubscriptionMode } from "./SubscriptionMode";
import { removeRule, rulesQuery } from "./subscriptionRules";
import { useMay } from "./useMay";

/** The rules about who may use subscriptions of the namespace; for those who administer or audit it. */
export function Subscriptions({ namespace }: { namespace: { type: "namespace" } & Namespace }) {
  const may = useMay(namespace);
  const mayRead = may("audit");
  const rules = useQuery({ ...rulesQuery(namespace.id), enabled: mayRead });
  return (
    mayRead && (
      <QueryView query={rules}>
        {(data) => <SubscriptionsCard namespace={namespace} rules={data} mayChange={may("change")} />}
      </QueryView>
    )
  );
}

type DialogState = { kind: "new" | "mode" } | { kind: "edit" | "remove"; rule: SubscriptionRule };

interface SubscriptionsCardProps {
  namespace: Namespace;
  rules: SubscriptionRules;
  /** The reader may change them. */
  mayChange: boolean;
}

function SubscriptionsCard({ namespace, rules, mayChange }: SubscriptionsCardProps) {
  const { subscriptions } = useTexts();
  const [dialog, setDialog] = useState<DialogState>();
  const [revision, setRevision] = useState<number | null>(null);
  const close = () => setDialog(undefined);
  const addButton = mayChange && (
    <Button icon={<PlusOutlined />} onClick={() => setDialog({ kind: "new" })}>
      {subscriptions.newRule}
    </Button>
  );
  return (
    <Card title={subscriptions.title} extra={addButton} data-testid="subscriptions">
      <Flex vertical gap={12}>
        <Typography.Text type="secondary">{subscriptions.hint}</Typography.Text>
        <Flex gap={8} align="center" wrap>
          <Typography.Text>{subscriptions.modes[rules.subscription_auth_mode]}</Typography.Text>
          {mayChange && (
            <Button size="small" onClick={() => setDialog({ kind: "mode" })}>
              {subscriptions.changeMode}
            </Button>
          )}
        </Flex>
        {revision !== null && <Enforcement revision={revision} close={() => setRevision(null)} />}
        <RuleTable
          rules={rules.items}
          mayChange={mayChange}
          edit={(rule) => setDialog({ kind: "edit", rule })}
          remove={(rule) => setDialog({ kind: "remove", rule })}
        />
      </Flex>
      {dialog?.kind === "new" && <EditRule id={namespace.id} rules={rules} onDone={setRevision} close={close} />}
      {dialog?.kind === "edit" && (
        <EditRule id={namespace.id} rules={rules} rule={dialog.rule} onDone={setRevision} close={close} />
      )}
      {dialog?.kind === "mode" && <SubscriptionMode namespace={namespace} onDone={setRevision} close={close} />}
      {dialog?.kind === "remove" && (
        <ConfirmDanger
          title={subscriptions.removeTitle(dialog.rule.subscription)}
          okText={subscriptions.remove}
          lead={subscriptions.removeLead}
          losses={[subscriptions.removeGoes]}
          action={async () => setRevision((await removeRule(namespace.id, rules, dialog.rule.subscription)).revision)}
          close={close}
        />
      )}
    </Card>
  );
}
