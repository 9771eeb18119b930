import { useQuery } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useSession } from "../../api/session";
import { mayAdminister } from "../../permissions";

export type Named = "user" | "role" | "group" | "cluster" | "tenant" | "namespace";

/** Fields of an entry that hold the id of something with a name. */
export const NAMED: Record<string, Named> = {
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

const NAMES: Record<Named, (id: number) => Promise<string>> = {
  user: (id) => answer(client.GET("/api/v1/users/{user_id}", at({ user_id: id }))).then((one) => one.username),
  role: (id) => answer(client.GET("/api/v1/roles/{role_id}", at({ role_id: id }))).then((one) => one.name),
  group: (id) => answer(client.GET("/api/v1/groups/{group_id}", at({ group_id: id }))).then((one) => one.name),
  cluster: (id) => answer(client.GET("/api/v1/clusters/{cluster_id}", at({ cluster_id: id }))).then((one) => one.name),
  tenant: (id) => answer(client.GET("/api/v1/tenants/{tenant_id}", at({ tenant_id: id }))).then((one) => one.name),
  namespace: (id) =>
    answer(client.GET("/api/v1/namespaces/{namespace_id}", at({ namespace_id: id }))).then((one) => one.full_name),
};

function at<P>(path: P) {
  return { params: { path } };
}

/** The current name behind an id; only the id if it is gone, or if it is that of a user whom the reader may not read. */
export function Name({ of, id }: { of: Named; id: number }) {
  const session = useSession();
  const enabled = of !== "user" || mayAdminister(session) || id === session.user.id;
  const { data } = useQuery({ queryKey: ["name", of, id], queryFn: () => NAMES[of](id), staleTime: 60_000, enabled });
  return (
    <span className="mono" title={String(id)}>
      {data === undefined ? id : `${data} (${id})`}
    </span>
  );
}
