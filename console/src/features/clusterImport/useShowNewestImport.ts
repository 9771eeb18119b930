import { useSearchParams } from "react-router";
import type { Step } from "./ImportSteps";

/** Shows the newest import; with `step`, that step as soon as it is so far. */
export function useShowNewestImport(): (step?: Step) => void {
  const [, setParams] = useSearchParams();
  return (step) => setParams(step ? { step } : {});
}
