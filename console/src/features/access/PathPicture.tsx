import { theme } from "antd";
import type { CSSProperties, ReactNode } from "react";
import { type Path, type ResourceType, typeNumber } from "../../api/types";
import { AuthorityTag } from "../../components/rights/AuthorityText";
import { GrantLimits } from "../../components/rights/GrantLimits";
import { GrantWindow } from "../../components/rights/GrantWindow";
import { shortTime } from "../../components/values/Moment";
import { useLanguage, useTexts } from "../../texts/language";

interface PathPictureProps {
  path: Path;
  color: string;
  /** The grant does not count: nothing leads on from it. */
  broken?: boolean;
  /** What is said about the grant, in its box. */
  children?: ReactNode;
}

/** The path from a user to a right: user, role, grant, its place, the places that inherit it. */
export function PathPicture({ path, color, broken, children }: PathPictureProps) {
  const { explain } = useTexts();
  const { token } = theme.useToken();
  const { language } = useLanguage();
  const { user, role, grant, place, inherited_by: inheritors } = path;
  const { steps } = explain;
  const countingAuthorities = grant.authorities.filter((authority) => authority.counts);
  const grantedAt = grant.granted_at === null ? "" : shortTime(grant.granted_at, language);
  const memberSince = role.member_since === null ? null : explain.memberSince(shortTime(role.member_since, language));
  return (
    <ol className="path" style={{ "--path-line": color } as CSSProperties} data-testid="path">
      <Step title={user.main_account_of === null ? steps.user : steps.main}>
        <strong>{user.name}</strong>
      </Step>
      <Step
        title={role.personal ? steps.personalRole : steps.role}
        note={role.personal ? explain.personal : memberSince}
      >
        <strong>{role.name}</strong>
      </Step>
      <Step
        title={`${steps.grant} ${grant.id}`}
        note={grant.granted_by === null ? null : explain.givenBy(grant.granted_by, grantedAt)}
        state={broken ? "broken" : undefined}
        after={children}
      >
        <div style={{ display: "flex", flexWrap: "wrap", gap: 4 }}>
          {(countingAuthorities.length > 0 ? countingAuthorities : grant.authorities.slice(0, 3)).map(
            ({ id, text }) => (
              <AuthorityTag key={id} id={id} text={text} />
            ),
          )}
          {countingAuthorities.length === 0 && grant.authorities.length > 3 && (
            <span style={{ color: token.colorTextSecondary }}>{explain.andOthers(grant.authorities.length - 3)}</span>
          )}
        </div>
        <GrantWindow grant={grant} />
        <GrantLimits limits={grant.limits} placeType={typeNumber(place.resource_type as ResourceType)} />
      </Step>
      <PlaceStep title={steps.place} place={place} />
      {inheritors.map((inheritor) => (
        <PlaceStep
          key={`${inheritor.resource_type} ${inheritor.resource}`}
          title={explain.inherits}
          place={inheritor}
          inherited
        />
      ))}
    </ol>
  );
}

interface PlaceStepProps {
  title: string;
  place: Pick<Path["place"], "resource_type" | "resource">;
  inherited?: boolean;
}

export function PlaceStep({ title, place, inherited }: PlaceStepProps) {
  const { general } = useTexts();
  const kind = general.types[place.resource_type as keyof typeof general.types];
  return (
    <Step title={title} note={place.resource_type === "root" ? null : kind} state={inherited ? "inherited" : undefined}>
      <span className={place.resource_type === "root" ? undefined : "mono"}>
        {place.resource_type === "root" ? kind : place.resource}
      </span>
    </Step>
  );
}

interface StepProps {
  title: string;
  note?: string | null;
  /** How the links to it are drawn: dashed to what inherits, and around what is missing or broken. */
  state?: "inherited" | "missing" | "broken";
  after?: ReactNode;
  children: ReactNode;
}

export function Step({ title, note, state, after, children }: StepProps) {
  const { token } = theme.useToken();
  const small = { fontSize: 12, color: token.colorTextSecondary };
  return (
    <li className={state && `path-${state}`}>
      <div className="path-step">
        <div style={small}>{title}</div>
        {children}
        {note && <div style={small}>{note}</div>}
        {after}
      </div>
    </li>
  );
}
