import { CheckCircleFilled, CloseCircleFilled, LinkOutlined, QuestionCircleFilled } from "@ant-design/icons";
import { Alert, App, Button, Flex, Tag, Typography, theme } from "antd";
import type { ReactNode } from "react";
import type { Decision } from "../../api/types";
import { shortTime } from "../../components/values/Moment";
import { useLanguage, useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { AllowedNetworks } from "./AllowedNetworks";
import { PathPicture } from "./PathPicture";
import { Remedies } from "./Remedies";
import type { Question } from "./whyQuestion";

interface DecisionDetailsProps {
  decision: Decision;
  /** The center has no such resource, or none that the reader may see. */
  noResource: boolean;
  question: Question;
  backToNow: () => void;
}

/** The decision, its reason, and the path of every grant that it rests on, or what is missing. */
export function DecisionDetails({ decision, noResource, question, backToNow }: DecisionDetailsProps) {
  const { explain, general, questions, why } = useTexts();
  const { language } = useLanguage();
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const unknown = unknownName(decision, noResource);
  const Icon = decision.allowed ? CheckCircleFilled : unknown ? QuestionCircleFilled : CloseCircleFilled;
  const color = decision.allowed ? token.colorSuccessText : unknown ? token.colorTextSecondary : token.colorError;
  const unknownResourceText = why.unknown.resource(general.types[question.resource_type].toLowerCase());
  const sentence = (questions as Record<string, string>)[question.question] ?? question.question;
  const key = decision.encryption_key;
  const copy = () =>
    void navigator.clipboard?.writeText(window.location.href).then(() => message.success(explain.copied));
  return (
    <Flex vertical gap={20} data-testid="verdict" data-allowed={decision.allowed}>
      {question.as_of !== undefined && (
        <Alert
          type="info"
          showIcon
          title={explain.asOfThen(question.as_of, shortTime(decision.at, language))}
          action={
            <Button size="small" onClick={backToNow}>
              {explain.backToNow}
            </Button>
          }
        />
      )}
      <Flex gap={16} align="center" wrap>
        <Icon style={{ color, fontSize: 40 }} aria-hidden />
        <div style={{ flex: "1 1 200px" }}>
          <Typography.Title level={2} style={{ margin: 0, color, fontSize: token.fontSizeHeading1 }}>
            {decision.allowed
              ? why.allowed
              : unknown === "user"
                ? why.unknown.user
                : unknown
                  ? unknownResourceText
                  : why.denied}
          </Typography.Title>
          <Typography.Text>
            {unknown === "user" && why.unknown.userHint}
            {unknown === "resource" && `${why.unknown.resourceHint} `}
            {unknown !== "user" && sentenceOf(decision, why)}
          </Typography.Text>
        </div>
        <Button icon={<LinkOutlined />} onClick={copy}>
          {explain.link}
        </Button>
      </Flex>
      {decision.allowed && !question.address && <AllowedNetworks decision={decision} />}
      {decision.named_by_grant_on && (
        <Alert type="warning" showIcon title={why.namedByGrant(decision.named_by_grant_on)} />
      )}
      {decision.allowed && noResource && <Alert type="warning" showIcon title={unknownResourceText} />}
      <Typography.Text type="secondary">
        <strong>{question.principal}</strong> · {sentence} · <span className="mono">{question.resource}</span>
        <br />
        <Tag style={{ marginBlockStart: 6 }}>{decision.reason}</Tag> {why.revision(decision.revision)}
      </Typography.Text>
      {key && <Typography.Text>{explain.encrypted(key.name, key.number, key.full_name)}</Typography.Text>}
      <Paths title={explain.paths} grants={decision.grants} color={token.colorSuccess} />
      {decision.main_account !== null && (
        <Paths
          title={(decision.main_account.grants.length > 0 ? explain.mainPaths : explain.mainLacks)(
            decision.main_account.name,
          )}
          grants={decision.main_account.grants}
          color={token.colorInfo}
          always
        />
      )}
      {decision.rules_to_be_listed_in.length > 0 && (
        <Typography.Text>{explain.listing(decision.rules_to_be_listed_in.join(", "))}</Typography.Text>
      )}
      {decision.missing.length > 0 && <Remedies decision={decision} />}
      {decision.near.length > 0 && (
        <Section title={why.near}>
          {decision.near.map((grant) => (
            <Flex key={`${grant.principal} ${grant.id}`} vertical gap={4}>
              <Tag color="orange" style={{ alignSelf: "flex-start" }}>
                {why.shortfalls[grant.shortfall]}
              </Tag>
              <PathPicture path={grant.path} color={token.colorBorder} />
            </Flex>
          ))}
        </Section>
      )}
    </Flex>
  );
}

function sentenceOf({ allowed, tenant_elsewhere: elsewhere, reason, sentence }: Decision, why: Texts["why"]): string {
  return elsewhere && !allowed ? why.elsewhere : (why.reasons[reason] ?? sentence);
}

/** Which name the center does not know, if any: otherwise a typing error would look like a denial. */
function unknownName({ allowed, reason }: Decision, noResource: boolean): "user" | "resource" | undefined {
  if (allowed) return undefined;
  if (reason === "UNKNOWN_PRINCIPAL") return "user";
  return noResource ? "resource" : undefined;
}

interface PathsProps {
  title: string;
  grants: Decision["grants"];
  color: string;
  /** Shown also without grants, by its title alone. */
  always?: boolean;
}

function Paths({ title, grants, color, always }: PathsProps) {
  if (grants.length === 0 && !always) return null;
  return (
    <Section title={title}>
      {grants.map((grant) => (
        <PathPicture key={grant.id} path={grant.path} color={color} />
      ))}
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
