import { queryOptions } from "@tanstack/react-query";
import { answer } from "./answer";
import { client } from "./client";
import { readSignInMethods } from "./signIn";

/** Queries that several features read. */
export const clustersQuery = queryOptions({
  queryKey: ["clusters", "all"],
  queryFn: () => answer(client.GET("/api/v1/clusters", { params: { query: { limit: 500 } } })),
});

/** What the first page shows, and what the reader may read. */
export const overviewQuery = queryOptions({
  queryKey: ["overview"],
  queryFn: () => answer(client.GET("/api/v1/overview")),
});

export const authoritiesQuery = queryOptions({
  queryKey: ["authorities"],
  queryFn: () => answer(client.GET("/api/v1/authorities")),
  staleTime: Number.POSITIVE_INFINITY,
});

export const operationsQuery = queryOptions({
  queryKey: ["operations"],
  queryFn: () => answer(client.GET("/api/v1/operations")),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Users whose name contains `q`, for pickers. */
export const userSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ["users", "found", q],
    queryFn: () => answer(client.GET("/api/v1/users", { params: { query: { limit: 20, q: q || undefined } } })),
  });

/** One user. */
export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ["users", id],
    queryFn: () => answer(client.GET("/api/v1/users/{user_id}", { params: { path: { user_id: id } } })),
  });

/** Roles whose name contains `q`, for pickers; personal roles are named after their users. Without `personal`: both. */
export const roleSearchQuery = (q: string, personal?: boolean) =>
  queryOptions({
    queryKey: ["roles", "found", personal, q],
    queryFn: () =>
      answer(client.GET("/api/v1/roles", { params: { query: { limit: 20, q: q || undefined, personal } } })),
  });

/** One role. */
export const roleQuery = (id: number) =>
  queryOptions({
    queryKey: ["roles", id],
    queryFn: () => answer(client.GET("/api/v1/roles/{role_id}", { params: { path: { role_id: id } } })),
  });

/** What begins with these letters, of what the reader may see. */
export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ["search", q],
    queryFn: () => answer(client.GET("/api/v1/search", { params: { query: { q } } })),
    enabled: q !== "",
  });

export const groupsQuery = queryOptions({
  queryKey: ["groups", "all"],
  queryFn: () => answer(client.GET("/api/v1/groups", { params: { query: { limit: 500 } } })),
});

/** The named lists of networks. */
export const networksQuery = queryOptions({
  queryKey: ["networks", "all"],
  queryFn: () => answer(client.GET("/api/v1/networks", { params: { query: { limit: 500 } } })),
});

/** Whether people can ask for an account here, and for which clusters. */
export const registrationFormQuery = queryOptions({
  queryKey: ["registration-form"],
  queryFn: () => answer(client.GET("/api/v1/registration-form")),
  staleTime: 60_000,
});

/** How people sign in: by passwords of the center, and with which providers. */
export const signInMethodsQuery = queryOptions({
  queryKey: ["ways-in"],
  queryFn: readSignInMethods,
  staleTime: 60_000,
});
