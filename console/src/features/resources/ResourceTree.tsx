import { Skeleton, Tree } from "antd";
import { useEffect, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { useSession } from "../../api/session";
import { EmptyState } from "../../components/EmptyState";
import { ErrorState } from "../../components/ErrorState";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";
import { NodeTitle } from "./NodeTitle";
import { type Branch, useTree } from "./tree";
import { usePath } from "./usePath";

/** Everything the reader may see, opened step by step; arrow keys walk it, Enter opens the page. */
export function ResourceTree() {
  const [opened, setOpened] = useState<string[]>([]);
  const { branches, error, retry, isPending } = useTree(opened);
  const { type, id } = useParams();
  const navigate = useNavigate();
  const path = usePath();
  const above = path?.includes("/") ? path.slice(0, path.lastIndexOf("/")) : undefined;
  useEffect(() => {
    if (above) setOpened((before) => [...new Set([...before, ...prefixes(above)])]);
  }, [above]);
  if (isPending) return <Skeleton active paragraph={{ rows: 3 }} />;
  if (error && !branches) return <ErrorState error={error} retry={retry} />;
  if (!branches || branches.length === 0) return <Nothing />;
  const selected = keysOf(branches).filter((key) => key.endsWith(`${type}:${id}`));
  return (
    <>
      {error ? <ErrorState error={error} retry={retry} /> : null}
      <Tree<Branch>
        blockNode
        treeData={branches}
        titleRender={(branch) => <NodeTitle node={branch.node} />}
        expandedKeys={opened}
        onExpand={(keys) => setOpened(keys as string[])}
        selectedKeys={selected}
        onSelect={(_, { node }) => void navigate(`/resources/${node.node.type}/${node.node.id}`)}
        style={{ maxHeight: "calc(100vh - 240px)", overflow: "auto" }}
      />
    </>
  );
}

/** `a/b/c` → `a`, `a/b`, `a/b/c` */
function prefixes(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

function keysOf(branches: Branch[]): string[] {
  return branches.flatMap(({ key, children }) => [key, ...keysOf(children ?? [])]);
}

function Nothing() {
  const { resources } = useTexts();
  return mayAdminister(useSession()) ? (
    <EmptyState title={resources.noClusters} hint={resources.noClustersHint} />
  ) : (
    <EmptyState title={resources.nothingVisible} hint={resources.nothingVisibleHint} />
  );
}
