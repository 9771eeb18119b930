import { useSearchParams } from "react-router";
import type { Step } from "./ImportSteps";

/** Shows the newest import; with `step`, that step as soon as the import has reached it. */
export function useShowNewestImport(): (step?: Step) => void {
  const [, setParams] = useSearchParams();
  return (step) => setParams(step ? { step } : {});
}
