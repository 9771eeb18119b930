import { Alert, Flex } from "antd";
import type { Decision } from "../../api/types";
import { Networks } from "../../components/rights/Networks";
import { useTexts } from "../../texts/language";

/** From where it is allowed, when no address was asked about: what decides so is limited to networks. */
export function OnlyFrom({ decision }: { decision: Decision }) {
  const { why } = useTexts();
  const all = [...new Map(Object.values(decision.only_from).map((each) => [each.join(), each])).values()];
  if (all.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={why.onlyFrom}
      description={
        <Flex vertical gap={4}>
          {all.map((networks) => (
            <Networks key={networks.join()} names={networks} />
          ))}
          {why.onlyFromHint}
        </Flex>
      }
    />
  );
}
