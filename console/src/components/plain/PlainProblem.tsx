import { type ComponentType, lazy, Suspense } from "react";
import { asProblem, type Problem } from "../../api/problem";
import { type Language, useLanguage, useStartTexts } from "../../texts/startTexts";
import type { Texts } from "../../texts/texts";

interface ProblemProps {
  problem: Problem;
}

/** The words for all problems of one language are read when there is a problem. */
const inLanguage = (read: () => Promise<{ problems: Texts["problems"] }>) =>
  lazy<ComponentType<ProblemProps>>(async () => {
    try {
      const [{ ProblemAlert }, { problems }] = await Promise.all([import("./ProblemAlert"), read()]);
      return { default: ({ problem }) => <ProblemAlert problem={problem} problems={problems} /> };
    } catch {
      return { default: BareProblem };
    }
  });

const EXPLAINED: Record<Language, ComponentType<ProblemProps>> = {
  "zh-CN": inLanguage(() => import("../../texts/zh-CN/problems")),
  "en-US": inLanguage(() => import("../../texts/en-US/problems")),
};

/** A failed request, without antd. */
export function PlainProblem({ error }: { error: unknown }) {
  const Explained = EXPLAINED[useLanguage().language];
  return (
    <Suspense>
      <Explained problem={asProblem(error)} />
    </Suspense>
  );
}

/** Its words cannot be read either. */
function BareProblem({ problem }: ProblemProps) {
  const { general } = useStartTexts();
  return (
    <div role="alert" className="problem">
      {problem.detail || general.unreachable} <code>{problem.code}</code>
    </div>
  );
}
