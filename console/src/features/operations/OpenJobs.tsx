import { useQuery } from "@tanstack/react-query";
import { Alert, Flex } from "antd";
import { Link } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useTexts } from "../../texts/language";

const FAILED_SHOWN = 5;

/** How many provisioning jobs are open, with links to those that failed. */
export function OpenJobs({ jobs }: { jobs: Record<string, number> }) {
  const { operations, resources } = useTexts();
  const { pending = 0, failed = 0 } = jobs;
  if (pending + failed === 0) return null;
  const parts = [
    pending > 0 && `${resources.states.pending}: ${pending}`,
    failed > 0 && `${resources.states.failed}: ${failed}`,
  ];
  return (
    <Alert
      type={failed > 0 ? "error" : "info"}
      showIcon
      title={operations.jobs}
      description={
        <Flex vertical gap={4}>
          {parts.filter(Boolean).join(" · ")}
          {failed > 0 && <FailedResources />}
        </Flex>
      }
    />
  );
}

/** The first resources that a cluster could not create, change or delete. */
function FailedResources() {
  const { general } = useTexts();
  const { data } = useQuery({ queryKey: ["resources", "failed"], queryFn: readFailedResources });
  return data?.map(({ type, id, name }) => (
    <span key={`${type} ${id}`}>
      {general.types[type]}{" "}
      <Link to={`/resources/${type}/${id}`} className="mono">
        {name}
      </Link>
    </span>
  ));
}

async function readFailedResources() {
  const params = { query: { state: "failed", limit: FAILED_SHOWN } } as const;
  const [tenants, namespaces, topics] = await Promise.all([
    answer(client.GET("/api/v1/tenants", { params })),
    answer(client.GET("/api/v1/namespaces", { params })),
    answer(client.GET("/api/v1/topics", { params })),
  ]);
  const withType = <T extends "tenant" | "namespace" | "topic">(type: T, items: { id: number; full_name: string }[]) =>
    items.map(({ id, full_name: name }) => ({ type, id, name }));
  return [
    ...withType("tenant", tenants.items),
    ...withType("namespace", namespaces.items),
    ...withType("topic", topics.items),
  ];
}
