import { useQuery } from "@tanstack/react-query";
import { Card, Tooltip, Typography } from "antd";
import { Link } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { type Principal, type ResourceType, typeNumber } from "../../api/types";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import "./reach.css";
import { type Dot, dotsOf, FILTERS, STRENGTHS, WAYS } from "./reach";

const MOST_PEOPLE = 200;
const MOST_DOTS = 16;
const NAMED = 2;
/** These rows are shown even when they are empty: nobody is an answer, too. */
const USUAL = 3;

interface ReachProps {
  type: ResourceType;
  id: number;
  /** The reader sees everybody who has something here. */
  seesAll: boolean;
}

/** A picture of who reaches the place: strength of the right by the way it comes, one dot a user. */
export function Reach({ type, id, seesAll }: ReachProps) {
  const { place } = useTexts();
  const query = useQuery({
    queryKey: ["principals", type, id, "reach"],
    queryFn: () => {
      const params = { query: { res_type: typeNumber(type), res_id: id, limit: MOST_PEOPLE } };
      return answer(client.GET("/api/v1/access/principals", { params }));
    },
  });
  return (
    <Card size="small" title={place.reach} data-testid="reach">
      <QueryView query={query}>
        {({ items, total }) => (
          <>
            <Grid people={items} />
            <Typography.Text type="secondary" className="note">
              {place.reachHint} {!seesAll && place.reachOwn}{" "}
              {total > items.length && place.firstOnly(items.length, total)}
            </Typography.Text>
          </>
        )}
      </QueryView>
    </Card>
  );
}

/** No table: each cell says by itself what it is about, and the names in it are not those of rows. */
function Grid({ people }: { people: Principal[] }) {
  const { place } = useTexts();
  const rows = STRENGTHS.map((right) => ({
    right,
    cells: WAYS.map((way) => ({ way, dots: dotsOf(people, right, way) })),
  }));
  return (
    <div className="reach">
      <span />
      {WAYS.map((way) => (
        <span key={way} className="note">
          {place.ways[way]}
        </span>
      ))}
      {rows
        .filter(({ cells }, index) => index < USUAL || cells.some(({ dots }) => dots.length > 0))
        .flatMap(({ right, cells }) => [
          <span key={right}>{place.strengths[right]}</span>,
          ...cells.map(({ way, dots }) => <Dots key={`${right} ${way}`} dots={dots} right={right} way={way} />),
        ])}
    </div>
  );
}

interface DotsProps {
  dots: Dot[];
  right: (typeof STRENGTHS)[number];
  way: (typeof WAYS)[number];
}

/** One cell: its dots, and the names or their number. It leads to the list of everybody with the right. */
function Dots({ dots, right, way }: DotsProps) {
  const { access, place } = useTexts();
  const label = (people: string) => place.cell(place.strengths[right], place.ways[way], people);
  if (dots.length === 0)
    return (
      <span className="note">
        <span aria-hidden>{place.nobody}</span>
        <span className="unseen">{label(place.nobody)}</span>
      </span>
    );
  const names = dots.map(({ name }) => name);
  const shown = access.listed(names.slice(0, MOST_DOTS));
  return (
    <Tooltip title={shown} trigger={["hover", "focus"]}>
      <Link
        to={`?view=people&right=${FILTERS[right]}`}
        aria-label={`${label(place.people(dots.length))}: ${shown}`}
        className={`reach-${way}`}
      >
        {dots.slice(0, MOST_DOTS).map(({ name, limited }) => (
          <i key={name} className={limited ? "dot dot-limited" : "dot"} />
        ))}
        <span>{dots.length <= NAMED ? access.listed(names) : dots.length}</span>
      </Link>
    </Tooltip>
  );
}
