import { Button, Table, type TableColumnsType, Tag } from "antd";
import type { ApiToken } from "../../api/types";
import { EmptyState } from "../../components/EmptyState";
import { Moment } from "../../components/Moment";
import { useTexts } from "../../texts/language";

interface TokenTableProps {
  rows: ApiToken[];
  revoke: (token: ApiToken) => void;
  /** The next step when there is none. */
  hint: string;
}

/** The tokens of a user; what is over stays visible and says so. */
export function TokenTable({ rows, revoke, hint }: TokenTableProps) {
  const { tokens, general } = useTexts();
  const columns: TableColumnsType<ApiToken> = [
    { title: tokens.tokenName, dataIndex: "name", key: "name" },
    { title: general.status, key: "status", render: (_, row) => <TokenStatus token={row} /> },
    { title: general.validUntil, key: "until", render: (_, row) => <Moment at={row.valid_until} /> },
    { title: general.added, key: "added", render: (_, row) => <Moment at={row.add_time} /> },
    {
      title: general.actions,
      key: "actions",
      render: (_, row) =>
        isOver(row) ? null : (
          <Button size="small" danger onClick={() => revoke(row)}>
            {tokens.revoke}
          </Button>
        ),
    },
  ];
  if (rows.length === 0) return <EmptyState title={tokens.noTokens} hint={hint} />;
  return (
    <Table
      size="small"
      columns={columns}
      dataSource={rows}
      rowKey="id"
      pagination={false}
      scroll={{ x: "max-content" }}
    />
  );
}

const isOver = (token: ApiToken) => token.revoke_time !== null || token.valid_until <= Date.now();

function TokenStatus({ token }: { token: ApiToken }) {
  const { tokens } = useTexts();
  if (token.revoke_time !== null) return <Tag>{tokens.revoked}</Tag>;
  return isOver(token) ? <Tag color="orange">{tokens.expired}</Tag> : <Tag color="green">{tokens.inForce}</Tag>;
}
