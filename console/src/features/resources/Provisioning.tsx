import { Alert, Button, Flex, Typography } from "antd";
import { useChange } from "../../components/page/useChange";
import { shortTime } from "../../components/values/Moment";
import { useLanguage, useTexts } from "../../texts/language";
import { type Resource, retryProvisioning } from "./resources";
import { useMay } from "./useMay";

type Provisioned = Exclude<Resource, { type: "cluster" }>;

/** The provisioning jobs of a resource: what is open, what the clusters answered, and a retry. */
export function Provisioning({ resource }: { resource: Provisioned }) {
  const { resources } = useTexts();
  const retrying = useChange(() => retryProvisioning(resource), { successText: resources.retried });
  const may = useMay(resource);
  const { state } = resource.provisioning;
  if (state === "ready" && !resource.deleting) return null;
  const waitingTitle = resource.deleting ? resources.deletingTitle : resources.pendingTitle;
  return (
    <Alert
      type={state === "failed" ? "error" : "info"}
      showIcon
      title={state === "failed" ? resources.failedTitle : waitingTitle}
      description={<Jobs resource={resource} />}
      action={
        state === "failed" &&
        may(resource.deleting ? "delete" : "change") && (
          <Button loading={retrying.isPending} onClick={() => retrying.mutate(undefined)}>
            {resources.retry}
          </Button>
        )
      }
    />
  );
}

function Jobs({ resource }: { resource: Provisioned }) {
  const { operations, resources } = useTexts();
  const { language } = useLanguage();
  const openJobs = resource.provisioning.clusters.filter((job) => job.state !== "ready");
  return openJobs.map((job) => (
    <Flex vertical key={job.cluster_id}>
      <span>
        <strong>{job.cluster}</strong> · {operations.jobActions[job.action] ?? job.action}
        {job.attempts > 0 && ` · ${resources.attempts(job.attempts)}`}
        {job.next_try !== null && job.attempts > 0 && ` · ${resources.nextTry(shortTime(job.next_try, language))}`}
      </span>
      {job.message && <Typography.Text className="mono">{job.message}</Typography.Text>}
    </Flex>
  ));
}
