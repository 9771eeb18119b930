import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Checkbox, Flex, Progress, Typography } from "antd";
import { useState } from "react";
import type { ClusterImport, ImportReport } from "../../api/types";
import { useChange } from "../../components/page/useChange";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { Counts } from "./Counts";
import { StepButtons } from "./ImportSteps";
import { applyImport, reportQuery } from "./imports";
import { NextSteps } from "./NextSteps";
import { CancelImport, share } from "./ReadProgress";
import { UndoImport } from "./UndoImport";
import { useHasChanges } from "./useMapping";

/** Step 4: the worker applies the report, batch by batch. */
export function ApplyStep({ run }: { run: ClusterImport }) {
  if (run.state === "applying" || run.state === "undoing") return <Applying run={run} />;
  return <ApplyOverview run={run} />;
}

function Applying({ run }: { run: ClusterImport }) {
  const { clusterImport } = useTexts();
  const progressText = run.state === "undoing" ? clusterImport.undoingNow : clusterImport.applying;
  return (
    <Flex vertical gap={16}>
      <Typography.Text strong role="status">
        {progressText}
      </Typography.Text>
      <Progress aria-label={progressText} percent={share(run)} status="active" />
      <Typography.Text type="secondary">
        {`${clusterImport.ofMany(run.done, run.total)} · ${clusterImport.applied(run.applied)}`}
      </Typography.Text>
      <CancelImport run={run} />
    </Flex>
  );
}

function ApplyOverview({ run }: { run: ClusterImport }) {
  const query = useQuery(reportQuery(run));
  return (
    <Flex vertical gap={16}>
      <ApplyOutcome run={run} report={query.data} />
      <QueryView query={query}>{(report) => <ApplyOffer run={run} report={report} />}</QueryView>
      <UndoImport run={run} />
      {(run.state === "done" || query.data?.steps_total === 0) && <NextSteps cluster={run.cluster_id} />}
      <StepButtons step="apply" />
    </Flex>
  );
}

/** How the import ended, if it has ended. */
function ApplyOutcome({ run, report }: { run: ClusterImport; report?: ImportReport }) {
  const { clusterImport } = useTexts();
  const appliedText = run.applied_by
    ? `${clusterImport.applied(run.applied)} · ${clusterImport.appliedBy(run.applied_by)}`
    : undefined;
  const leftCount = report ? report.not_carried_total + report.unread_total + report.refused.length : 0;
  if (run.state === "done") {
    const description = [appliedText, leftCount > 0 ? clusterImport.doneLeft(leftCount) : undefined]
      .filter(Boolean)
      .join(" · ");
    return <Alert type="success" showIcon title={clusterImport.doneTitle} description={description} />;
  }
  if (run.state === "undone") {
    const keptCount = report?.kept_total ?? 0;
    const description = keptCount > 0 ? clusterImport.undoneLeft(keptCount) : undefined;
    return <Alert type="info" showIcon title={clusterImport.undoneTitle} description={description} />;
  }
  if (run.state === "cancelled") {
    return (
      <Alert
        type="info"
        showIcon
        title={clusterImport.cancelled}
        description={appliedText && clusterImport.cancelledHint}
      />
    );
  }
  if (run.state === "failed") {
    return (
      <Alert type="error" showIcon title={clusterImport.failed} description={<span lang="en">{run.message}</span>} />
    );
  }
  return null;
}

/** The numbers of the report, and the button that applies it. */
function ApplyOffer({ run, report }: { run: ClusterImport; report: ImportReport }) {
  const { clusterImport } = useTexts();
  const [accepted, setAccepted] = useState(false);
  const start = useChange(applyImport);
  const hasEdits = useHasChanges(run.id);
  const started = run.applied_by !== null && run.state !== "undone";
  const { unexplained } = report.proof;
  const { stronger_total: stronger = 0 } = report;
  if (report.steps_total === 0)
    return run.state === "done" ? null : <Alert type="info" showIcon title={clusterImport.nothingToDo} />;
  return (
    <Flex vertical gap={12} align="flex-start">
      <Typography.Text type="secondary">{clusterImport.applyHint}</Typography.Text>
      <Counts report={report} />
      <Typography.Text strong>{clusterImport.willMake(report.steps_total)}</Typography.Text>
      {hasEdits && <Alert type="warning" showIcon title={clusterImport.notRehearsed} />}
      {stronger > 0 && <Alert type="error" showIcon title={clusterImport.strongerOpen(stronger)} />}
      {unexplained > 0 && (
        <>
          <Alert type="warning" showIcon title={clusterImport.decisionsOpen(unexplained)} />
          <Checkbox checked={accepted} onChange={(event) => setAccepted(event.target.checked)}>
            {clusterImport.accept}
          </Checkbox>
        </>
      )}
      <Button
        type="primary"
        disabled={stronger > 0 || (unexplained > 0 && !accepted)}
        loading={start.isPending}
        onClick={() => start.mutate(run)}
      >
        {run.state === "done" ? clusterImport.applyAgain : started ? clusterImport.resume : clusterImport.apply}
      </Button>
    </Flex>
  );
}
