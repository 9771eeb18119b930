import { PlusOutlined, UploadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { type ComponentType, Suspense, useState } from "react";
import { useSession } from "../../api/session";
import { Page } from "../../components/page/Page";
import { useCreateDialog } from "../../components/page/useCreateDialog";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";
import { CreateUser } from "./CreateUser";
import type { ImportUsersProps } from "./ImportUsers";
import { UserTable } from "./UserTable";
import { useEmptySubAccounts } from "./useEmptySubAccounts";

/** All users for an administrator; for a main account, its own sub-accounts. */
export default function UsersPage({ ImportUsers }: { ImportUsers: ComponentType<ImportUsersProps> }) {
  const { frame, general, identity, userImport } = useTexts();
  const emptySubAccounts = useEmptySubAccounts();
  const session = useSession();
  const [creating, setCreating] = useCreateDialog();
  const administrator = mayAdminister(session);
  const parentId = administrator ? undefined : session.user.id;
  const [importing, setImporting] = useState(false);
  const actions = (
    <>
      <Button icon={<UploadOutlined />} onClick={() => setImporting(true)}>
        {userImport.title}
      </Button>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
        {administrator ? identity.create : identity.createSub}
      </Button>
    </>
  );
  return (
    <Page
      title={administrator ? frame.users : frame.subAccounts}
      hint={administrator ? identity.usersHint : identity.subAccountsHint}
      actions={actions}
    >
      <UserTable
        parentId={parentId}
        empty={administrator ? { title: identity.noUsers, hint: identity.noUsersHint } : emptySubAccounts}
      />
      {creating && <CreateUser parentId={parentId} close={() => setCreating(false)} />}
      {importing && (
        <Suspense fallback={<span role="status">{general.loading}</span>}>
          <ImportUsers parentId={parentId} close={() => setImporting(false)} />
        </Suspense>
      )}
    </Page>
  );
}
