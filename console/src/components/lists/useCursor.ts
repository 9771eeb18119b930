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
export function useCursor({ one, set, turn, behind }: ListAddress): Cursor {
  const cursor = one("after");
  const page = cursor === undefined ? 1 : Math.max(2, Number(one("page")) || 2);
  const limit = PAGE_SIZES.find((size) => String(size) === one("size")) ?? 20;
  return {
    cursor,
    limit,
    page,
    forward: (next) => turn({ after: next, page: String(page + 1) }, [...behind, cursor ?? ""]),
    back: () => {
      const before = behind.at(-1);
      turn({ after: before, page: before ? String(page - 1) : undefined }, behind.slice(0, -1));
    },
    setLimit: (chosen) => set({ size: chosen === 20 ? undefined : String(chosen) }),
  };
}
