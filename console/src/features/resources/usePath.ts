import { queryOptions, useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { childrenQuery, PAGE_SIZE } from "./children";

/** The path of a resource (`topic:4`) in the tree, read with the first page of each level down to it, which the
 * tree then need not read. */
const pathQuery = (to: string) =>
  queryOptions({
    queryKey: ["resources", "path", to],
    queryFn: async ({ client: queries }) => {
      const query = { to, limit: PAGE_SIZE };
      const { items } = await answer(client.GET("/api/v1/resources/tree/path", { params: { query } }));
      for (const { parent, ...page } of items)
        queries.setQueryData(childrenQuery(parent).queryKey, (pages) => pages ?? [page]);
      return [...new Set([...items.slice(1).map(({ parent }) => parent), to])].join("/");
    },
  });

/** The path of the address's resource in the tree (`cluster:1/tenant:2/…`); undefined until it is loaded. */
export function usePath(): { path: string | undefined; isLoading: boolean } {
  const { type, id } = useParams();
  const { data, isLoading } = useQuery({ ...pathQuery(`${type}:${id}`), enabled: Number(id) > 0 });
  return { path: data, isLoading };
}

/** `cluster:1/tenant:2` → `1`: rights are checked on one cluster. */
export const clusterIn = (path: string | undefined) => path?.match(/^cluster:(\d+)/)?.[1] ?? "";
