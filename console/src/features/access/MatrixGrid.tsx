import { Flex, Tag, Typography } from "antd";
import type { KeyboardEvent } from "react";
import { typeWord } from "../../api/types";
import { ResourceIcon } from "../../components/values/ResourceIcon";
import { useTexts } from "../../texts/language";
import "./matrix.css";
import { type Cell, type Field, isShown, keyOf, type Person, type Place } from "./matrix";
import { MOST_GRANTS } from "./matrixQueries";
import { meaningOf, wordsOf } from "./matrixWords";

interface MatrixGridProps {
  people: Person[];
  places: Place[];
  fields: Field[];
  /** Every right, not only the usual ones and those held. */
  all: boolean;
  isToggled: (cell: Cell) => boolean;
  toggle: (cell: Cell) => void;
  selected: string | undefined;
  select: (cell: Cell) => void;
}

/** People in rows, places in columns, rights as letters. One table, and one stop of the tab key: arrows go on in it. */
export function MatrixGrid({ people, places, fields, all, isToggled, toggle, selected, select }: MatrixGridProps) {
  const { giving, matrix } = useTexts();
  const shown = fields.map(({ cells, ...field }) => ({
    ...field,
    cells: cells.filter((cell) => all || isShown(cell) || isToggled(cell)),
  }));
  const keys = shown.flatMap(({ cells }) => cells.map(({ key }) => key));
  const stop = keys.find((key) => key === selected) ?? keys[0];
  return (
    <div className="matrix-scroll">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a grid, which arrows move in */}
      <table className="matrix" role="grid" aria-label={giving.matrix}>
        <thead>
          <tr>
            <th scope="col">{matrix.people}</th>
            {places.map((place) => (
              <th key={keyOf(place.type, place.id)} scope="col">
                <PlaceName place={place} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.role}>
              <th scope="row">
                <PersonName person={person} />
              </th>
              {person.tooMany && <td colSpan={places.length}>{matrix.tooMany(MOST_GRANTS)}</td>}
              {shown
                .filter((field) => field.person === person)
                .map(({ place, cells, lower, limited }) => (
                  <td key={keyOf(place.type, place.id)} data-place={place.name}>
                    <div className="matrix-rights">
                      {cells.map((cell) => (
                        <Right
                          key={cell.key}
                          cell={cell}
                          isToggled={isToggled(cell)}
                          tabIndex={cell.key === stop ? 0 : -1}
                          toggle={toggle}
                          select={select}
                        />
                      ))}
                    </div>
                    {lower.length > 0 && <div className="matrix-note">{giving.others(shortList(lower))}</div>}
                    {limited > 0 && <div className="matrix-note">{giving.limited(limited)}</div>}
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const SHORT = 4;
const shortList = (ids: number[]) => ids.slice(0, SHORT).join(", ") + (ids.length > SHORT ? " …" : "");

function PlaceName({ place: { type, name } }: { place: Place }) {
  const end = name.lastIndexOf("/") + 1;
  return (
    <span className="mono">
      <small>
        <ResourceIcon type={typeWord(type) ?? "root"} /> {name.slice(0, end)}
      </small>
      {name.slice(end)}
    </span>
  );
}

function PersonName({ person: { name, user } }: { person: Person }) {
  const { palette } = useTexts();
  return (
    <Flex vertical align="flex-start">
      <Typography.Text className="mono">{name}</Typography.Text>
      {user === null && <Tag>{palette.kinds.role}</Tag>}
    </Flex>
  );
}

interface RightProps {
  cell: Cell;
  isToggled: boolean;
  tabIndex: number;
  toggle: (cell: Cell) => void;
  select: (cell: Cell) => void;
}

function Right({ cell, isToggled, tabIndex, toggle, select }: RightProps) {
  const texts = useTexts();
  const { giving, matrix } = texts;
  const { person, place, right, here, others } = cell;
  const label = [`${giving.rights[right]}: ${person.name}, ${place.name}`];
  const state = isToggled ? [here ? matrix.legend.removed : matrix.legend.added] : [];
  const words = [...label, ...state, ...wordsOf(texts, cell)].join(" · ");
  const meaning = isToggled ? (here ? "removed" : "added") : meaningOf(cell);
  const mark =
    others.length === 0 ? "" : others.some((grant) => grant.res_type < place.type) ? " right-above" : " right-beside";
  return (
    <button
      type="button"
      className={`right right-${meaning}${mark}`}
      aria-pressed={here !== isToggled}
      title={words}
      tabIndex={tabIndex}
      onFocus={() => select(cell)}
      onClick={() => toggle(cell)}
      onKeyDown={moveFocus}
    >
      <span aria-hidden>{texts.place.letters[right]}</span>
      <span className="right-words">{words}</span>
    </button>
  );
}

const STEPS: Record<string, [rows: number, rights: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Arrows: to the next right, or to the same one in the next row. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>) {
  const [rows, rights] = STEPS[event.key] ?? [0, 0];
  const row = event.currentTarget.closest("tr");
  const cell = event.currentTarget.closest("td");
  if (!row || !cell || (rows === 0 && rights === 0)) return;
  event.preventDefault();
  const inRow = [...row.querySelectorAll<HTMLElement>(".right")];
  const inCell = [...cell.querySelectorAll(".right")];
  if (rights !== 0) return inRow[inRow.indexOf(event.currentTarget) + rights]?.focus();
  for (let next = sibling(row, rows); next; next = sibling(next, rows)) {
    const found = next.querySelectorAll<HTMLElement>(
      `td:nth-of-type(${[...row.querySelectorAll("td")].indexOf(cell) + 1}) .right`,
    );
    const place = Math.min(inCell.indexOf(event.currentTarget), found.length - 1);
    if (found.length > 0) return found[place]?.focus();
  }
}

const sibling = (row: Element, step: number) => (step > 0 ? row.nextElementSibling : row.previousElementSibling);
