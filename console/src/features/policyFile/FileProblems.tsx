import { Alert, Button, Flex } from "antd";
import { asProblem, Problem } from "../../api/problem";
import { ErrorState } from "../../components/states/ErrorState";
import { problemLine } from "../../components/states/problemText";
import { useLanguage, useTexts } from "../../texts/language";

type GoTo = (line: number) => void;

/** What is wrong with the file, each mistake with its line. Other problems as everywhere. */
export function FileProblems({ error, goTo }: { error: unknown; goTo: GoTo }) {
  const texts = useTexts();
  const { policyFile } = texts;
  const { language } = useLanguage();
  const { errors, extra, status } = asProblem(error);
  const change = typeof extra.change === "string" ? extra.change : undefined;
  if (!errors.some(({ line }) => line !== undefined))
    return (
      <>
        <ErrorState error={error} />
        {change !== undefined && (
          <span>
            {policyFile.atChange} <LineLink line={extra.line} goTo={goTo} /> <span lang="en">{change}</span>
          </span>
        )}
      </>
    );
  const total = Number(extra.errors_total ?? errors.length);
  return (
    <Alert
      type="error"
      showIcon
      title={policyFile.mistakes(total)}
      description={
        <Flex vertical gap={4}>
          {errors.map(({ field, message, code, line }) => (
            <div key={`${line} ${field} ${message}`}>
              <LineLink line={line} goTo={goTo} /> <code>{field}</code>{" "}
              {problemLine(texts, language, new Problem(status, { code, detail: message }))}
            </div>
          ))}
          {total > errors.length && policyFile.more(total - errors.length)}
        </Flex>
      }
    />
  );
}

/** Goes to a line of the file; nothing without a line. */
export function LineLink({ line, goTo }: { line: unknown; goTo: GoTo }) {
  const { policyFile } = useTexts();
  if (typeof line !== "number") return null;
  return (
    <Button size="small" onClick={() => goTo(line)}>
      {policyFile.line(line)}
    </Button>
  );
}
