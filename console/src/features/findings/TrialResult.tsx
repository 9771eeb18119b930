import { Alert, Flex } from "antd";
import type { Trial } from "../../api/types";
import { Outcome } from "../../components/rights/Outcome";
import { useTexts } from "../../texts/language";

/** The result of a trial: what stands in the way, and which decisions would change. */
export function TrialResult({ trial, days }: { trial: Trial; days?: number }) {
  const { findings, problems } = useTexts();
  return (
    <Flex vertical gap={12} data-testid="trial" style={{ marginBottom: 16 }}>
      {trial.refusals.map((one) => (
        <Alert
          key={one.suggestion}
          type="warning"
          showIcon
          title={`${findings.refused}: ${problems.codes[one.code] ?? one.detail}`}
          description={one.detail}
        />
      ))}
      {trial.outcome && <Outcome outcome={trial.outcome} days={days} />}
    </Flex>
  );
}
