import { Button, Flex, Typography, theme } from "antd";
import type { CSSProperties } from "react";
import type { Decision } from "../../api/types";
import { AuthorityTag } from "../../components/rights/AuthorityText";
import { shortTime } from "../../components/values/Moment";
import { useLanguage, useTexts } from "../../texts/language";
import { PlaceStep, Step } from "./PathPicture";
import { useMending } from "./useMending";

export type Remedy = Decision["missing"][number];

interface MissingLinkProps {
  remedy: Remedy;
  decision: Decision;
  /** What was asked about. */
  target: { resource_type: string; resource: string };
}

/** A path with its missing link: who lacks which authority, on which place, who could give it, and how to get it. */
export function MissingLink({ remedy, decision, target }: MissingLinkProps) {
  const { explain, requests } = useTexts();
  const { token } = theme.useToken();
  const mending = useMending(decision);
  const above = remedy.resource !== target.resource;
  return (
    <ol className="path" style={{ "--path-line": token.colorBorder } as CSSProperties} data-testid="missing">
      <Step title={explain.steps.user}>
        {remedy.principals.map((name) => (
          <div key={name}>
            <strong>{name}</strong>
          </div>
        ))}
      </Step>
      <Step title={explain.missingLink} state="missing">
        <Flex vertical gap={8} align="start">
          <AuthorityTag id={remedy.authority} text={remedy.text} />
          <CouldGive remedy={remedy} />
          {mending.mayGrant(remedy) && (
            <Button type="primary" size="small" onClick={() => mending.grant(remedy)}>
              {explain.grantTo(remedy.principals.length > 1 ? mending.first(remedy) : undefined)}
            </Button>
          )}
          {mending.mayRequest(remedy) && (
            <Button type="primary" size="small" onClick={() => mending.request(remedy)}>
              {requests.ask}
            </Button>
          )}
        </Flex>
      </Step>
      <PlaceStep title={explain.steps.place} place={remedy} />
      {above && <PlaceStep title={explain.inherits} place={target} inherited />}
      {mending.dialog}
    </ol>
  );
}

function CouldGive({ remedy: { could_give: givers } }: { remedy: Remedy }) {
  const { explain } = useTexts();
  const { language } = useLanguage();
  if (givers.total === null) return <Typography.Text type="secondary">{explain.hidden}</Typography.Text>;
  if (givers.total === 0) return <Typography.Text type="secondary">{explain.nobody}</Typography.Text>;
  const moreCount = givers.total - givers.names.length;
  const giverText = (name: string) => {
    const end = givers.valid_until[name];
    return end === undefined ? name : `${name} (… – ${shortTime(end, language)})`;
  };
  return (
    <Typography.Text style={{ fontSize: 12 }}>
      {explain.couldGive(givers.names.map(giverText).join(explain.comma))}
      {moreCount > 0 && ` ${explain.andMore(moreCount)}`}
    </Typography.Text>
  );
}
