import { SearchOutlined } from "@ant-design/icons";
import { Input, Skeleton, Tree } from "antd";
import { type ComponentRef, type Key, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { ErrorState } from "../../components/states/ErrorState";
import { NoClusters } from "../../components/states/NoClusters";
import { useTexts } from "../../texts/language";
import { MoreTitle } from "./MoreTitle";
import { NodeTitle } from "./NodeTitle";
import { type Branch, isMore, useTree } from "./tree";
import { useFoundPlaces } from "./useFoundPlaces";
import { useMore } from "./useMore";
import { usePath } from "./usePath";

/** Up to this width, the tree is above the page (resources.css) and must not hide it. */
const NARROW = 900;

/**
 * All resources that the reader may see, loaded step by step, or those that a search finds. Arrow keys move and open,
 * Enter goes to the page. The page's own resource is scrolled into view.
 */
export function ResourceTree() {
  const { place } = useTexts();
  const [expandedKeys, setExpandedKeys] = useState<string[]>([]);
  const [active, setActive] = useState<Key | null>(null);
  const [q, setQ] = useState("");
  const { path, isLoading } = usePath();
  const { branches: all, error, retry, isPending } = useTree(expandedKeys, !isLoading);
  const found = useFoundPlaces(q.trim());
  const branches = found.branches ?? all ?? [];
  const more = useMore(setActive);
  const { type, id } = useParams();
  const navigate = useNavigate();
  const parentPath = path?.includes("/") ? path.slice(0, path.lastIndexOf("/")) : undefined;
  useEffect(() => {
    if (parentPath) setExpandedKeys((keys) => [...new Set([...keys, ...prefixes(parentPath)])]);
  }, [parentPath]);
  const selected = keysOf(branches).filter((key) => key.endsWith(`${type}:${id}`));
  const [first] = selected;
  const tree = useRef<ComponentRef<typeof Tree>>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (first) tree.current?.scrollTo({ key: first });
  }, [first]);
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  if (error && !all) return <ErrorState error={error} retry={retry} />;
  if (!all || all.length === 0) return <NoClusters />;
  const activate = (branch: Branch) =>
    isMore(branch) ? more.load(branch) : void navigate(`/resources/${branch.node.type}/${branch.node.id}`);
  const onTreeKey = (event: KeyboardEvent) => {
    const branch = event.key === "Enter" && branchOf(branches, active);
    if (!branch) return;
    event.preventDefault();
    event.stopPropagation();
    activate(branch);
  };
  const onSearchKey = (event: KeyboardEvent) => {
    const [top] = branches;
    if (event.key === "Escape") setQ("");
    if (event.key === "Enter" && found.branches && top) activate(top);
    if (event.key !== "ArrowDown" || !top) return;
    event.preventDefault();
    // With the focus, antd's tree makes the page's own place the active one.
    box.current?.querySelector<HTMLElement>("[role=tree]")?.focus();
    setActive(top.key);
  };
  return (
    <>
      <Input
        allowClear
        prefix={<SearchOutlined aria-hidden />}
        aria-label={place.findPlace}
        placeholder={place.findPlace}
        title={place.findHint}
        value={q}
        onChange={(event) => setQ(event.target.value)}
        onKeyDown={onSearchKey}
      />
      <p className="note" role="status">
        {found.status}
      </p>
      {found.error ? <ErrorState error={found.error} /> : null}
      {error ? <ErrorState error={error} retry={retry} /> : null}
      {more.error ? <ErrorState error={more.error} /> : null}
      {/* Captured, because antd's tree would open or close the branch on Enter. */}
      <div ref={box} onKeyDownCapture={onTreeKey}>
        <Tree<Branch>
          ref={tree}
          blockNode
          treeData={branches}
          titleRender={(branch) =>
            isMore(branch) ? (
              <MoreTitle left={branch.left} loading={more.loading === branch.key} />
            ) : (
              <NodeTitle node={branch.node} />
            )
          }
          activeKey={active}
          onActiveChange={setActive}
          expandedKeys={expandedKeys}
          // Otherwise antd forgets what is expanded below a place that is not loaded yet.
          defaultExpandParent={false}
          onExpand={(keys) => setExpandedKeys(keys as string[])}
          selectedKeys={selected}
          onSelect={(_, { node }) => activate(node)}
          height={window.innerWidth <= NARROW ? 240 : Math.max(240, window.innerHeight - 260)}
        />
      </div>
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

function branchOf(branches: Branch[], key: Key | null): Branch | undefined {
  for (const branch of branches) {
    const found = branch.key === key ? branch : branchOf(branch.children ?? [], key);
    if (found) return found;
  }
  return undefined;
}
