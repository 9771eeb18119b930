import { useQuery } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useSession } from "../../api/session";
import { mayAdminister } from "../../permissions";
import { nameOf, type Resource } from "./resources";
import { clusterIn, usePath } from "./usePath";

type ResourceAction = "create" | "change" | "delete" | "administer" | "audit" | "subscriptions";

/** The operation that the center checks for each action; an action without one is for administrators only. */
const QUESTIONS: Record<Resource["type"], Partial<Record<ResourceAction, string>>> = {
  cluster: { create: "tenant:CREATE_TENANT", administer: "cluster:UPDATE_CLUSTER", audit: "center:AUDIT_CLUSTER" },
  tenant: {
    create: "tenant:CREATE_NAMESPACE",
    change: "tenant:UPDATE_TENANT",
    delete: "tenant:DELETE_TENANT",
    administer: "tenant:UPDATE_TENANT",
    audit: "center:AUDIT_TENANT",
  },
  namespace: {
    create: "namespace:CREATE_TOPIC",
    change: "namespacePolicy:WRITE",
    delete: "tenant:DELETE_NAMESPACE",
    administer: "namespace:GRANT_PERMISSION",
    audit: "center:AUDIT_NAMESPACE",
  },
  topic: {
    change: "topicPolicy:WRITE",
    subscriptions: "topic:SKIP",
    delete: "namespace:DELETE_TOPIC",
    administer: "topic:GRANT_PERMISSION",
    audit: "center:AUDIT_TOPIC",
  },
};

/** What the reader may do to a resource from their network, as the center answers; nothing until it has answered. */
export function useMay(resource: Resource): (action: ResourceAction) => boolean {
  const session = useSession();
  const { address, user } = session;
  const administrator = mayAdminister(session);
  const cluster = Number(clusterIn(usePath().path));
  const actionQuestions = Object.entries(QUESTIONS[resource.type]);
  const { data } = useQuery({
    queryKey: ["resources", "may", user.username, address, resource.type, resource.id, cluster],
    queryFn: () => {
      const target = { cluster_id: cluster, resource_type: resource.type, resource: nameOf(resource) };
      const questions = actionQuestions.map(([, question]) => ({
        ...target,
        principal: user.username,
        question,
        address,
      }));
      return answer(client.POST("/api/v1/access/check", { body: { questions } }));
    },
    enabled: !administrator && cluster > 0,
  });
  const allowed = new Set(
    actionQuestions.filter((_, index) => data?.answers[index]?.allowed).map(([action]) => action),
  );
  return (action) => administrator || allowed.has(action);
}
