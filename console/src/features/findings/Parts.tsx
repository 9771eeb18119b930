import { Flex, Tag, Typography } from "antd";
import type { GrantOfPart, Suggestion } from "../../api/types";
import { authorityText } from "../../components/rights/AuthorityText";
import { GrantLimits } from "../../components/rights/GrantLimits";
import { useTexts } from "../../texts/language";

/** What a suggestion removes and what it adds instead: the first of each. */
export function Parts({ suggestion }: { suggestion: Suggestion }) {
  const { findings } = useTexts();
  const { gone, come, removes, adds } = suggestion;
  const moreCount = removes.length - gone.length + (adds.length - come.length);
  return (
    <Flex vertical gap={4}>
      {gone.map((grant) => (
        <Part key={grant.id} word={findings.goes} color="red" grant={grant} />
      ))}
      {come.map((grant) => (
        <Part key={grant.resource + JSON.stringify(grant.limits)} word={findings.comes} color="green" grant={grant} />
      ))}
      {moreCount > 0 && <Typography.Text type="secondary">{findings.andMore(moreCount)}</Typography.Text>}
    </Flex>
  );
}

function Part({ word, color, grant }: { word: string; color: string; grant: GrantOfPart }) {
  const texts = useTexts();
  const place = grant.res_type === 0 ? texts.general.types.root : grant.resource;
  return (
    <div>
      <Tag color={color} style={{ marginInlineEnd: 6 }}>
        {word}
      </Tag>
      {texts.findings.rights(grant.authorities.map((id) => authorityText(texts, id, String(id))))}{" "}
      <Typography.Text type="secondary">·</Typography.Text> <span className="mono">{place}</span>
      <GrantLimits limits={grant.limits} placeType={grant.res_type} />
    </div>
  );
}
