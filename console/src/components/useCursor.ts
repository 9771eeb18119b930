import { useState } from "react";

export interface Cursor {
  cursor: string | undefined;
  limit: number;
  page: number;
  forward: (cursor: string) => void;
  back: () => void;
  setLimit: (limit: number) => void;
}

/** Walking a keyset list: the cursors of the pages behind are remembered. Another `list` starts at its first page. */
export function useCursor(list: string): Cursor {
  const [limit, setLimit] = useState(20);
  const [walk, setWalk] = useState<{ list: string; behind: string[] }>({ list, behind: [] });
  const behind = walk.list === list ? walk.behind : [];
  return {
    cursor: behind.at(-1),
    limit,
    page: behind.length + 1,
    forward: (cursor) => setWalk({ list, behind: [...behind, cursor] }),
    back: () => setWalk({ list, behind: behind.slice(0, -1) }),
    setLimit: (chosen) => {
      setLimit(chosen);
      setWalk({ list, behind: [] });
    },
  };
}
