import { CheckCircleFilled, CloseCircleFilled, LinkOutlined } from "@ant-design/icons";
import { Alert, App, Button, Flex, Tag, Typography, theme } from "antd";
import { type ReactNode, useState } from "react";
import type { Decision } from "../../api/types";
import { shortTime } from "../../components/values/Moment";
import { ATTENTION } from "../../design";
import { useLanguage, useTexts } from "../../texts/language";
import { AllowedNetworks } from "./AllowedNetworks";
import { MissingLink } from "./MissingLink";
import { NearGrant } from "./NearGrant";
import { PathPicture } from "./PathPicture";
import type { Answered, Question } from "./question";

interface DecisionDetailsProps extends Answered {
  question: Question;
  /** The answer of then, beside which that of now stands. */
  past: boolean;
  /** The answer that stands beside it. */
  other?: Decision;
}

/** The decision, its reason, and the path of every grant that it rests on, or what is missing. */
export function DecisionDetails(props: DecisionDetailsProps) {
  const { decision, noResource, question, past, other, type } = props;
  const { explain, general, why } = useTexts();
  const { token } = theme.useToken();
  const known = other && new Set([...other.grants, ...(other.main_account?.grants ?? [])].map(({ id }) => id));
  const paths = (grants: Decision["grants"], color: string) =>
    grants.map((grant) => (
      <PathPicture key={grant.id} path={grant.path} color={color}>
        {known && !known.has(grant.id) && <Tag color={ATTENTION}>{past ? explain.gone : explain.added}</Tag>}
      </PathPicture>
    ));
  const main = decision.main_account;
  const key = decision.encryption_key;
  const unknown = noResource && why.unknown.resource(general.types[type].toLowerCase());
  return (
    <Flex vertical gap={16} data-testid={past ? "then" : "verdict"} data-allowed={decision.allowed}>
      <Verdict {...props} />
      {decision.allowed && !question.address && <AllowedNetworks decision={decision} />}
      {decision.named_by_grant_on && (
        <Alert type="warning" showIcon title={why.namedByGrant(decision.named_by_grant_on)} />
      )}
      {decision.allowed && unknown && <Alert type="warning" showIcon title={unknown} />}
      {key && <Typography.Text>{explain.encrypted(key.name, key.number, key.full_name)}</Typography.Text>}
      {decision.grants.length > 0 && (
        <Section title={explain.paths}>{paths(decision.grants, token.colorSuccess)}</Section>
      )}
      {!past && <Near {...props} title={explain.notInForce} ended />}
      {!past && decision.missing.length > 0 && <Missing {...props} />}
      {main && (
        <Section title={(main.grants.length > 0 ? explain.mainPaths : explain.mainLacks)(main.name)}>
          {paths(main.grants, token.colorInfo)}
        </Section>
      )}
      {decision.rules_to_be_listed_in.length > 0 && (
        <Typography.Text>{explain.listing(decision.rules_to_be_listed_in.join(", "))}</Typography.Text>
      )}
      <Near {...props} title={why.near} ended={past ? undefined : false} />
    </Flex>
  );
}

/** Yes or no, with its reason; of then also when that was. */
function Verdict({ decision, noResource, question, past, other }: DecisionDetailsProps) {
  const { explain, questions, why } = useTexts();
  const { language } = useLanguage();
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const Icon = decision.allowed ? CheckCircleFilled : CloseCircleFilled;
  const color = decision.allowed ? token.colorSuccessText : token.colorError;
  const copy = () =>
    void navigator.clipboard?.writeText(window.location.href).then(() => message.success(explain.copied));
  const elsewhere = decision.tenant_elsewhere && !decision.allowed;
  const when = past ? explain.thenAt(shortTime(decision.at, language)) : explain.now;
  return (
    <>
      {other && (
        <Typography.Title level={2} style={{ margin: 0 }}>
          {when}
        </Typography.Title>
      )}
      <Flex gap={16} align="center" wrap>
        <Icon style={{ color, fontSize: 40 }} aria-hidden />
        <div style={{ flex: "1 1 200px" }}>
          <Typography.Title level={other ? 3 : 2} style={{ margin: 0, color, fontSize: token.fontSizeHeading1 }}>
            {decision.allowed ? why.allowed : why.denied}
          </Typography.Title>
          <Typography.Text>
            {elsewhere ? why.elsewhere : (why.reasons[decision.reason] ?? decision.sentence)}
            {!decision.allowed && noResource && ` ${why.unknown.resourceHint}`}
          </Typography.Text>
        </div>
        {!past && (
          <Button icon={<LinkOutlined />} onClick={copy}>
            {explain.link}
          </Button>
        )}
      </Flex>
      <Typography.Text type="secondary">
        <strong>{question.principal}</strong> ·{" "}
        {(questions as Record<string, string>)[question.question] ?? question.question} ·{" "}
        <span className="mono">{question.resource}</span>
        {decision.cluster && ` · ${why.on(decision.cluster)}`}
        <br />
        <Tag style={{ marginBlockStart: 6 }}>{decision.reason}</Tag> {why.revision(decision.revision)}
      </Typography.Text>
    </>
  );
}

interface NearProps extends Pick<DecisionDetailsProps, "decision" | "past"> {
  title: string;
  /** Only those that ended or have still to begin, or only the others; undefined: all. */
  ended?: boolean;
}

/** The grants that do not count. */
function Near({ decision, past, title, ended }: NearProps) {
  const grants = decision.near.filter(
    ({ shortfall }) => ended === undefined || (shortfall === "NOT_IN_FORCE") === ended,
  );
  return (
    grants.length > 0 && (
      <Section title={title}>
        {grants.map((grant) => (
          <NearGrant key={`${grant.principal} ${grant.id}`} grant={grant} decision={decision} past={past} />
        ))}
      </Section>
    )
  );
}

/** The narrowest grant that would do, drawn as the missing link; wider ones on request. */
function Missing({ decision, type, question }: DecisionDetailsProps) {
  const { explain } = useTexts();
  const [showAll, setShowAll] = useState(false);
  const others = decision.missing.length - 1;
  return (
    <Section title={explain.missing}>
      {decision.missing.slice(0, showAll ? undefined : 1).map((remedy) => (
        <MissingLink
          key={`${remedy.authority} ${remedy.resource}`}
          remedy={remedy}
          decision={decision}
          target={{ resource_type: type, resource: question.resource }}
        />
      ))}
      {others > 0 && (
        <Button
          type="link"
          aria-expanded={showAll}
          onClick={() => setShowAll(!showAll)}
          style={{ padding: 0, alignSelf: "start" }}
        >
          {showAll ? explain.fewer : explain.otherWays(others)}
        </Button>
      )}
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Typography.Title level={3}>{title}</Typography.Title>
      <Flex vertical gap={16}>
        {children}
      </Flex>
    </section>
  );
}
