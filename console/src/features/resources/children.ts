import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { TreeNode } from "../../api/types";

const POLL_MS = 3000;
export const PAGE_SIZE = 200;

interface ChildrenPage {
  items: TreeNode[];
  next_cursor: string | null;
  total: number;
}

const readPage = (parent: string, cursor?: string): Promise<ChildrenPage> =>
  answer(client.GET("/api/v1/resources/tree", { params: { query: { parent, limit: PAGE_SIZE, cursor } } }));

const cursorAfter = (pages: ChildrenPage[]) => pages.at(-1)?.next_cursor ?? undefined;

/**
 * The children of a place (`root`, `tenant:2`) that the reader may see: the pages loaded so far, at first one.
 *
 * A plain query, because the tree reads any number of places with `useQueries`, which has no infinite queries. A
 * refetch reads as many pages as are on the screen. Their number is looked up after each page, so that
 * a page which `loadMore` adds meanwhile is not lost.
 */
export const childrenQuery = (parent: string) =>
  queryOptions({
    queryKey: ["resources", "tree", parent],
    queryFn: async ({ client: queries, queryKey }) => {
      const pages = [await readPage(parent)];
      const loadedPages = () => queries.getQueryData<ChildrenPage[]>(queryKey)?.length ?? 1;
      for (let next = cursorAfter(pages); next && pages.length < loadedPages(); next = cursorAfter(pages)) {
        pages.push(await readPage(parent, next));
      }
      return pages;
    },
    refetchInterval: ({ state }) => (state.data && nodesOf(state.data).some(isMoving) ? POLL_MS : false),
  });

/** Adds the next page of a place, and returns its first child; undefined if all pages are loaded. */
export async function loadMore(queries: QueryClient, parent: string): Promise<TreeNode | undefined> {
  const { queryKey } = childrenQuery(parent);
  const cursor = cursorAfter(queries.getQueryData(queryKey) ?? []);
  if (!cursor) return undefined;
  const page = await readPage(parent, cursor);
  // A refetch meanwhile may have moved the end: then this page would overlap, and the reader has to press again.
  queries.setQueryData(queryKey, (pages) => (pages && cursorAfter(pages) === cursor ? [...pages, page] : pages));
  return page.items[0];
}

export const nodesOf = (pages: ChildrenPage[]): TreeNode[] => pages.flatMap((page) => page.items);

/** How many children are not loaded yet. */
export function leftOf(pages: ChildrenPage[]): number {
  return cursorAfter(pages) ? Math.max(1, (pages.at(-1)?.total ?? 0) - nodesOf(pages).length) : 0;
}

const isMoving = (node: TreeNode) => node.state === "pending" || node.deleting;
