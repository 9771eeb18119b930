import { useQuery } from "@tanstack/react-query";
import { Button, type TableColumnsType, Tag } from "antd";
import type { ApiToken } from "../../api/types";
import { DataTable } from "../../components/lists/DataTable";
import { EmptyState } from "../../components/states/EmptyState";
import { Moment } from "../../components/values/Moment";
import { MEANINGS } from "../../design";
import { useTexts } from "../../texts/language";
import { issuerQuery } from "./credentials";
import { ScopeText } from "./ScopeText";

interface TokenTableProps {
  rows: ApiToken[];
  revoke: (token: ApiToken) => void;
  /** The next step, shown if there are no tokens. */
  hint: string;
}

/** The tokens of a user. Expired and revoked ones stay visible and say so. */
export function TokenTable({ rows, revoke, hint }: TokenTableProps) {
  const { tokens, general } = useTexts();
  const issuer = useQuery(issuerQuery).data;
  const purpose = (audience: string) => (audience === issuer ? tokens.purposes.center : tokens.purposes.brokers);
  const columns: TableColumnsType<ApiToken> = [
    { title: tokens.tokenName, dataIndex: "name", key: "name" },
    { title: tokens.purpose, key: "purpose", render: (_, row) => row.audiences.map(purpose).join(", ") },
    { title: tokens.scope, key: "scope", render: (_, row) => <ScopeText scope={row.scope} /> },
    { title: general.status, key: "status", render: (_, row) => <TokenStatus token={row} /> },
    { title: general.validUntil, key: "until", render: (_, row) => <Moment at={row.valid_until} /> },
    { title: general.added, key: "added", render: (_, row) => <Moment at={row.add_time} /> },
    { title: tokens.lastUsed, key: "used", render: (_, row) => <Moment at={row.last_use} /> },
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
  return <DataTable size="small" columns={columns} dataSource={rows} rowKey="id" pagination={false} />;
}

const isOver = (token: ApiToken) => token.revoke_time !== null || token.valid_until <= Date.now();

function TokenStatus({ token }: { token: ApiToken }) {
  const { tokens } = useTexts();
  if (token.revoke_time !== null) return <Tag>{tokens.revoked}</Tag>;
  return isOver(token) ? (
    <Tag color={MEANINGS.ending}>{tokens.expired}</Tag>
  ) : (
    <Tag color={MEANINGS.granted}>{tokens.inForce}</Tag>
  );
}
