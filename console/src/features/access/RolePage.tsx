import { useQuery } from "@tanstack/react-query";
import { Button, Card, Flex, Tag } from "antd";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { roleQuery } from "../../api/sharedQueries";
import type { Role } from "../../api/types";
import { ifMatchHeader } from "../../api/version";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { NamedDialog } from "../../components/dialogs/NamedDialog";
import { Page } from "../../components/page/Page";
import { grantColumns } from "../../components/rights/grantColumns";
import { EmptyState } from "../../components/states/EmptyState";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { GrantTable } from "./GrantTable";
import { loadRoleGrants } from "./grants";
import { Members } from "./Members";

/** One role: its members and its grants. */
export default function RolePage() {
  const id = Number(useParams().id);
  const role = useQuery(roleQuery(id));
  return (
    <QueryView query={role} page>
      {(data) => <RoleDetails key={data.id} role={data} />}
    </QueryView>
  );
}

function RoleDetails({ role }: { role: Role }) {
  const { access } = useTexts();
  const [revision, setRevision] = useState<number | null>(null);
  const title = (
    <Flex gap={12} align="center">
      {role.name}
      {role.personal && <Tag>{access.personal}</Tag>}
    </Flex>
  );
  return (
    <Page
      title={title}
      name={role.name}
      hint={role.remark}
      actions={role.personal ? undefined : <Actions role={role} />}
    >
      <Card title={access.members}>
        <Members role={role} />
      </Card>
      <Card title={access.rights}>
        <RoleGrants role={role} revision={revision} setRevision={setRevision} />
      </Card>
    </Page>
  );
}

interface RoleGrantsProps {
  role: Role;
  revision: number | null;
  setRevision: (revision: number | null) => void;
}

function RoleGrants({ role, revision, setRevision }: RoleGrantsProps) {
  const texts = useTexts();
  const columns = grantColumns(texts);
  return (
    <GrantTable
      queryKey={["grants", "role", role.id]}
      load={loadRoleGrants(role.id)}
      columns={[columns.resource, columns.authorities, columns.limits, columns.usage, columns.by]}
      empty={<EmptyState title={texts.access.noGrantsOf} hint={texts.access.noGrantsOfHint} />}
      editable
      revision={revision}
      setRevision={setRevision}
    />
  );
}

function Actions({ role }: { role: Role }) {
  const { access, general } = useTexts();
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<"edit" | "delete">();
  const close = () => setOpenDialog(undefined);
  const params = { path: { role_id: role.id }, header: ifMatchHeader(role) };
  return (
    <>
      <Button onClick={() => setOpenDialog("edit")}>{general.edit}</Button>
      <Button danger onClick={() => setOpenDialog("delete")}>
        {general.delete}
      </Button>
      {openDialog === "edit" && (
        <NamedDialog
          title={`${general.edit} ${role.name}`}
          initial={role}
          submit={(body) => answer(client.PATCH("/api/v1/roles/{role_id}", { params, body }))}
          close={close}
        />
      )}
      {openDialog === "delete" && (
        <ConfirmDanger
          title={access.deleteRole(role.name)}
          okText={general.delete}
          losses={access.deleteRoleGoes}
          nameToType={role.name}
          action={async () => {
            const cascading = { ...params, query: { cascade: true } };
            await answer(client.DELETE("/api/v1/roles/{role_id}", { params: cascading }));
            await navigate("/roles");
          }}
          close={close}
        />
      )}
    </>
  );
}
