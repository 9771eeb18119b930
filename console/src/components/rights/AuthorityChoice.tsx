import { useQuery } from "@tanstack/react-query";
import { Checkbox, Flex, Typography } from "antd";
import { authoritiesQuery } from "../../api/shared";
import { type Authority, RESOURCE_TYPES } from "../../api/types";
import { useTexts } from "../../texts/language";
import { Loaded } from "../states/Loaded";
import { authorityText } from "./AuthorityText";

interface AuthorityChoiceProps {
  id?: string;
  /** Where the grant is made: 0 above all clusters, 1 cluster … 4 topic. */
  place: number;
  value?: number[];
  onChange?: (ids: number[]) => void;
}

/** The authorities that can be granted at a place, each with its sentence, grouped by subject. */
export function AuthorityChoice({ id, place, value, onChange }: AuthorityChoiceProps) {
  const dictionary = useQuery(authoritiesQuery);
  return (
    <Loaded query={dictionary}>
      {(all) => (
        <Checkbox.Group
          value={value}
          onChange={onChange}
          style={{ display: "grid", gridTemplateColumns: "repeat(auto-fit, minmax(250px, 1fr))", gap: 16 }}
        >
          <Groups id={id} grantable={all.filter((each) => each.grantable_on.includes(place))} />
        </Checkbox.Group>
      )}
    </Loaded>
  );
}

function Groups({ id, grantable }: { id?: string; grantable: Authority[] }) {
  const texts = useTexts();
  return RESOURCE_TYPES.map((type, level) => ({ type, of: grantable.filter((each) => each.level === level) }))
    .filter(({ of }) => of.length > 0)
    .map(({ type, of }, index) => (
      <Flex vertical gap={6} key={type} id={index === 0 ? id : undefined}>
        <Typography.Text type="secondary">{texts.general.types[type]}</Typography.Text>
        {of.map((each) => (
          <Checkbox key={each.id} value={each.id}>
            {authorityText(texts, each.id, each.text)}
          </Checkbox>
        ))}
      </Flex>
    ));
}
