import { useQuery } from "@tanstack/react-query";
import { Checkbox, Flex, Typography } from "antd";
import { authoritiesQuery } from "../../api/sharedQueries";
import { type Authority, RESOURCE_TYPES } from "../../api/types";
import { useTexts } from "../../texts/language";
import { QueryView } from "../states/QueryView";
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
    <QueryView query={dictionary}>
      {(authorities) => (
        <Checkbox.Group
          value={value}
          onChange={onChange}
          style={{ display: "grid", gridTemplateColumns: "repeat(auto-fit, minmax(250px, 1fr))", gap: 16 }}
        >
          <Groups id={id} grantable={authorities.filter((authority) => authority.grantable_on.includes(place))} />
        </Checkbox.Group>
      )}
    </QueryView>
  );
}

function Groups({ id, grantable }: { id?: string; grantable: Authority[] }) {
  const texts = useTexts();
  return RESOURCE_TYPES.map((type, level) => ({
    type,
    authorities: grantable.filter((authority) => authority.level === level),
  }))
    .filter(({ authorities }) => authorities.length > 0)
    .map(({ type, authorities }, index) => (
      <Flex vertical gap={6} key={type} id={index === 0 ? id : undefined}>
        <Typography.Text type="secondary">{texts.general.types[type]}</Typography.Text>
        {authorities.map((authority) => (
          <Checkbox key={authority.id} value={authority.id}>
            {authorityText(texts, authority.id, authority.text)}
          </Checkbox>
        ))}
      </Flex>
    ));
}
