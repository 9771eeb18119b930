import { DataTable } from "../../components/lists/DataTable";
import { useTexts } from "../../texts/language";

interface Use {
  date: string;
  user: string | null;
  action: number;
  resource: string;
  n: number;
}

/** Days of use, in the given order. */
export function Uses<T extends Use>({ uses }: { uses: T[] }) {
  const { findings } = useTexts();
  return (
    <DataTable<T>
      size="small"
      pagination={false}
      dataSource={uses}
      rowKey={(row) => JSON.stringify(row)}
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
