import { Table, type TableColumnsType } from "antd";
import type { ImportReport } from "../../api/types";
import { useTexts } from "../../texts/language";

interface Count {
  kind: string;
  comes: number;
  exists: number;
}

/** How many of each kind the import makes, and how many exist already. Narrow enough for every screen. */
export function Counts({ report }: { report: ImportReport }) {
  const { clusterImport } = useTexts();
  const rows = Object.entries(clusterImport.thing).map(([kind, label]) => ({
    kind: label,
    comes: report.comes[kind] ?? 0,
    exists: report.exists[kind] ?? 0,
  }));
  const columns: TableColumnsType<Count> = [
    { title: clusterImport.kind, dataIndex: "kind", key: "kind" },
    { title: clusterImport.comes, key: "comes", align: "end", render: (_, { comes }) => comes.toLocaleString() },
    { title: clusterImport.exists, key: "exists", align: "end", render: (_, { exists }) => exists.toLocaleString() },
  ];
  return (
    <Table<Count>
      style={{ width: "100%", maxWidth: 480 }}
      size="small"
      pagination={false}
      rowKey="kind"
      columns={columns}
      dataSource={rows.filter(({ comes, exists }) => comes + exists > 0)}
      locale={{ emptyText: clusterImport.empty }}
    />
  );
}
