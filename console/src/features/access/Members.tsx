import { PlusOutlined } from "@ant-design/icons";
import { Button, Flex, Form, type TableColumnsType } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Member, Role } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { UserPicker } from "../../components/fields/pickers";
import type { NamedSort, PageQuery } from "../../components/lists/listPage";
import { ServerTable } from "../../components/lists/ServerTable";
import { EmptyState } from "../../components/states/EmptyState";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";

/** Who is in a role. The system keeps the members of personal roles. */
export function Members({ role }: { role: Role }) {
  const { access, general, identity } = useTexts();
  const [adding, setAdding] = useState(false);
  const [memberToRemove, setMemberToRemove] = useState<Member>();
  const path = { role_id: role.id };
  const load = (query: PageQuery<NamedSort>) =>
    answer(client.GET("/api/v1/roles/{role_id}/members", { params: { path, query } }));
  const columns: TableColumnsType<Member> = [
    {
      title: identity.username,
      key: "name",
      sorter: true,
      render: (_, member) => (
        <Link to={`/users/${member.id}`} className="long">
          {member.username}
        </Link>
      ),
    },
    { title: identity.nick, dataIndex: "nick", key: "nick" },
    { title: general.added, key: "added", render: (_, member) => <Moment at={member.add_time} /> },
  ];
  const actions: TableColumnsType<Member>[number] = {
    title: general.actions,
    key: "actions",
    render: (_, member) => (
      <Button size="small" danger onClick={() => setMemberToRemove(member)}>
        {access.removeMember}
      </Button>
    ),
  };
  return (
    <Flex vertical gap={12}>
      <ServerTable<Member, NamedSort>
        list="members"
        queryKey={["roles", role.id, "members"]}
        load={load}
        columns={role.personal ? columns : [...columns, actions]}
        rowKey={(member) => member.id}
        search={access.chooseUser}
        filters={
          !role.personal && (
            <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
              {access.addMember}
            </Button>
          )
        }
        empty={<EmptyState title={access.noMembers} hint={access.noMembersHint} />}
      />
      {adding && <AddMember role={role} close={() => setAdding(false)} />}
      {memberToRemove && (
        <ConfirmDanger
          title={access.removeTitle(memberToRemove.username, role.name)}
          okText={access.removeMember}
          losses={access.removeGoes}
          action={() =>
            answer(
              client.DELETE("/api/v1/roles/{role_id}/members/{user_id}", {
                params: { path: { ...path, user_id: memberToRemove.id } },
              }),
            )
          }
          close={() => setMemberToRemove(undefined)}
        />
      )}
    </Flex>
  );
}

function AddMember({ role, close }: { role: Role; close: () => void }) {
  const { access, general, identity } = useTexts();
  const submit = ({ user_id }: { user_id: number }) =>
    answer(
      client.PUT("/api/v1/roles/{role_id}/members/{user_id}", { params: { path: { role_id: role.id, user_id } } }),
    );
  return (
    <FormDialog<{ user_id: number }> title={access.addMember} okText={access.addMember} submit={submit} cancel={close}>
      <Form.Item name="user_id" label={identity.username} rules={[{ required: true, message: general.required }]}>
        <UserPicker />
      </Form.Item>
    </FormDialog>
  );
}
