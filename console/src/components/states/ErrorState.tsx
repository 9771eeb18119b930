import { Alert, Button, Flex, Typography } from "antd";
import { asProblem, type FieldError, type Problem } from "../../api/problem";
import { useLanguage, useTexts } from "../../texts/language";
import { omitsDetail, problemText } from "./problemText";

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
      description={
        <Flex vertical gap={4}>
          <Detail problem={problem} />
          <Typography.Text type="secondary">
            {problems.code} <Typography.Text code>{problem.code}</Typography.Text>
          </Typography.Text>
        </Flex>
      }
      action={retry && <Button onClick={retry}>{general.retry}</Button>}
    />
  );
}

/** The center's own detail, in English: folded for other languages if the title says all of it. */
function Detail({ problem }: { problem: Problem }) {
  const texts = useTexts();
  const { problems } = texts;
  const { language } = useLanguage();
  const title = problems.codes[problem.code];
  const repeats = problem.detail.replace(/\.$/, "") === title;
  const lines = (
    <>
      {problem.detail && !repeats && <span style={{ overflowWrap: "anywhere" }}>{problem.detail}</span>}
      {problem.errors
        .filter((error) => !isInDetail(problem, error))
        .map((error) => (
          <span key={error.field}>
            <Typography.Text code>{error.field}</Typography.Text> {error.message}
          </span>
        ))}
    </>
  );
  const english = (
    <Flex vertical gap={4} lang="en">
      {lines}
    </Flex>
  );
  if (language === "en-US" || omitsDetail(texts, problem)) return english;
  return (
    <details>
      <summary>{problems.inEnglish}</summary>
      {english}
    </details>
  );
}

/** Whether the detail already contains the field's message. */
function isInDetail({ detail, errors }: Problem, { field, message }: FieldError): boolean {
  return detail.includes(`${field}: ${message}`) || (errors.length === 1 && detail.includes(message));
}
