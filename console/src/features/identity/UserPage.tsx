import { useQuery } from "@tanstack/react-query";
import { Button, Flex, Tabs } from "antd";
import { Suspense, useState } from "react";
import { Link, Outlet, useLocation, useNavigate, useParams } from "react-router";
import { userQuery } from "../../api/sharedQueries";
import type { User } from "../../api/types";
import { Enforcement } from "../../components/brokers/Enforcement";
import { Page } from "../../components/page/Page";
import { LoadingScreen } from "../../components/states/LoadingScreen";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { UserActions } from "./UserActions";
import { UserStatus } from "./UserStatus";
import { WaitingReset } from "./WaitingReset";

/** One user: its facts, rights, credentials and sub-accounts. */
export default function UserPage() {
  const id = Number(useParams().id);
  const user = useQuery(userQuery(id));
  return (
    <QueryView query={user} page>
      {(data) => <UserDetails key={data.id} user={data} />}
    </QueryView>
  );
}

function UserDetails({ user }: { user: User }) {
  const { resources } = useTexts();
  const [revision, setRevision] = useState<number | null>(null);
  const title = (
    <Flex gap={12} align="center" wrap>
      {user.username}
      <UserStatus user={user} />
    </Flex>
  );
  const actions = (
    <>
      <Link to={`/why?principal=${encodeURIComponent(user.username)}`}>
        <Button>{resources.ask}</Button>
      </Link>
      <UserActions user={user} onDisabled={setRevision} />
    </>
  );
  return (
    <Page title={title} name={user.username} hint={user.nick} actions={actions}>
      <WaitingReset user={user} />
      {revision !== null && <Enforcement revision={revision} close={() => setRevision(null)} />}
      <div>
        <UserTabs user={user} />
        <Suspense fallback={<LoadingScreen />}>
          <Outlet />
        </Suspense>
      </div>
    </Page>
  );
}

function UserTabs({ user }: { user: User }) {
  const { explain, giving, identity, operations } = useTexts();
  const navigate = useNavigate();
  const base = `/users/${user.id}`;
  const active = useLocation().pathname.slice(base.length + 1);
  const tabs = [
    { key: "", label: identity.tabs.facts },
    { key: "rights", label: identity.tabs.rights },
    { key: "effective", label: explain.effective },
    ...(user.parent_id === null ? [{ key: "given", label: giving.tab }] : []),
    { key: "credentials", label: identity.tabs.credentials },
    { key: "connections", label: operations.liveConnections },
    ...(user.parent_id === null ? [{ key: "sub-accounts", label: identity.tabs.subAccounts }] : []),
  ];
  return <Tabs activeKey={active} items={tabs} onChange={(key) => void navigate(key ? `${base}/${key}` : base)} />;
}
