import { Flex, type TableColumnsType } from "antd";
import { Link } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useSession } from "../../api/session";
import type { EndingCredential } from "../../api/types";
import { ListFilter } from "../../components/lists/ListFilter";
import type { PageQuery } from "../../components/lists/listPage";
import { ServerTable } from "../../components/lists/ServerTable";
import { useListAddress } from "../../components/lists/useListAddress";
import { Page } from "../../components/page/Page";
import { EmptyState } from "../../components/states/EmptyState";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";

type Kind = EndingCredential["kind"];
const KINDS: Kind[] = ["secret", "key", "token", "one_time"];

/** All credentials with an end that the reader may see, the soonest first. */
export default function EndingCredentials() {
  const { access, tokens } = useTexts();
  const { get, set } = useListAddress();
  const kind = get("kind", KINDS);
  const load = (page: PageQuery) =>
    answer(client.GET("/api/v1/credentials/ending", { params: { query: { ...page, kind } } }));
  const filter = (
    <ListFilter
      label={tokens.credentialKind}
      width={200}
      value={kind}
      change={(chosen) => set({ kind: chosen })}
      options={KINDS.map((value) => ({ value, label: tokens.credentialKinds[value] }))}
    />
  );
  return (
    <Page title={tokens.ending} hint={tokens.endingHint}>
      <ServerTable<EndingCredential>
        queryKey={["users", "ending", kind]}
        load={load}
        columns={useColumns()}
        rowKey={(row) => `${row.kind} ${row.id}`}
        search={access.chooseUser}
        filters={filter}
        empty={<EmptyState title={tokens.noneEnds} hint={tokens.noneEndsHint} />}
      />
    </Page>
  );
}

function useColumns(): TableColumnsType<EndingCredential> {
  const { general, identity, tokens } = useTexts();
  const ownId = useSession().user.id;
  return [
    { title: general.validUntil, key: "until", render: (_, { valid_until: until }) => <Moment at={until} /> },
    {
      title: tokens.credentialKind,
      key: "kind",
      render: (_, { kind, name }) => (
        <Flex vertical>
          {tokens.credentialKinds[kind]}
          {name && <span className="mono">{kind === "secret" ? `…${name}` : name}</span>}
        </Flex>
      ),
    },
    { title: identity.username, key: "user", render: (_, { username }) => <span className="mono">{username}</span> },
    { title: tokens.lastUsed, key: "used", render: (_, { last_use: use }) => <Moment at={use} /> },
    {
      title: general.actions,
      key: "actions",
      render: (_, row) => (
        <Link to={replacingPath(row, ownId)} aria-label={`${tokens.replace} ${row.username} ${row.name}`}>
          {tokens.replace}
        </Link>
      ),
    },
  ];
}

/** The page where it is replaced by a new one. */
function replacingPath({ kind, user_id: id }: EndingCredential, ownId: number): string {
  if (id === ownId) return "/credentials";
  return kind === "one_time" ? `/users/${id}` : `/users/${id}/credentials`;
}
