import type { ListAddress } from "./useListAddress";

export interface Cursor {
  cursor: string | undefined;
  limit: number;
  page: number;
  forward: (cursor: string) => void;
  back: () => void;
  setLimit: (limit: number) => void;
}

export const PAGE_SIZES = [20, 50, 100];

/** Walks a keyset list. After a link to a later page, the pages before it are unknown: back leads to the first. */
export function useCursor({ get, set, goToPage, previousCursors }: ListAddress): Cursor {
  const cursor = get("after");
  const page = cursor === undefined ? 1 : Math.max(2, Number(get("page")) || 2);
  const limit = PAGE_SIZES.find((size) => String(size) === get("size")) ?? 20;
  return {
    cursor,
    limit,
    page,
    forward: (next) => goToPage({ after: next, page: String(page + 1) }, [...previousCursors, cursor ?? ""]),
    back: () => {
      const previous = previousCursors.at(-1);
      goToPage({ after: previous, page: previous ? String(page - 1) : undefined }, previousCursors.slice(0, -1));
    },
    setLimit: (size) => set({ size: size === 20 ? undefined : String(size) }),
  };
}
