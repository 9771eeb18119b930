import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card } from "antd";
import { Suspense } from "react";
import { Outlet, useParams } from "react-router";
import { useSession } from "../../api/session";
import type { ResourceType } from "../../api/types";
import { Page } from "../../components/page/Page";
import { useCreateDialog } from "../../components/page/useCreateDialog";
import { LoadingScreen } from "../../components/states/LoadingScreen";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";
import { RegisterCluster } from "./RegisterCluster";
import { ResourceTree } from "./ResourceTree";
import { nameOf, resourceQuery } from "./resources";

/** The tree at the side, the chosen resource beside it. */
export default function ResourcesPage() {
  const { frame, resources } = useTexts();
  const administrator = mayAdminister(useSession());
  const { type, id } = useParams();
  const selected = useQuery({ ...resourceQuery(type as ResourceType, Number(id)), enabled: Number(id) > 0 }).data;
  const [registering, setRegistering] = useCreateDialog(type === undefined);
  const button = administrator && (
    <Button icon={<PlusOutlined />} onClick={() => setRegistering(true)}>
      {resources.register}
    </Button>
  );
  return (
    <Page
      title={frame.resources}
      name={selected ? nameOf(selected) : frame.resources}
      hint={resources.hint}
      actions={button}
    >
      <div className="split">
        <Card size="small" title={resources.tree} style={{ position: "sticky", top: 16 }}>
          <ResourceTree />
        </Card>
        <div>
          <Suspense fallback={<LoadingScreen />}>
            <Outlet />
          </Suspense>
        </div>
      </div>
      {registering && <RegisterCluster close={() => setRegistering(false)} />}
    </Page>
  );
}
