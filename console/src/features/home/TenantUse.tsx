import { Card, Typography } from "antd";
import { Link } from "react-router";
import type { Home, Overview } from "../../api/types";
import { typeWord } from "../../api/types";
import { useTexts } from "../../texts/language";
import { Bar } from "./Bar";

interface TenantUseProps {
  use: Home["use"];
  /** The places that the reader administers or audits: those without numbers are named, too. */
  places: Overview["reads"];
  isOwner: boolean;
}

/** What is granted in each tenant, and how much of it is used. */
export function TenantUse({ use, places, isOwner }: TenantUseProps) {
  const { home } = useTexts();
  const measured = new Set(use.map(({ tenant }) => tenant));
  const others = places.filter(({ res_type, resource }) => typeWord(res_type) && !measured.has(resource));
  const idOf = (tenant: string) =>
    places.find(({ res_type, resource }) => res_type === 2 && resource === tenant)?.res_id;
  return (
    <Card size="small" title={isOwner ? home.myPlaces : home.use}>
      <ul className="home-bars">
        {use.map(({ tenant, granted, used }) => (
          <li key={tenant}>
            <TenantName name={tenant} id={idOf(tenant)} />
            <span>{home.used(used, granted)}</span>
            <Bar part={used} whole={granted} />
          </li>
        ))}
        {others.slice(0, MOST).map(({ res_type, res_id, resource }) => (
          <li key={`${res_type} ${res_id}`}>
            <Link to={`/resources/${typeWord(res_type)}/${res_id}`} className="mono">
              {resource}
            </Link>
          </li>
        ))}
      </ul>
      {use.length === 0 && <Typography.Text type="secondary">{home.noUse}</Typography.Text>}
    </Card>
  );
}

const MOST = 6;

function TenantName({ name, id }: { name: string; id: number | undefined }) {
  if (id === undefined) return <span className="mono">{name}</span>;
  return (
    <Link to={`/resources/tenant/${id}`} className="mono">
      {name}
    </Link>
  );
}
