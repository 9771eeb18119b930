import { Card, Steps } from "antd";
import { Link } from "react-router";
import type { Overview } from "../../api/types";
import { useTexts } from "../../texts/language";

/** The first steps of a new installation that are not done yet. */
export function FirstSteps({ overview }: { overview: Overview }) {
  const { operations } = useTexts();
  const { counts, brokers } = overview;
  const firstCluster = brokers[0]?.cluster_id;
  const clusterPage = firstCluster === undefined ? "/resources" : `/resources/cluster/${firstCluster}`;
  const connection = firstCluster === undefined ? clusterPage : `${clusterPage}/connection`;
  const steps = [
    { title: operations.steps.cluster, to: "/resources", done: (counts.clusters ?? 0) > 0 },
    { title: operations.steps.broker, to: connection, done: brokers.some((row) => row.live > 0) },
    { title: operations.steps.tenant, to: clusterPage, done: (counts.topics ?? 0) > 0 },
    { title: operations.steps.user, to: "/users", done: (counts.users ?? 0) > 1 + 2 * (counts.clusters ?? 0) },
  ];
  const next = steps.findIndex((step) => !step.done);
  if (next === -1) return null;
  return (
    <Card title={operations.firstSteps}>
      <Steps
        size="small"
        responsive
        current={next}
        items={steps.map(({ title, to, done }, index) => ({
          title: (
            // Pages with lists open their dialog for creating.
            <Link to={to} state={{ creates: !done }}>
              {title}
            </Link>
          ),
          status: done ? "finish" : index === next ? "process" : "wait",
        }))}
      />
    </Card>
  );
}
