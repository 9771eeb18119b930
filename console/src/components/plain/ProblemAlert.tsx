import type { Problem } from "../../api/problem";
import type { Texts } from "../../texts/texts";
import { ProblemDetail } from "../states/ProblemDetail";
import { problemText } from "../states/problemText";

/** What happened in the reader's language, the center's own detail, the stable code. */
export function ProblemAlert({ problem, problems }: { problem: Problem; problems: Texts["problems"] }) {
  return (
    <div role="alert" className="problem">
      <strong>{problemText({ problems }, problem) ?? problems.general}</strong>
      <ProblemDetail problem={problem} problems={problems} />
    </div>
  );
}
