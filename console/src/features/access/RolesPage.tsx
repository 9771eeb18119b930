import { PlusOutlined } from "@ant-design/icons";
import { Button, Select, type TableColumnsType } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Role } from "../../api/types";
import { NamedDialog } from "../../components/dialogs/NamedDialog";
import type { NamedSort, PageQuery } from "../../components/lists/listPage";
import { ServerTable } from "../../components/lists/ServerTable";
import { useListAddress } from "../../components/lists/useListAddress";
import { Page } from "../../components/page/Page";
import { EmptyState } from "../../components/states/EmptyState";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";

/** The list of shared or of personal roles. */
export default function RolesPage() {
  const { access, frame, general } = useTexts();
  const [creating, setCreating] = useState(false);
  const { get, set } = useListAddress();
  const personal = get("kind") === "personal";
  const load = (page: PageQuery<NamedSort>) =>
    answer(client.GET("/api/v1/roles", { params: { query: { ...page, personal } } }));
  const columns: TableColumnsType<Role> = [
    {
      title: general.name,
      key: "name",
      sorter: true,
      render: (_, role) => <Link to={`/roles/${role.id}`}>{role.name}</Link>,
    },
    { title: access.members, dataIndex: "members", key: "members", align: "right" },
    { title: general.remark, dataIndex: "remark", key: "remark" },
    { title: general.added, key: "id", sorter: true, render: (_, role) => <Moment at={role.add_time} /> },
  ];
  const kindFilter = (
    <Select
      aria-label={general.status}
      value={personal}
      onChange={(isPersonal) => set({ kind: isPersonal ? "personal" : undefined })}
      style={{ width: 160 }}
      options={[
        { value: false, label: access.ordinary },
        { value: true, label: access.personal },
      ]}
    />
  );
  return (
    <Page
      title={frame.roles}
      hint={access.rolesHint}
      actions={
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
          {access.createRole}
        </Button>
      }
    >
      <ServerTable<Role, NamedSort>
        queryKey={["roles", "list", personal]}
        load={load}
        columns={columns}
        rowKey={(role) => role.id}
        search={access.chooseRole}
        filters={kindFilter}
        empty={<EmptyState title={access.noRoles} hint={access.noRolesHint} />}
      />
      {creating && (
        <NamedDialog
          title={access.createRole}
          submit={(body) => answer(client.POST("/api/v1/roles", { body }))}
          close={() => setCreating(false)}
        />
      )}
    </Page>
  );
}
