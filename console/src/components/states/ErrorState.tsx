import { Alert, Button } from "antd";
import { asProblem } from "../../api/problem";
import { useTexts } from "../../texts/language";
import { ProblemDetail } from "./ProblemDetail";
import { problemText } from "./problemText";

interface ErrorStateProps {
  error: unknown;
  retry?: () => void;
}

/** A failed request: what happened in the reader's language, the server's own detail, the stable code, a way on. */
export function ErrorState({ error, retry }: ErrorStateProps) {
  const texts = useTexts();
  const { general, problems } = texts;
  const problem = asProblem(error);
  return (
    <Alert
      type="error"
      showIcon
      title={problemText(texts, problem) ?? problems.general}
      description={<ProblemDetail problem={problem} problems={problems} />}
      action={retry && <Button onClick={retry}>{general.retry}</Button>}
    />
  );
}
