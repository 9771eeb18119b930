import { useMutation, useQueryClient } from "@tanstack/react-query";
import { loadMore } from "./children";
import type { More } from "./tree";

/** Loads the next children in place of a `More` leaf; `onLoaded` gets the key of the first one, for the arrow keys. */
export function useMore(onLoaded: (key: string) => void) {
  const queries = useQueryClient();
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: ({ parent }: More) => loadMore(queries, parent),
    onSuccess: (first, { key }) => first && onLoaded(key.replace(/more$/, `${first.type}:${first.id}`)),
  });
  return {
    error,
    loading: isPending ? variables.key : undefined,
    load: (leaf: More) => {
      if (!isPending) mutate(leaf);
    },
  };
}
