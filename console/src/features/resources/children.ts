import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { TreeNode } from "../../api/types";

const POLL_MS = 3000;
const PAGE = 200;

interface ChildrenPage {
  items: TreeNode[];
  next_cursor: string | null;
  total: number;
}

const read = (parent: string, cursor?: string): Promise<ChildrenPage> =>
  answer(client.GET("/api/v1/resources/tree", { params: { query: { parent, limit: PAGE, cursor } } }));

const cursorAfter = (pages: ChildrenPage[]) => pages.at(-1)?.next_cursor ?? undefined;

/**
 * What the reader may see directly below a place (`root`, `tenant:2`): the pages loaded so far, one at first.
 *
 * A plain query and no infinite one, because the tree reads any number of places with `useQueries`, which has none.
 * Reading again walks as many pages as are on the screen; their number is looked up after each page, so that a page
 * which `loadMore` adds meanwhile is not lost.
 */
export const childrenQuery = (parent: string) =>
  queryOptions({
    queryKey: ["resources", "tree", parent],
    queryFn: async ({ client: queries, queryKey }) => {
      const pages = [await read(parent)];
      const shown = () => queries.getQueryData<ChildrenPage[]>(queryKey)?.length ?? 1;
      for (let next = cursorAfter(pages); next && pages.length < shown(); next = cursorAfter(pages)) {
        pages.push(await read(parent, next));
      }
      return pages;
    },
    refetchInterval: ({ state }) => (state.data && nodesOf(state.data).some(isMoving) ? POLL_MS : false),
  });

/** Add the next page of a place, answer its first child. Nothing happens when the last page is there. */
export async function loadMore(queries: QueryClient, parent: string): Promise<TreeNode | undefined> {
  const { queryKey } = childrenQuery(parent);
  const cursor = cursorAfter(queries.getQueryData(queryKey) ?? []);
  if (!cursor) return undefined;
  const page = await read(parent, cursor);
  // Read again meanwhile and ending elsewhere: the page would overlap, so the reader presses once more.
  queries.setQueryData(queryKey, (pages) => (pages && cursorAfter(pages) === cursor ? [...pages, page] : pages));
  return page.items[0];
}

export const nodesOf = (pages: ChildrenPage[]): TreeNode[] => pages.flatMap((page) => page.items);

/** How many children are not loaded yet. */
export function leftOf(pages: ChildrenPage[]): number {
  return cursorAfter(pages) ? Math.max(1, (pages.at(-1)?.total ?? 0) - nodesOf(pages).length) : 0;
}

const isMoving = (node: TreeNode) => node.state === "pending" || node.deleting;
