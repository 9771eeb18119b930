import { useQueries } from "@tanstack/react-query";
import type { ResourceType, TreeNode } from "../../api/types";
import { childrenQuery, leftOf, nodesOf } from "./children";

/**
 * The tree as the reader has opened it. Keys are whole paths (`cluster:1/tenant:2`), because a tenant on two clusters
 * is in the tree twice, and each of the two opens on its own.
 */
export type Branch = Place | More;

/** A place that the search found; its state is on its page. */
export interface Found {
  type: ResourceType;
  id: number;
  name: string;
  full_name: string;
}

export interface Place {
  key: string;
  node: TreeNode | Found;
  isLeaf: boolean;
  children?: Branch[];
}

/** The last line of a long list: `left` children of `parent` (`namespace:3`) are not loaded yet. */
export interface More {
  key: string;
  parent: string;
  left: number;
  isLeaf: true;
  children?: undefined;
}

export const isMore = (branch: Branch): branch is More => "left" in branch;

const lastOf = (key: string) => key.slice(key.lastIndexOf("/") + 1);

/** The roots and every opened branch, each read when it is opened. */
export function useTree(expandedKeys: string[], enabled: boolean) {
  const keys = ["root", ...expandedKeys];
  const results = useQueries({ queries: keys.map((key) => ({ ...childrenQuery(lastOf(key)), enabled })) });
  const pagesByKey = new Map(keys.map((key, index) => [key, results[index]?.data]));
  const childrenOf = (key: string, prefix: string): Branch[] | undefined => {
    const pages = pagesByKey.get(key);
    if (!pages) return undefined;
    const places = nodesOf(pages).map((node) => placeOf(node, prefix));
    const left = leftOf(pages);
    return left > 0 ? [...places, { key: `${prefix}more`, parent: lastOf(key), left, isLeaf: true }] : places;
  };
  const placeOf = (node: TreeNode, prefix: string): Place => {
    const key = `${prefix}${node.type}:${node.id}`;
    const isLeaf = node.type === "topic" || !node.has_children;
    return { key, node, isLeaf, children: isLeaf ? undefined : childrenOf(key, `${key}/`) };
  };
  const [root] = results;
  return {
    branches: childrenOf("root", ""),
    error: results.find((result) => result.isError)?.error,
    retry: () => results.filter((result) => result.isError).forEach((result) => void result.refetch()),
    isPending: root?.isPending ?? true,
  };
}
