import { Button, Flex, Steps } from "antd";
import { useSearchParams } from "react-router";
import type { ClusterImport } from "../../api/types";
import { useTexts } from "../../texts/language";
import { isRunning } from "./imports";

export const STEPS = ["read", "who", "report", "apply"] as const;
export type Step = (typeof STEPS)[number];

/** The step to show: the one in the address if the import has reached it; else the current one. */
export function stepOf(run: ClusterImport | undefined, requested: string | null): Step {
  if (!run?.has_report || run.state === "reading") return "read";
  if (run.state === "applying" || run.state === "undoing") return "apply";
  return STEPS.find((step) => step === requested) ?? (run.state === "planned" ? "who" : "apply");
}

/** Goes to a step; the browser's back button returns. */
export function useGoToStep(): (step: Step) => void {
  const [params, setParams] = useSearchParams();
  return (step) => {
    const next = new URLSearchParams(params);
    next.set("step", step);
    setParams(next);
  };
}

/** The four steps. They can be opened once the cluster was read and while nothing runs. */
export function ImportSteps({ run, step }: { run?: ClusterImport; step: Step }) {
  const { clusterImport } = useTexts();
  const goTo = useGoToStep();
  const reachable = run?.has_report === true && !isRunning(run);
  return (
    <Steps
      size="small"
      responsive
      current={STEPS.indexOf(step)}
      status={run?.state === "failed" ? "error" : "process"}
      items={STEPS.map((name) => ({ title: clusterImport.steps[name], disabled: !reachable }))}
      onChange={reachable ? (index) => goTo(STEPS[index] ?? "read") : undefined}
    />
  );
}

/** Back and forward below a step. */
export function StepButtons({ step }: { step: Step }) {
  const { clusterImport } = useTexts();
  const goTo = useGoToStep();
  const index = STEPS.indexOf(step);
  const [previous, following] = [STEPS[index - 1], STEPS[index + 1]];
  return (
    <Flex gap={8} wrap justify="flex-end">
      {previous && <Button onClick={() => goTo(previous)}>{clusterImport.back(clusterImport.steps[previous])}</Button>}
      {following && (
        <Button type="primary" onClick={() => goTo(following)}>
          {clusterImport.next(clusterImport.steps[following])}
        </Button>
      )}
    </Flex>
  );
}
