import { Flex, type TableColumnsType, Tag } from "antd";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { User } from "../../api/types";
import { ListFilter } from "../../components/lists/ListFilter";
import type { NamedSort, PageQuery } from "../../components/lists/listPage";
import { ServerTable } from "../../components/lists/ServerTable";
import { useListAddress } from "../../components/lists/useListAddress";
import { EmptyState } from "../../components/states/EmptyState";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { UserStatus } from "./UserStatus";

interface UserTableProps {
  parentId?: number;
  empty: { title: string; hint: string };
  action?: ReactNode;
}

type Filter = Partial<Pick<User, "kind" | "status">>;

const KINDS: User["kind"][] = ["person", "service"];
const STATUSES: User["status"][] = ["active", "disabled", "locked"];

/** Users, or the sub-accounts of one: found, filtered and paged by the server. */
export function UserTable({ parentId, empty, action }: UserTableProps) {
  const texts = useTexts();
  const { get, set } = useListAddress();
  const filter: Filter = { kind: get("kind", KINDS), status: get("status", STATUSES) };
  const load = (page: PageQuery<NamedSort>) =>
    answer(client.GET("/api/v1/users", { params: { query: { ...page, ...filter, parent_id: parentId } } }));
  return (
    <ServerTable<User, NamedSort>
      queryKey={["users", "list", parentId, filter]}
      load={load}
      columns={columns(texts, parentId === undefined)}
      rowKey={(user) => user.id}
      search={texts.access.chooseUser}
      filters={<Filters filter={filter} change={set} />}
      empty={<EmptyState title={empty.title} hint={empty.hint} action={action} />}
    />
  );
}

function Filters({ filter, change }: { filter: Filter; change: (filter: Filter) => void }) {
  const { general, identity } = useTexts();
  const options = <K extends string>(words: Record<K, string>) =>
    (Object.keys(words) as K[]).map((value) => ({ value, label: words[value] }));
  return (
    <>
      <ListFilter
        label={identity.kind}
        placeholder={identity.allKinds}
        width={140}
        value={filter.kind}
        options={options(identity.kinds)}
        change={(kind) => change({ kind })}
      />
      <ListFilter
        label={general.status}
        placeholder={identity.allStatuses}
        width={140}
        value={filter.status}
        options={options(identity.statuses)}
        change={(status) => change({ status })}
      />
    </>
  );
}

function columns({ frame, identity, general }: Texts, markSubAccounts: boolean): TableColumnsType<User> {
  return [
    {
      title: identity.username,
      key: "name",
      sorter: true,
      render: (_, user) => (
        <Flex gap={8}>
          <Link to={`/users/${user.id}`} className="long">
            {user.username}
          </Link>
          {markSubAccounts && user.parent_id !== null && <Tag>{frame.subAccount}</Tag>}
        </Flex>
      ),
    },
    { title: identity.nick, dataIndex: "nick", key: "nick" },
    { title: identity.kind, key: "kind", render: (_, user) => identity.kinds[user.kind] },
    { title: general.status, key: "status", render: (_, user) => <UserStatus user={user} /> },
    {
      title: identity.roles,
      key: "roles",
      render: (_, user) =>
        user.roles
          .filter((role) => role.id !== user.personal_role_id)
          .map((role) => <Tag key={role.id}>{role.name}</Tag>),
    },
    { title: general.added, key: "id", sorter: true, render: (_, user) => <Moment at={user.add_time} /> },
  ];
}
