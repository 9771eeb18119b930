import { theme } from "antd";
import type { CSSProperties, ReactNode } from "react";
import { type Path, type ResourceType, typeNumber } from "../../api/types";
import { AuthorityTag } from "../../components/rights/AuthorityText";
import { GrantLimits } from "../../components/rights/GrantLimits";
import { shortTime } from "../../components/values/Moment";
import { useLanguage, useTexts } from "../../texts/language";
import { Window } from "./Window";

/** One way from a user to a right, step by step: user, role, grant, its place, the place that inherits it. */
export function PathPicture({ path, color }: { path: Path; color: string }) {
  const { explain } = useTexts();
  const { token } = theme.useToken();
  const { language } = useLanguage();
  const { user, role, grant, place, inherited_by: below } = path;
  const { steps } = explain;
  const counted = grant.authorities.filter((each) => each.counts);
  const when = grant.granted_at === null ? "" : shortTime(grant.granted_at, language);
  const since = role.member_since === null ? null : explain.memberSince(shortTime(role.member_since, language));
  return (
    <ol className="path" style={{ "--path-line": color } as CSSProperties} data-testid="path">
      <Step title={user.main_account_of === null ? steps.user : steps.main}>
        <strong>{user.name}</strong>
      </Step>
      <Step title={role.personal ? steps.personalRole : steps.role} note={role.personal ? explain.personal : since}>
        <strong>{role.name}</strong>
      </Step>
      <Step
        title={`${steps.grant} ${grant.id}`}
        note={grant.granted_by === null ? null : explain.givenBy(grant.granted_by, when)}
      >
        <div style={{ display: "flex", flexWrap: "wrap", gap: 4 }}>
          {(counted.length > 0 ? counted : grant.authorities.slice(0, 3)).map(({ id, text }) => (
            <AuthorityTag key={id} id={id} text={text} />
          ))}
          {counted.length === 0 && grant.authorities.length > 3 && (
            <span style={{ color: token.colorTextSecondary }}>{explain.andOthers(grant.authorities.length - 3)}</span>
          )}
        </div>
        <Window grant={grant} />
        <GrantLimits limits={grant.limits} on={typeNumber(place.resource_type as ResourceType)} />
      </Step>
      <PlaceStep title={steps.place} place={place} />
      {below.map((each) => (
        <PlaceStep key={`${each.resource_type} ${each.resource}`} title={explain.inherits} place={each} inherited />
      ))}
    </ol>
  );
}

interface PlaceStepProps {
  title: string;
  place: Path["place"];
  inherited?: boolean;
}

function PlaceStep({ title, place, inherited }: PlaceStepProps) {
  const { general } = useTexts();
  const kind = general.types[place.resource_type as keyof typeof general.types];
  return (
    <Step title={title} note={place.resource_type === "root" ? null : kind} inherited={inherited}>
      <span className={place.resource_type === "root" ? undefined : "mono"}>
        {place.resource_type === "root" ? kind : place.resource}
      </span>
    </Step>
  );
}

interface StepProps {
  title: string;
  note?: string | null;
  inherited?: boolean;
  children: ReactNode;
}

function Step({ title, note, inherited, children }: StepProps) {
  const { token } = theme.useToken();
  const small = { fontSize: 12, color: token.colorTextSecondary };
  return (
    <li className={inherited ? "path-inherited" : undefined}>
      <div className="path-step">
        <div style={small}>{title}</div>
        {children}
        {note && <div style={small}>{note}</div>}
      </div>
    </li>
  );
}
