import { queryOptions, useQueries } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { TreeNode } from "../../api/types";

/**
 * The tree as the reader has opened it. A key is the whole path (`cluster:1/tenant:2`): a tenant that lives on two
 * clusters stands in the tree twice, and each place opens on its own.
 */
export interface Branch {
  key: string;
  node: TreeNode;
  isLeaf: boolean;
  children?: Branch[];
}

const POLL_MS = 3000;

/** What the reader may see directly below a place (`root`, `tenant:2`). */
export const childrenQuery = (parent: string) =>
  queryOptions({
    queryKey: ["resources", "tree", parent],
    queryFn: () => answer(client.GET("/api/v1/resources/tree", { params: { query: { parent } } })),
    refetchInterval: ({ state }) => (state.data && nodesOf(state.data).some(isMoving) ? POLL_MS : false),
  });

const isMoving = (node: TreeNode) => node.state === "pending" || node.deleting;

const lastOf = (key: string) => key.slice(key.lastIndexOf("/") + 1);

function nodesOf(answered: { items: TreeNode[] }): TreeNode[] {
  return answered.items;
}

/** The roots and every opened branch, each read when it is opened. */
export function useTree(opened: string[]) {
  const keys = ["root", ...opened];
  const results = useQueries({ queries: keys.map((key) => childrenQuery(lastOf(key))) });
  const read = new Map(keys.map((key, index) => [key, results[index]?.data]));
  const below = (key: string, prefix: string): Branch[] | undefined => {
    const found = read.get(key);
    return found && nodesOf(found).map((node) => branch(node, prefix));
  };
  const branch = (node: TreeNode, prefix: string): Branch => {
    const key = `${prefix}${node.type}:${node.id}`;
    const isLeaf = node.type === "topic" || !node.has_children;
    return { key, node, isLeaf, children: isLeaf ? undefined : below(key, `${key}/`) };
  };
  const [root] = results;
  return {
    branches: below("root", ""),
    error: results.find((each) => each.isError)?.error,
    retry: () => results.filter((each) => each.isError).forEach((each) => void each.refetch()),
    isPending: root?.isPending ?? true,
  };
}
