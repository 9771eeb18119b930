import { queryOptions } from "@tanstack/react-query";
import { answer } from "../../api/answer";
import { client } from "../../api/client";

/** Three businesses to look at: their namespaces, each with a service that writes and one that reads. */
const BUSINESSES = { acme: ["orders", "payments"], globex: ["telemetry", "billing"], initech: ["reports", "mail"] };
const TOPICS = ["created", "changed", "closed"];
const CLUSTER = { name: "standalone", address: "pulsar://127.0.0.1:6650", admin_url: "http://127.0.0.1:8080" };
const DAY_MS = 24 * 3_600_000;

/** Whether the center runs in development, for administrators. */
export const developmentQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: () => answer(client.GET("/api/v1/settings")),
  select: ({ items }) => items.some(({ name, value }) => name === "PUC_ENVIRONMENT" && value === "development"),
});

/** Registers a cluster as Pulsar's quick start makes it, and applies a policy file for each business. */
export async function fillWithDemo(onProgress: (percent: number) => void): Promise<void> {
  const files = Object.entries(BUSINESSES).map(policyOf);
  await answer(client.POST("/api/v1/clusters", { body: CLUSTER }));
  for (const [index, file] of files.entries()) {
    onProgress((100 * (index + 1)) / (files.length + 1));
    await answer(
      client.POST("/api/v1/policy/apply", {
        body: JSON.stringify(file), // which is YAML, too
        bodySerializer: (text) => text,
        headers: { "Content-Type": "application/yaml" },
      }),
    );
  }
}

function policyOf([business, namespaces]: [string, string[]]) {
  const [owner, auditor, readers] = [`${business}-owner`, `${business}-auditor`, `${business} readers`];
  const services = namespaces.flatMap((name) => [`${name}-writer`, `${name}-reader`]);
  const until = new Date(Date.now() + 5 * DAY_MS).toISOString();
  return {
    version: 1,
    groups: { [business]: {} },
    users: {
      ...Object.fromEntries([owner, auditor].map((name) => [name, { kind: "person", group: business }])),
      ...Object.fromEntries(services.map((name) => [name, { kind: "service", main: owner }])),
    },
    roles: { [readers]: { members: namespaces.map((name) => `${name}-reader`) } },
    clusters: [CLUSTER.name],
    tenants: {
      [business]: {
        clusters: [CLUSTER.name],
        namespaces: Object.fromEntries(
          namespaces.map((name) => [name, { topics: Object.fromEntries(TOPICS.map((topic) => [topic, {}])) }]),
        ),
      },
    },
    grants: [
      { tenant: business, user: owner, authorities: ["all"] },
      { tenant: business, user: auditor, authorities: ["tenant.audit"] },
      ...namespaces.flatMap((name) => [
        { namespace: `${business}/${name}`, user: `${name}-writer`, authorities: ["namespace.write"] },
        { namespace: `${business}/${name}`, role: readers, authorities: ["namespace.read"], until },
      ]),
    ],
  };
}
