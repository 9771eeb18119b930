import { EditOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card, Descriptions, Flex, Tag } from "antd";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { useSession } from "../../api/session";
import { groupsQuery, userQuery } from "../../api/sharedQueries";
import type { User } from "../../api/types";
import { Networks } from "../../components/rights/Networks";
import { QueryView } from "../../components/states/QueryView";
import { Moment } from "../../components/values/Moment";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";
import { EditUser } from "./EditUser";

/** The facts of a user, and the form to change them. */
export default function UserFacts() {
  const id = Number(useParams().id);
  return <QueryView query={useQuery(userQuery(id))}>{(user) => <Facts user={user} />}</QueryView>;
}

function Facts({ user }: { user: User }) {
  const { general, identity } = useTexts();
  const [editing, setEditing] = useState(false);
  const edit = (
    <Button icon={<EditOutlined />} onClick={() => setEditing(true)}>
      {general.edit}
    </Button>
  );
  return (
    <Card title={identity.tabs.facts} extra={edit}>
      <Descriptions column={{ xs: 1, xl: 2 }} items={useFacts(user)} />
      {editing && <EditUser user={user} close={() => setEditing(false)} />}
    </Card>
  );
}

function Kind({ user }: { user: User }) {
  const { identity } = useTexts();
  return (
    <Flex gap="small" wrap>
      {identity.kinds[user.kind]}
      {user.named_by_grant_on && (
        <Tag color="orange" style={{ whiteSpace: "normal", overflowWrap: "anywhere" }}>
          {identity.namedByGrant(user.named_by_grant_on)}
        </Tag>
      )}
    </Flex>
  );
}

function useFacts(user: User) {
  const { access, general, identity } = useTexts();
  const administrator = mayAdminister(useSession());
  const groups = useQuery({ ...groupsQuery, enabled: administrator });
  const parent = useQuery({ ...userQuery(user.parent_id ?? 0), enabled: user.parent_id !== null });
  const group = groups.data?.items.find(({ id }) => id === user.group_id);
  const roles = user.roles.filter((role) => role.id !== user.personal_role_id);
  return [
    { key: "kind", label: identity.kind, children: <Kind user={user} /> },
    { key: "nick", label: identity.nick, children: user.nick || general.none },
    {
      key: "parent",
      label: identity.parent,
      children: parent.data ? <Link to={`/users/${parent.data.id}`}>{parent.data.username}</Link> : general.none,
    },
    { key: "group", label: identity.group, children: group?.name ?? user.group_id ?? general.none },
    {
      key: "roles",
      label: identity.roles,
      children: roles.length === 0 ? general.none : <Roles roles={roles} linked={administrator} />,
    },
    {
      key: "networks",
      label: access.networks,
      children: user.networks ? <Networks names={user.networks} /> : access.everywhere,
    },
    { key: "remark", label: general.remark, children: user.remark || general.none },
    { key: "added", label: general.added, children: <Moment at={user.add_time} /> },
    { key: "updated", label: general.updated, children: <Moment at={user.update_time} /> },
  ];
}

function Roles({ roles, linked }: { roles: User["roles"]; linked: boolean }) {
  return (
    <Flex gap={4} wrap>
      {roles.map((role) => (
        <Tag key={role.id}>{linked ? <Link to={`/roles/${role.id}`}>{role.name}</Link> : role.name}</Tag>
      ))}
    </Flex>
  );
}
