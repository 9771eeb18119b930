import { Alert, Button } from "antd";
import { Link } from "react-router";
import { useTexts } from "../../texts/language";

interface OpenJobsProps {
  jobs: Record<string, number>;
  title: string;
  link: string;
}

/** How many wishes the clusters have not fulfilled; the tree marks which. */
export function OpenJobs({ jobs, title, link }: OpenJobsProps) {
  const { operations, resources } = useTexts();
  const { pending = 0, failed = 0 } = jobs;
  if (pending + failed === 0) return <Alert type="success" showIcon title={operations.noJobs} />;
  const parts = [
    pending > 0 && `${resources.states.pending}: ${pending}`,
    failed > 0 && `${resources.states.failed}: ${failed}`,
  ];
  return (
    <Alert
      type={failed > 0 ? "error" : "info"}
      showIcon
      title={title}
      description={parts.filter(Boolean).join(" · ")}
      action={
        <Link to="/resources">
          <Button>{link}</Button>
        </Link>
      }
    />
  );
}
