import { Alert, Button, Flex, Typography } from "antd";
import { asProblem } from "../api/problem";
import { useTexts } from "../texts/language";

interface ErrorStateProps {
  error: unknown;
  retry?: () => void;
}

/** A failed request: what happened in the reader's language, the server's own detail, the stable code, a way on. */
export function ErrorState({ error, retry }: ErrorStateProps) {
  const { general, problems } = useTexts();
  const problem = asProblem(error);
  return (
    <Alert
      type="error"
      showIcon
      title={problems.codes[problem.code] ?? problems.general}
      description={
        <Flex vertical gap={4}>
          {problem.detail && <span style={{ overflowWrap: "anywhere" }}>{problem.detail}</span>}
          {problem.errors.map((each) => (
            <span key={each.field}>
              <Typography.Text code>{each.field}</Typography.Text> {each.message}
            </span>
          ))}
          <Typography.Text type="secondary">
            {problems.code} <Typography.Text code>{problem.code}</Typography.Text>
          </Typography.Text>
        </Flex>
      }
      action={retry && <Button onClick={retry}>{general.retry}</Button>}
    />
  );
}
