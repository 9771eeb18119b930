import { Alert, Flex, Typography } from "antd";
import type { ImportReport } from "../../api/types";
import { useTexts } from "../../texts/language";
import { Sentence } from "./Sentence";

/** The proof in one sentence: whether every decision stays the same. */
export function ProofVerdict({ proof }: { proof: ImportReport["proof"] }) {
  const { clusterImport } = useTexts();
  const { differences_total: total, unexplained } = proof;
  const title =
    unexplained > 0
      ? clusterImport.unexplained(unexplained)
      : total > 0
        ? clusterImport.explainedOnly(total)
        : clusterImport.same;
  return (
    <section aria-label={clusterImport.proof} data-testid="proof">
      <Alert
        type={unexplained > 0 ? "error" : "success"}
        showIcon
        title={clusterImport.proved(title)}
        description={
          <Flex vertical gap={4}>
            <span>{clusterImport.proofHint}</span>
            <span>{clusterImport.compared(proof.roles, proof.topics, proof.questions)}</span>
            <span>{clusterImport.decided(proof.decided)}</span>
            <Reasons reasons={proof.reasons} />
          </Flex>
        }
      />
    </section>
  );
}

function Reasons({ reasons: unsorted = [] }: { reasons: ImportReport["proof"]["reasons"] }) {
  const { clusterImport } = useTexts();
  const reasons = [...unsorted].sort((a, b) => b.count - a.count);
  if (reasons.length === 0) return null;
  return (
    <div>
      <Typography.Text strong>{clusterImport.byReason}</Typography.Text>
      <ul style={{ margin: 0, paddingInlineStart: 20 }}>
        {reasons.map(({ why, code, values, count }) => (
          <li key={why}>
            {clusterImport.times(count)} <Sentence sentence={{ text: why, code, values }} />
          </li>
        ))}
      </ul>
    </div>
  );
}
