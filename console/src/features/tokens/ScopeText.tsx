import { Flex, Typography } from "antd";
import type { ApiToken } from "../../api/types";
import { AuthorityList } from "../../components/rights/AuthorityList";
import { limitsText } from "../../components/rights/limitsText";
import { useTexts } from "../../texts/language";

const TYPES = ["root", "cluster", "tenant", "namespace", "topic"];

/** What a token may be used for, place by place. */
export function ScopeText({ scope }: Pick<ApiToken, "scope">) {
  const texts = useTexts();
  if (scope === null) return texts.tokens.unnarrowed;
  return (
    <Flex vertical gap={6}>
      {scope.map((part) => (
        <div key={JSON.stringify(part)}>
          <Typography.Text>{part.name}</Typography.Text>
          <AuthorityList authorities={part.authorities.map((id) => ({ id, text: String(id) }))} />
          <Typography.Text type="secondary">
            {texts.access.listed([
              ...(part.clusters ? [`${texts.tokens.onClusters} ${texts.access.listed(part.clusters)}`] : []),
              ...(part.limits ? [limitsText(texts, part.limits, TYPES.indexOf(part.place))] : []),
            ])}
          </Typography.Text>
        </div>
      ))}
    </Flex>
  );
}
