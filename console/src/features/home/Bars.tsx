import { Link } from "react-router";
import { type Home, type Overview, typeWord } from "../../api/types";
import { useTexts } from "../../texts/language";
import { ListCard } from "./ListCard";

const MOST_PLACES = 6;

/** The denied attempts of thirty days, by reason. */
export function Denials({ denials: { reasons, complete } }: { denials: Home["denials"] }) {
  const { home, why } = useTexts();
  const words: Record<string, string> = why.reasons;
  const rows = Object.entries(reasons).sort(([, first], [, second]) => second - first);
  const most = rows[0]?.[1] ?? 0;
  const lines = rows.map(([reason, count]) => ({
    key: reason,
    content: <Bar name={words[reason] ?? (reason || home.noReason)} note={String(count)} part={count} whole={most} />,
  }));
  const rest = complete ? [] : [{ key: "rest", content: home.denialsLeftOut }];
  return <ListCard title={home.denials} empty={home.noDenials} lines={[...lines, ...rest]} />;
}

interface TenantUseProps {
  use: Home["use"];
  /** The places that the reader administers or audits: those without numbers are named, too. */
  places: Overview["reads"];
  isOwner: boolean;
}

/** What is granted in each tenant, and how much of it is used. */
export function TenantUse({ use, places, isOwner }: TenantUseProps) {
  const { home } = useTexts();
  const others = places.filter(
    ({ res_type, resource }) => res_type > 0 && use.every(({ scope }) => scope !== resource),
  );
  const links = new Map(
    places.map(({ res_type, res_id, resource }) => [
      resource,
      <Link key={resource} to={`/resources/${typeWord(res_type)}/${res_id}`}>
        {resource}
      </Link>,
    ]),
  );
  const measured = use.map(({ scope, used_leaves: used, granted_leaves: granted }) => ({
    key: scope,
    content: <Bar name={links.get(scope) ?? scope} note={home.used(used, granted)} part={used} whole={granted} />,
  }));
  const unmeasured = others.slice(0, MOST_PLACES).map(({ resource }) => ({
    key: resource,
    content: <span className="mono">{links.get(resource)}</span>,
  }));
  return (
    <ListCard title={isOwner ? home.myPlaces : home.use} empty={home.noUse} lines={[...measured, ...unmeasured]} />
  );
}

interface BarProps {
  name: React.ReactNode;
  note: string;
  part: number;
  whole: number;
}

/** A bar: the part of a whole, which the note says in words. */
function Bar({ name, note, part, whole }: BarProps) {
  const percent = whole > 0 ? Math.min(100, (100 * part) / whole) : 0;
  return (
    <div className="bar">
      <span>{name}</span>
      <span>{note}</span>
      <svg width="100%" height="8" aria-hidden="true">
        <rect width="100%" height="8" rx="4" />
        <rect className="part" width={`${percent}%`} height="8" rx="4" />
      </svg>
    </div>
  );
}
