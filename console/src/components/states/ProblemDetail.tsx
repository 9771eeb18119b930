import type { FieldError, Problem } from "../../api/problem";
import { useLanguage } from "../../texts/startTexts";
import type { Texts } from "../../texts/texts";
import { omitsDetail } from "./problemText";

interface ProblemDetailProps {
  problem: Problem;
  problems: Texts["problems"];
}

/** The center's own detail, in English, folded for other languages if the title says all of it; and the stable code. */
export function ProblemDetail({ problem, problems }: ProblemDetailProps) {
  const { language } = useLanguage();
  const repeats = problem.detail.replace(/\.$/, "") === problems.codes[problem.code];
  const english = (
    <div lang="en" className="lines">
      {problem.detail && !repeats && <span>{problem.detail}</span>}
      {problem.errors
        .filter((error) => !isInDetail(problem, error))
        .map((error) => (
          <span key={error.field}>
            <code>{error.field}</code> {error.message}
          </span>
        ))}
    </div>
  );
  return (
    <div className="lines">
      {language === "en-US" || omitsDetail({ problems }, problem) ? (
        english
      ) : (
        <details>
          <summary>{problems.inEnglish}</summary>
          {english}
        </details>
      )}
      <span className="problem-code">
        {problems.code} <code>{problem.code}</code>
      </span>
    </div>
  );
}

/** Whether the detail already contains the field's message. */
function isInDetail({ detail, errors }: Problem, { field, message }: FieldError): boolean {
  return detail.includes(`${field}: ${message}`) || (errors.length === 1 && detail.includes(message));
}
