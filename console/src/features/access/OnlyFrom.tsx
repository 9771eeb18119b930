import { Alert, Flex } from "antd";
import type { Decision } from "../../api/types";
import { Networks } from "../../components/rights/Networks";
import { useTexts } from "../../texts/language";

/** From where it is allowed, when no address was asked about: what decides so is limited to networks. */
export function OnlyFrom({ decision }: { decision: Decision }) {
  const { why } = useTexts();
  const all = limitsToNetworks(decision);
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

/** Lists of networks; the address has to be in each of them. One grant without networks lets in from everywhere. */
function limitsToNetworks({ grants, main_account: main, only_from: accounts }: Decision): string[][] {
  const ofGrants = [grants, main?.grants ?? []].flatMap((covering) => {
    const lists = covering.flatMap(({ path }) => path.grant.limits?.networks ?? []);
    const everywhere = covering.length === 0 || covering.some(({ path }) => !path.grant.limits?.networks);
    return everywhere ? [] : [[...new Set(lists)].sort()];
  });
  return [...new Map([...ofGrants, ...Object.values(accounts)].map((each) => [each.join(), each])).values()];
}
