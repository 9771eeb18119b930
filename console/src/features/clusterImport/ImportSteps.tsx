import { Button, Flex, Steps } from "antd";
import { useSearchParams } from "react-router";
import type { ClusterImport } from "../../api/types";
import { useTexts } from "../../texts/language";
import { isRunning } from "./imports";

export const STEPS = ["read", "who", "report", "apply"] as const;
export type Step = (typeof STEPS)[number];

/** The step that is shown: the one in the address, when the import is so far; else where it stands. */
export function stepOf(run: ClusterImport | undefined, wanted: string | null): Step {
  if (!run?.has_report || run.state === "reading") return "read";
  if (run.state === "applying" || run.state === "undoing") return "apply";
  return STEPS.find((one) => one === wanted) ?? (run.state === "planned" ? "who" : "apply");
}

/** Goes to a step; the browser's back button returns. */
export function useGoTo(): (step: Step) => void {
  const [params, setParams] = useSearchParams();
  return (step) => {
    const next = new URLSearchParams(params);
    next.set("step", step);
    setParams(next);
  };
}

/** The four steps. One can go to each, once the cluster was read and while nothing runs. */
export function ImportSteps({ run, step }: { run?: ClusterImport; step: Step }) {
  const { clusterImport } = useTexts();
  const goTo = useGoTo();
  const open = run?.has_report === true && !isRunning(run);
  return (
    <Steps
      size="small"
      responsive
      current={STEPS.indexOf(step)}
      status={run?.state === "failed" ? "error" : "process"}
      items={STEPS.map((one) => ({ title: clusterImport.steps[one], disabled: !open }))}
      onChange={open ? (at) => goTo(STEPS[at] ?? "read") : undefined}
    />
  );
}

/** Back and forward below a step. */
export function StepButtons({ step }: { step: Step }) {
  const { clusterImport } = useTexts();
  const goTo = useGoTo();
  const at = STEPS.indexOf(step);
  const [before, after] = [STEPS[at - 1], STEPS[at + 1]];
  return (
    <Flex gap={8} wrap justify="flex-end">
      {before && <Button onClick={() => goTo(before)}>{clusterImport.back(clusterImport.steps[before])}</Button>}
      {after && (
        <Button type="primary" onClick={() => goTo(after)}>
          {clusterImport.next(clusterImport.steps[after])}
        </Button>
      )}
    </Flex>
  );
}
