import { Flex, type TableColumnsType, Tag, Typography } from "antd";
import type { SubscriptionRule } from "../../api/types";
import { DataTable } from "../../components/lists/DataTable";
import { RowActions } from "../../components/lists/RowActions";
import { EmptyState } from "../../components/states/EmptyState";
import { useTexts } from "../../texts/language";

interface RuleTableProps {
  rules: SubscriptionRule[];
  /** The reader may change them. */
  mayChange: boolean;
  edit: (rule: SubscriptionRule) => void;
  remove: (rule: SubscriptionRule) => void;
}

const PAGE_SIZE = 20;

/** The rules of a namespace, by subscription. */
export function RuleTable({ rules, mayChange, edit, remove }: RuleTableProps) {
  const { general, subscriptions } = useTexts();
  const columns: TableColumnsType<SubscriptionRule> = [
    {
      title: subscriptions.subscription,
      key: "subscription",
      render: (_, rule) => <span className="mono long">{rule.subscription}</span>,
    },
    { title: subscriptions.users, key: "users", render: (_, rule) => <Users names={rule.users} /> },
  ];
  if (mayChange)
    columns.push({
      title: general.actions,
      key: "actions",
      render: (_, rule) => (
        <RowActions edit={() => edit(rule)} remove={() => remove(rule)} removeText={subscriptions.remove} />
      ),
    });
  if (rules.length === 0) return <EmptyState title={subscriptions.none} hint={subscriptions.noneHint} />;
  const pages = rules.length > PAGE_SIZE && { pageSize: PAGE_SIZE, showSizeChanger: false };
  return <DataTable size="small" columns={columns} dataSource={rules} rowKey="subscription" pagination={pages} />;
}

function Users({ names }: { names: string[] }) {
  const { subscriptions } = useTexts();
  if (names.length === 0) return <Typography.Text type="secondary">{subscriptions.nobody}</Typography.Text>;
  return (
    <Flex gap={4} wrap>
      {names.map((name) => (
        <Tag key={name} className="long" style={{ marginInlineEnd: 0, whiteSpace: "normal" }}>
          {name}
        </Tag>
      ))}
    </Flex>
  );
}
