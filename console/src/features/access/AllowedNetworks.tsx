import { Alert, Flex } from "antd";
import type { Decision } from "../../api/types";
import { Networks } from "../../components/rights/Networks";
import { useTexts } from "../../texts/language";

/** The networks from which it is allowed, if the question names no address and the grants are limited. */
export function AllowedNetworks({ decision }: { decision: Decision }) {
  const { why } = useTexts();
  const networkLists = [
    ...new Map(Object.values(decision.only_from).map((networks) => [networks.join(), networks])).values(),
  ];
  if (networkLists.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={why.onlyFrom}
      description={
        <Flex vertical gap={4}>
          {networkLists.map((networks) => (
            <Networks key={networks.join()} names={networks} />
          ))}
          {why.onlyFromHint}
        </Flex>
      }
    />
  );
}
