import { useQuery } from "@tanstack/react-query";
import { Button, Card, Flex, Tag } from "antd";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { roleQuery } from "../../api/shared";
import type { Role } from "../../api/types";
import { asSeen } from "../../api/version";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { NamedDialog } from "../../components/dialogs/NamedDialog";
import { Page } from "../../components/page/Page";
import { EmptyState } from "../../components/states/EmptyState";
import { Loaded } from "../../components/states/Loaded";
import { useTexts } from "../../texts/language";
import { GrantTable } from "./GrantTable";
import { grantColumns } from "./grantColumns";
import { ofRole } from "./grants";
import { Members } from "./Members";

/** One role: its members and its grants. */
export default function RolePage() {
  const id = Number(useParams().id);
  const role = useQuery(roleQuery(id));
  return (
    <Loaded query={role} page>
      {(loaded) => <Known key={loaded.id} role={loaded} />}
    </Loaded>
  );
}

function Known({ role }: { role: Role }) {
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
      name={["grants", "role", role.id]}
      load={ofRole(role.id)}
      columns={[columns.resource, columns.authorities, columns.usage, columns.by]}
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
  const [asked, setAsked] = useState<"edit" | "delete">();
  const close = () => setAsked(undefined);
  const params = { path: { role_id: role.id }, header: asSeen(role) };
  return (
    <>
      <Button onClick={() => setAsked("edit")}>{general.edit}</Button>
      <Button danger onClick={() => setAsked("delete")}>
        {general.delete}
      </Button>
      {asked === "edit" && (
        <NamedDialog
          title={`${general.edit} ${role.name}`}
          initial={role}
          submit={(body) => answer(client.PATCH("/api/v1/roles/{role_id}", { params, body }))}
          close={close}
        />
      )}
      {asked === "delete" && (
        <ConfirmDanger
          title={access.deleteRole(role.name)}
          okText={general.delete}
          goes={access.deleteRoleGoes}
          typed={role.name}
          run={async () => {
            const all = { ...params, query: { cascade: true } };
            await answer(client.DELETE("/api/v1/roles/{role_id}", { params: all }));
            await navigate("/roles");
          }}
          close={close}
        />
      )}
    </>
  );
}
