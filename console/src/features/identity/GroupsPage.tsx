import { PlusOutlined } from "@ant-design/icons";
import { Button, type TableColumnsType } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Group } from "../../api/types";
import { ifMatchHeader } from "../../api/version";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { NamedDialog } from "../../components/dialogs/NamedDialog";
import type { NamedSort, PageQuery } from "../../components/lists/listPage";
import { RowActions } from "../../components/lists/RowActions";
import { ServerTable } from "../../components/lists/ServerTable";
import { Page } from "../../components/page/Page";
import { EmptyState } from "../../components/states/EmptyState";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";

const load = (query: PageQuery<NamedSort>) => answer(client.GET("/api/v1/groups", { params: { query } }));

/** Business groups: they sort users and carry no rights. */
export default function GroupsPage() {
  const { frame, general, identity } = useTexts();
  const [groupToEdit, setGroupToEdit] = useState<Group | "new">();
  const [groupToDelete, setGroupToDelete] = useState<Group>();
  const createButton = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setGroupToEdit("new")}>
      {identity.createGroup}
    </Button>
  );
  const columns: TableColumnsType<Group> = [
    { title: general.name, dataIndex: "name", key: "name", sorter: true },
    { title: general.remark, dataIndex: "remark", key: "remark" },
    { title: general.added, key: "id", sorter: true, render: (_, group) => <Moment at={group.add_time} /> },
    {
      title: general.actions,
      key: "actions",
      render: (_, group) => <RowActions edit={() => setGroupToEdit(group)} remove={() => setGroupToDelete(group)} />,
    },
  ];
  return (
    <Page title={frame.groups} hint={identity.groupsHint} actions={createButton}>
      <ServerTable<Group, NamedSort>
        queryKey={["groups", "list"]}
        load={load}
        columns={columns}
        rowKey={(group) => group.id}
        search={general.search}
        empty={<EmptyState title={identity.noGroups} hint={identity.noGroupsHint} />}
      />
      {groupToEdit && <EditGroup group={groupToEdit} close={() => setGroupToEdit(undefined)} />}
      {groupToDelete && (
        <ConfirmDanger
          title={identity.deleteGroup(groupToDelete.name)}
          okText={general.delete}
          losses={identity.deleteGroupGoes}
          action={() =>
            answer(
              client.DELETE("/api/v1/groups/{group_id}", {
                params: { path: { group_id: groupToDelete.id }, header: ifMatchHeader(groupToDelete) },
              }),
            )
          }
          close={() => setGroupToDelete(undefined)}
        />
      )}
    </Page>
  );
}

function EditGroup({ group, close }: { group: Group | "new"; close: () => void }) {
  const { general, identity } = useTexts();
  if (group === "new") {
    const submit = (body: { name: string; remark?: string }) => answer(client.POST("/api/v1/groups", { body }));
    return <NamedDialog title={identity.createGroup} submit={submit} close={close} />;
  }
  const submit = (body: { name: string; remark?: string }) =>
    answer(
      client.PATCH("/api/v1/groups/{group_id}", {
        params: { path: { group_id: group.id }, header: ifMatchHeader(group) },
        body,
      }),
    );
  return <NamedDialog title={`${general.edit} ${group.name}`} initial={group} submit={submit} close={close} />;
}
