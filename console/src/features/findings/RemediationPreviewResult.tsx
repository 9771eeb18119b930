import { Alert, Flex } from "antd";
import type { RemediationPreview } from "../../api/types";
import { SimulationResult } from "../../components/rights/SimulationResult";
import { useTexts } from "../../texts/language";

/** The preview of a remediation: why it is refused, or which decisions would change. */
export function RemediationPreviewResult({ preview, days }: { preview: RemediationPreview; days?: number }) {
  const { findings, problems } = useTexts();
  return (
    <Flex vertical gap={12} data-testid="trial" style={{ marginBottom: 16 }}>
      {preview.refusals.map((refusal) => (
        <Alert
          key={refusal.suggestion}
          type="warning"
          showIcon
          title={`${findings.refused}: ${problems.codes[refusal.code] ?? refusal.detail}`}
          description={refusal.detail}
        />
      ))}
      {preview.outcome && <SimulationResult simulation={preview.outcome} days={days} />}
    </Flex>
  );
}
