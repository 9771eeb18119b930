import { Button, Flex } from "antd";
import { useState } from "react";
import { useTexts } from "../../texts/language";
import { AuthorityTag } from "./AuthorityText";

const FIRST_SHOWN = 4;

interface AuthorityListProps {
  authorities: { id: number; text: string }[];
}

/** Authorities as tags. An owner holds two dozen, so the list shows the first ones and a button for all. */
export function AuthorityList({ authorities }: AuthorityListProps) {
  const { access } = useTexts();
  const [showAll, setShowAll] = useState(false);
  const short = authorities.length <= FIRST_SHOWN + 1;
  const visible = showAll || short ? authorities : authorities.slice(0, FIRST_SHOWN);
  return (
    <Flex gap={4} wrap align="center">
      {visible.map(({ id, text }) => (
        <AuthorityTag key={id} id={id} text={text} />
      ))}
      {!short && (
        <Button
          type="link"
          size="small"
          style={{ padding: 0 }}
          aria-expanded={showAll}
          onClick={() => setShowAll(!showAll)}
        >
          {showAll ? access.fewer : access.more(authorities.length - FIRST_SHOWN)}
        </Button>
      )}
    </Flex>
  );
}
