import { Flex, Tag, Typography } from "antd";
import type { GrantOfPart } from "../../api/types";
import { AuthorityList } from "../../components/rights/AuthorityList";
import { GrantLimits } from "../../components/rights/GrantLimits";
import { useTexts } from "../../texts/language";

interface BeforeAfterProps {
  role: string;
  removed: GrantOfPart[];
  added: GrantOfPart[];
  leafCounts: [number | null, number | null];
}

/** What the role has now and what it would have afterwards, side by side. */
export function BeforeAfter({ role, removed, added, leafCounts }: BeforeAfterProps) {
  const { findings } = useTexts();
  return (
    <div className="sides">
      <Side
        title={`${findings.before}: ${role}`}
        grants={removed}
        word={findings.goes}
        color="red"
        leafCount={leafCounts[0]}
      />
      <Side
        title={`${findings.after}: ${role}`}
        grants={added}
        word={findings.comes}
        color="green"
        leafCount={leafCounts[1]}
      />
    </div>
  );
}

interface SideProps {
  title: string;
  grants: GrantOfPart[];
  word: string;
  color: string;
  leafCount: number | null;
}

function Side({ title, grants, word, color, leafCount }: SideProps) {
  const { findings } = useTexts();
  return (
    <section aria-label={title}>
      <Flex vertical gap={8}>
        <strong>{title}</strong>
        {grants.length === 0 && <Typography.Text type="secondary">{findings.nothingComes}</Typography.Text>}
        {grants.map((grant) => (
          <Flex key={`${grant.id}${grant.resource}${JSON.stringify(grant.limits)}`} gap={8} align="start">
            <Tag color={color}>{word}</Tag>
            <Flex vertical gap={4}>
              <span className="mono">{grant.resource}</span>
              <AuthorityList authorities={grant.authorities.map((id) => ({ id, text: String(id) }))} />
              <GrantLimits limits={grant.limits} placeType={grant.res_type} />
            </Flex>
          </Flex>
        ))}
        {leafCount !== null && (
          <Typography.Text type="secondary" title={findings.leavesHint}>
            {`${findings.leaves}: ${leafCount}`}
          </Typography.Text>
        )}
      </Flex>
    </section>
  );
}
