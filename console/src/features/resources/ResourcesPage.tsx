import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card } from "antd";
import { type CSSProperties, Suspense } from "react";
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
import "./resources.css";
import { nameOf, resourceQuery } from "./resources";
import { TreeEdge, useTreeWidth } from "./TreeEdge";

/** The tree at the side, the chosen resource beside it. */
export default function ResourcesPage() {
  const { frame, resources } = useTexts();
  const administrator = mayAdminister(useSession());
  const { type, id } = useParams();
  const selected = useQuery({ ...resourceQuery(type as ResourceType, Number(id)), enabled: Number(id) > 0 }).data;
  const [registering, setRegistering] = useCreateDialog(type === undefined);
  const [width, changeWidth] = useTreeWidth();
  const button = administrator && (
    <Button icon={<PlusOutlined />} onClick={() => setRegistering(true)}>
      {resources.register}
    </Button>
  );
  return (
    <Page
      title={frame.resources}
      name={selected ? nameOf(selected) : frame.resources}
      hint={type === undefined && resources.hint}
      actions={button}
    >
      <div className="sides-of-tree" style={{ "--tree-width": `${width}px` } as CSSProperties}>
        <Card size="small" className="tree-side" role="region" aria-label={resources.tree}>
          <ResourceTree />
        </Card>
        <TreeEdge width={width} change={changeWidth} />
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
