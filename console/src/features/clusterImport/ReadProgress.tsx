import { Button, Flex, Progress, Typography } from "antd";
import type { ClusterImport } from "../../api/types";
import { useChange } from "../../components/page/useChange";
import { useTexts } from "../../texts/language";
import { cancelImport } from "./imports";

const PHASES = ["tenants", "namespaces", "topics", "plan"] as const;

/** The progress of reading, for each phase. */
export function ReadProgress({ run }: { run: ClusterImport }) {
  const { clusterImport } = useTexts();
  const currentPhase = (PHASES as readonly string[]).indexOf(run.step);
  return (
    <Flex vertical gap={16}>
      <Typography.Text type="secondary" role="status">
        {currentPhase < 0
          ? clusterImport.waiting
          : clusterImport.reading(clusterImport.phases[PHASES[currentPhase] ?? "plan"])}
      </Typography.Text>
      <Flex vertical gap={8}>
        {PHASES.map((phase, index) => (
          <Phase key={phase} phase={phase} run={run} order={index - currentPhase} />
        ))}
      </Flex>
      <Typography.Text type="secondary">{clusterImport.calls(run.calls)}</Typography.Text>
      <CancelImport run={run} />
    </Flex>
  );
}

interface PhaseProps {
  phase: (typeof PHASES)[number];
  run: ClusterImport;
  /** Below 0: the phase is done; 0: it is the current one. */
  order: number;
}

function Phase({ phase, run, order }: PhaseProps) {
  const { clusterImport } = useTexts();
  const started = run.step !== "";
  const finished = started && order < 0;
  const current = started && order === 0;
  const progress = current && run.total > 0 ? clusterImport.ofMany(run.done, run.total) : undefined;
  const stateText = finished
    ? clusterImport.phaseStates.done
    : current
      ? (progress ?? "…")
      : clusterImport.phaseStates.waiting;
  return (
    <div>
      <Flex justify="space-between" gap={8}>
        <span>{clusterImport.phases[phase]}</span>
        <Typography.Text type="secondary">{stateText}</Typography.Text>
      </Flex>
      <Progress
        aria-label={clusterImport.phases[phase]}
        percent={finished ? 100 : current ? share(run) : 0}
        status={current ? "active" : undefined}
        showInfo={false}
        size="small"
      />
    </div>
  );
}

export const share = ({ done, total }: ClusterImport) => (total > 0 ? Math.floor((100 * done) / total) : 0);

/** Cancels the import; what it has made stays. */
export function CancelImport({ run }: { run: ClusterImport }) {
  const { clusterImport } = useTexts();
  const cancellation = useChange(cancelImport);
  return (
    <Flex>
      <Button loading={cancellation.isPending} onClick={() => cancellation.mutate(run)}>
        {clusterImport.cancel}
      </Button>
    </Flex>
  );
}
