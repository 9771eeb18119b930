import { useQuery } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useSession } from "../../api/session";
import { mayAdminister } from "../../permissions";

export type NamedEntity = "user" | "role" | "group" | "cluster" | "tenant" | "namespace" | "topic";

/** Fields of an entry that hold the id of something with a name. */
export const ENTITY_FIELDS: Record<string, NamedEntity> = {
  user_id: "user",
  parent: "user",
  personal_of: "user",
  granted_by_id: "user",
  admin_user: "user",
  requester_id: "user",
  receiver_id: "user",
  main_id: "user",
  decider_id: "user",
  planned_by_id: "user",
  confirmed_by_id: "user",
  given_by_id: "user",
  role_id: "role",
  service_group: "group",
  cluster_id: "cluster",
  tenant: "tenant",
  namespace: "namespace",
};

const READ_NAME: Record<NamedEntity, (id: number) => Promise<string>> = {
  user: (id) =>
    answer(client.GET("/api/v1/users/{user_id}", pathParams({ user_id: id }))).then((user) => user.username),
  role: (id) => answer(client.GET("/api/v1/roles/{role_id}", pathParams({ role_id: id }))).then((role) => role.name),
  group: (id) =>
    answer(client.GET("/api/v1/groups/{group_id}", pathParams({ group_id: id }))).then((group) => group.name),
  cluster: (id) =>
    answer(client.GET("/api/v1/clusters/{cluster_id}", pathParams({ cluster_id: id }))).then((cluster) => cluster.name),
  tenant: (id) =>
    answer(client.GET("/api/v1/tenants/{tenant_id}", pathParams({ tenant_id: id }))).then((tenant) => tenant.name),
  namespace: (id) =>
    answer(client.GET("/api/v1/namespaces/{namespace_id}", pathParams({ namespace_id: id }))).then(
      (namespace) => namespace.full_name,
    ),
  topic: (id) =>
    answer(client.GET("/api/v1/topics/{topic_id}", pathParams({ topic_id: id }))).then((topic) => topic.full_name),
};

function pathParams<P>(path: P) {
  return { params: { path } };
}

/** The current name of an id; the id alone if the entity is gone, or is a user that the reader may not read. */
export function EntityName({ kind, id }: { kind: NamedEntity; id: number }) {
  const session = useSession();
  const enabled = kind !== "user" || mayAdminister(session) || id === session.user.id;
  const { data } = useQuery({
    queryKey: ["name", kind, id],
    queryFn: () => READ_NAME[kind](id),
    staleTime: 60_000,
    enabled,
  });
  return (
    <span className="mono" title={String(id)}>
      {data === undefined ? id : `${data} (${id})`}
    </span>
  );
}
