import { Checkbox, Flex, Table, type TableColumnsType, Tag, Tooltip, Typography } from "antd";
import { MEANINGS } from "../../design";
import { useTexts } from "../../texts/language";
import { ABOUT_FUNCTIONS, type Cell, keyOfCell, RIGHTS, type Row } from "./matrix";

/** Pixels. Head and body are two tables: without fixed widths, boxes would not be below their headings. */
const PLACE_WIDTH = 226;
const RIGHT_WIDTH = 72;
const WIDER: Partial<Record<(typeof RIGHTS)[number], number>> = { 4: 92, 6: 112, 8: 84, 11: 84 };
const widthOf = (right: (typeof RIGHTS)[number]) => WIDER[right] ?? RIGHT_WIDTH;
const WIDTH = RIGHTS.reduce((sum, right) => sum + widthOf(right), PLACE_WIDTH);

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
  const rightColumns = (first: number, end: number) =>
    RIGHTS.slice(first, end).map((right, index) => ({
      title: <span style={{ fontSize: 12 }}>{giving.rights[right]}</span>,
      key: right,
      width: widthOf(right),
      align: "center" as const,
      render: (_: unknown, row: Row) => {
        const cell = row.cells[first + index];
        if (!cell) return null;
        const cellKey = keyOfCell(row.place, cell.authority);
        const label = `${giving.rights[right]}: ${row.place.name}`;
        return <RightCell cell={cell} label={label} isChanged={toggled.has(cellKey)} toggle={() => toggle(cellKey)} />;
      },
    }));
  const columns: TableColumnsType<Row> = [
    {
      title: texts.access.resource,
      key: "place",
      fixed: "left",
      width: PLACE_WIDTH,
      render: (_, { place, others, limited }, index) => (
        <Flex vertical>
          <Typography.Text strong={index === current} className="mono" style={{ overflowWrap: "anywhere" }}>
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
    ...rightColumns(0, ABOUT_FUNCTIONS),
    { title: giving.aboutFunctions, key: "functions", children: rightColumns(ABOUT_FUNCTIONS, RIGHTS.length) },
  ];
  return (
    <Table<Row>
      size="small"
      columns={columns}
      dataSource={rows}
      rowKey={({ place }) => `${place.type}:${place.id}`}
      pagination={false}
      scroll={{ x: WIDTH, y: 360 }}
    />
  );
}

interface RightCellProps {
  cell: Cell;
  label: string;
  isChanged: boolean;
  toggle: () => void;
}

function RightCell({ cell, label, isChanged, toggle }: RightCellProps) {
  const texts = useTexts();
  const { giving } = texts;
  const ticked = cell.here !== isChanged;
  const sentence = texts.authorities[cell.authority as keyof typeof texts.authorities];
  return (
    <Tooltip title={cell.inherited === null ? sentence : `${sentence} · ${giving.fromAbove(cell.inherited)}`}>
      <Flex vertical align="center" gap={2} style={isChanged ? { outline: "2px solid #d48806", borderRadius: 4 } : {}}>
        <Checkbox checked={ticked} onChange={toggle} aria-label={label} />
        {cell.inherited !== null && (
          <Tag color={MEANINGS.inherited} style={{ margin: 0, fontSize: 11, paddingInline: 4 }}>
            {texts.access.inherited}
          </Tag>
        )}
      </Flex>
    </Tooltip>
  );
}
