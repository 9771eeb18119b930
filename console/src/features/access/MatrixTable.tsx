import { Checkbox, Flex, Table, type TableColumnsType, Tag, Tooltip, Typography } from "antd";
import { useTexts } from "../../texts/language";
import { ABOUT_FUNCTIONS, type Cell, key, RIGHTS, type Row } from "./matrix";

interface MatrixTableProps {
  rows: Row[];
  /** The id of the resource for which the dialog was opened. */
  current: number;
  toggled: ReadonlySet<string>;
  toggle: (cell: string) => void;
}

/** Resources in rows, rights in columns. A tick is a grant on the resource itself, a small tag one from above. */
export function MatrixTable({ rows, current, toggled, toggle }: MatrixTableProps) {
  const texts = useTexts();
  const { giving, general } = texts;
  const columnsOf = (first: number, end: number) =>
    RIGHTS.slice(first, end).map((right, nth) => ({
      title: giving.rights[right],
      key: right,
      align: "center" as const,
      render: (_: unknown, row: Row) => {
        const cell = row.cells[first + nth];
        if (!cell) return null;
        const name = key(row.place, cell.authority);
        const label = `${giving.rights[right]}: ${row.place.name}`;
        return <OneCell cell={cell} label={label} changed={toggled.has(name)} toggle={() => toggle(name)} />;
      },
    }));
  const columns: TableColumnsType<Row> = [
    {
      title: texts.access.resource,
      key: "place",
      fixed: "left",
      render: (_, { place, others, limited }, index) => (
        <Flex vertical>
          <Typography.Text strong={index === current} className="mono">
            {place.name}
          </Typography.Text>
          <Typography.Text type="secondary" style={{ fontSize: 12 }}>
            {(["cluster", "tenant", "namespace", "topic"] as const).map((type) => general.types[type])[place.type - 1]}
            {others.length > 0 && ` · ${giving.others(others.join(", "))}`}
            {limited > 0 && ` · ${giving.limited(limited)}`}
          </Typography.Text>
        </Flex>
      ),
    },
    ...columnsOf(0, ABOUT_FUNCTIONS),
    { title: giving.aboutFunctions, key: "functions", children: columnsOf(ABOUT_FUNCTIONS, RIGHTS.length) },
  ];
  return (
    <Table<Row>
      size="small"
      columns={columns}
      dataSource={rows}
      rowKey={({ place }) => `${place.type}:${place.id}`}
      pagination={false}
      scroll={{ x: "max-content", y: 360 }}
    />
  );
}

interface OneCellProps {
  cell: Cell;
  label: string;
  changed: boolean;
  toggle: () => void;
}

function OneCell({ cell, label, changed, toggle }: OneCellProps) {
  const texts = useTexts();
  const { giving } = texts;
  const ticked = cell.here !== changed;
  const sentence = texts.authorities[cell.authority as keyof typeof texts.authorities];
  return (
    <Tooltip title={cell.inherited === null ? sentence : `${sentence} · ${giving.fromAbove(cell.inherited)}`}>
      <Flex vertical align="center" gap={2} style={changed ? { outline: "2px solid #d48806", borderRadius: 4 } : {}}>
        <Checkbox checked={ticked} onChange={toggle} aria-label={label} />
        {cell.inherited !== null && (
          <Tag color="blue" style={{ margin: 0, fontSize: 11 }}>
            {texts.access.inherited}
          </Tag>
        )}
      </Flex>
    </Tooltip>
  );
}
