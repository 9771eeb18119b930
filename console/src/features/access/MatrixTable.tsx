import { Checkbox, Flex, Table, type TableColumnsType, Tag, Tooltip, Typography } from "antd";
import { MEANINGS } from "../../design";
import { useTexts } from "../../texts/language";
import "./matrix.css";
import { ABOUT_FUNCTIONS, type Cell, keyOfCell, RIGHTS, type Row } from "./matrix";

/** Pixels. Head and body are two tables: without fixed widths, boxes would not be below their headings. */
const PLACE_WIDTH = 150;
const RIGHT_WIDTH = 40;
const WIDTH = PLACE_WIDTH + RIGHTS.length * RIGHT_WIDTH;

interface MatrixTableProps {
  rows: Row[];
  /** The id of the resource for which the dialog was opened. */
  current: number;
  toggled: ReadonlySet<string>;
  toggle: (cell: string) => void;
}

/** Resources in rows, rights in columns. A tick is a grant on the resource itself, an arrow one from above. */
export function MatrixTable({ rows, current, toggled, toggle }: MatrixTableProps) {
  const texts = useTexts();
  const { giving, general } = texts;
  const rightColumns = (first: number, end: number) =>
    RIGHTS.slice(first, end).map((right, index) => ({
      title: <span className="upright">{giving.rights[right]}</span>,
      key: right,
      width: RIGHT_WIDTH,
      className: "matrix-cell",
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
      className="matrix"
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
      <Flex vertical align="center" gap={2} className={isChanged ? "matrix-changed" : undefined}>
        <Checkbox checked={ticked} onChange={toggle} aria-label={label} />
        {cell.inherited !== null && (
          <Tag color={MEANINGS.inherited} className="chip">
            <span aria-hidden>↑</span>
            <span className="unseen">{texts.access.inherited}</span>
          </Tag>
        )}
      </Flex>
    </Tooltip>
  );
}
