import { Table } from "antd";
import { useTexts } from "../../texts/language";

interface Use {
  date: string;
  user: string | null;
  action: number;
  resource: string;
  n: number;
}

/** Days of use, as they were given. */
export function Uses<T extends Use>({ uses }: { uses: T[] }) {
  const { findings } = useTexts();
  return (
    <Table<T>
      size="small"
      pagination={false}
      dataSource={uses}
      rowKey={(row) => JSON.stringify(row)}
      scroll={{ x: "max-content" }}
      locale={{ emptyText: findings.noUses }}
      columns={[
        { title: findings.date, dataIndex: "date" },
        { title: findings.user, dataIndex: "user", className: "mono" },
        { title: findings.action, key: "action", render: (_, { action }) => findings.actions[action] },
        { title: findings.resource, dataIndex: "resource", className: "mono" },
        { title: findings.times, dataIndex: "n", align: "end" },
      ]}
    />
  );
}
