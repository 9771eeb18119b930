import { Button, Flex, Progress, Typography } from "antd";
import type { ClusterImport } from "../../api/types";
import { useChange } from "../../components/page/useChange";
import { useTexts } from "../../texts/language";
import { cancel } from "./imports";

const PHASES = ["tenants", "namespaces", "topics", "plan"] as const;

/** How far the reading is, for each kind. */
export function ReadProgress({ run }: { run: ClusterImport }) {
  const { clusterImport } = useTexts();
  const at = (PHASES as readonly string[]).indexOf(run.step);
  return (
    <Flex vertical gap={16}>
      <Typography.Text type="secondary" role="status">
        {at < 0 ? clusterImport.waiting : clusterImport.reading(clusterImport.phases[PHASES[at] ?? "plan"])}
      </Typography.Text>
      <Flex vertical gap={8}>
        {PHASES.map((phase, number) => (
          <Phase key={phase} phase={phase} run={run} order={number - at} />
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
  /** Below 0: it is done; 0: it is being done. */
  order: number;
}

function Phase({ phase, run, order }: PhaseProps) {
  const { clusterImport } = useTexts();
  const begun = run.step !== "";
  const done = begun && order < 0;
  const now = begun && order === 0;
  const told = now && run.total > 0 ? clusterImport.ofMany(run.done, run.total) : undefined;
  const word = done ? clusterImport.phaseStates.done : now ? (told ?? "…") : clusterImport.phaseStates.waiting;
  return (
    <div>
      <Flex justify="space-between" gap={8}>
        <span>{clusterImport.phases[phase]}</span>
        <Typography.Text type="secondary">{word}</Typography.Text>
      </Flex>
      <Progress
        aria-label={clusterImport.phases[phase]}
        percent={done ? 100 : now ? share(run) : 0}
        status={now ? "active" : undefined}
        showInfo={false}
        size="small"
      />
    </div>
  );
}

export const share = ({ done, total }: ClusterImport) => (total > 0 ? Math.floor((100 * done) / total) : 0);

/** Ends the import; what was made stays. */
export function CancelImport({ run }: { run: ClusterImport }) {
  const { clusterImport } = useTexts();
  const ending = useChange(cancel);
  return (
    <Flex>
      <Button loading={ending.isPending} onClick={() => ending.mutate(run)}>
        {clusterImport.cancel}
      </Button>
    </Flex>
  );
}
