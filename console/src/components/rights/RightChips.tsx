import { Button, Tag, Tooltip } from "antd";
import { useState } from "react";
import { typeWord } from "../../api/types";
import type { MEANINGS } from "../../design";
import { useTexts } from "../../texts/language";
import { authorityText } from "./AuthorityText";

const FIRST_SHOWN = 8;
const CREATE = 0;
/** Rights by the last two digits of their authorities: what is asked for most comes first. */
const ORDER = [3, 2, 4, 6, 7, 0, 1, 5, 8, 9, 10, 11];

interface RightChipsProps {
  authorities: { id: number; text: string }[];
  /** The type of the place on which they are held; those about lower levels say so. */
  placeType: number;
  color: (typeof MEANINGS)[keyof typeof MEANINGS];
}

/** Authorities as letters: R, W, A, S. The whole sentence is shown on hover, and read by screen readers. */
export function RightChips({ authorities, placeType, color }: RightChipsProps) {
  const { access } = useTexts();
  const [showAll, setShowAll] = useState(false);
  const sorted = authorities.toSorted((a, b) => rank(a.id) - rank(b.id));
  const short = sorted.length <= FIRST_SHOWN + 1;
  return (
    <ul className="chips">
      {(showAll || short ? sorted : sorted.slice(0, FIRST_SHOWN)).map((authority) => (
        <li key={authority.id}>
          <Chip {...authority} placeType={placeType} color={color} />
        </li>
      ))}
      {!short && (
        <li>
          <Button type="link" size="small" aria-expanded={showAll} onClick={() => setShowAll(!showAll)}>
            {showAll ? access.fewer : access.more(sorted.length - FIRST_SHOWN)}
          </Button>
        </li>
      )}
    </ul>
  );
}

type ChipProps = { id: number; text: string } & Pick<RightChipsProps, "placeType" | "color">;

function Chip({ id, text, placeType, color }: ChipProps) {
  const texts = useTexts();
  const sentence = authorityText(texts, id, text);
  const level = typeWord(levelOf(id));
  const lower = level && levelOf(id) > placeType ? ` ${texts.general.types[level].toLowerCase()}` : "";
  return (
    <Tooltip title={`${sentence} (${id})`}>
      <Tag color={color} className="chip">
        <span aria-hidden>
          <b>{texts.place.letters[id % 100] ?? id}</b>
          {lower}
        </span>
        <span className="unseen">{sentence}</span>
      </Tag>
    </Tooltip>
  );
}

/** The type of place that an authority is about: 1 cluster … 4 topic. What is created lies one level lower. */
function levelOf(id: number): number {
  return Math.floor(id / 100) + (id % 100 === CREATE ? 0 : 1);
}

const rank = (id: number) => levelOf(id) * 100 + ORDER.indexOf(id % 100);
