import { useState } from "react";
import { asProblem, type Problem } from "../../api/problem";

export interface Refused<T> {
  item: T;
  problem: Problem;
}

/** Does the same with several things, one after the other, each judged on its own: a refusal keeps no other back, but
 * once the center cannot be reached, the rest is not tried. */
export function useEach<T>() {
  const [progress, setProgress] = useState<{ done: number; of: number }>();
  const run = async (items: T[], act: (item: T) => Promise<unknown>): Promise<Refused<T>[]> => {
    const refused: Refused<T>[] = [];
    let lost: Problem | undefined;
    for (const [done, item] of items.entries()) {
      setProgress({ done, of: items.length });
      const problem = lost ?? (await act(item).then(() => undefined, asProblem));
      if (problem) refused.push({ item, problem });
      if (problem?.status === 0) lost = problem;
    }
    setProgress(undefined);
    return refused;
  };
  return { progress, run };
}
