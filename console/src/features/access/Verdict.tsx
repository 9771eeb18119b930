import { CheckCircleFilled, CloseCircleFilled } from "@ant-design/icons";
import { Flex, Tag, Typography, theme } from "antd";
import type { Decision } from "../../api/types";
import { AuthorityList } from "../../components/AuthorityList";
import { authorityText } from "../../components/AuthorityText";
import { useTexts } from "../../texts/language";
import type { Question } from "./whyQuestion";

/** The answer in one look, then its reason, then the grants it rests on, or what is missing. */
export function Verdict({ decision, question }: { decision: Decision; question: Question }) {
  const { questions, why } = useTexts();
  const { token } = theme.useToken();
  const Icon = decision.allowed ? CheckCircleFilled : CloseCircleFilled;
  const color = decision.allowed ? token.colorSuccess : token.colorError;
  const sentence = (questions as Record<string, string>)[question.question] ?? question.question;
  return (
    <Flex vertical gap={20} data-testid="verdict" data-allowed={decision.allowed}>
      <Flex gap={16} align="center">
        <Icon style={{ color, fontSize: 40 }} aria-hidden />
        <div>
          <Typography.Title level={2} style={{ margin: 0, color }}>
            {decision.allowed ? why.allowed : why.denied}
          </Typography.Title>
          <Typography.Text>{why.reasons[decision.reason] ?? decision.sentence}</Typography.Text>
        </div>
      </Flex>
      <Typography.Text type="secondary">
        <strong>{question.principal}</strong> · {sentence} · <span className="mono">{question.resource}</span>
        <br />
        <Tag style={{ marginBlockStart: 6 }}>{decision.reason}</Tag> {why.revision(decision.revision)}
      </Typography.Text>
      {decision.grants.length > 0 && <Deciding decision={decision} />}
      {decision.near.length > 0 && <Near decision={decision} />}
      {decision.missing.length > 0 && <Missing decision={decision} />}
    </Flex>
  );
}

function Deciding({ decision }: { decision: Decision }) {
  const { why } = useTexts();
  return (
    <section>
      <Typography.Title level={3} style={{ fontSize: 16 }}>
        {why.deciding}
      </Typography.Title>
      <Flex vertical gap={12} component="ul" style={{ margin: 0, padding: 0, listStyle: "none" }}>
        {decision.grants.map((grant) => (
          <li key={grant.id}>
            <strong>{why.throughRole(grant.role)}</strong> · <span className="mono">{grant.resource}</span>
            <AuthorityList authorities={grant.authorities.map((id) => ({ id, text: String(id) }))} />
          </li>
        ))}
      </Flex>
    </section>
  );
}

function Near({ decision }: { decision: Decision }) {
  const { why } = useTexts();
  return (
    <section>
      <Typography.Title level={3} style={{ fontSize: 16 }}>
        {why.near}
      </Typography.Title>
      <Flex vertical gap={12} component="ul" style={{ margin: 0, padding: 0, listStyle: "none" }}>
        {decision.near.map((grant) => (
          <li key={grant.id}>
            <strong>{why.throughRole(grant.role)}</strong> · <span className="mono">{grant.resource}</span> ·{" "}
            {why.shortfalls[grant.shortfall]}
          </li>
        ))}
      </Flex>
    </section>
  );
}

/** The narrowest remedies; the wider ones are of the same kind. */
const SHOWN = 4;

function Missing({ decision }: { decision: Decision }) {
  const texts = useTexts();
  const { why } = texts;
  return (
    <section>
      <Typography.Title level={3} style={{ fontSize: 16 }}>
        {why.missing}
      </Typography.Title>
      <ul style={{ margin: "0 0 8px", paddingInlineStart: 20 }}>
        {decision.missing.slice(0, SHOWN).map(({ principals, authority, text, resource }) => (
          <li key={`${authority} ${resource}`}>
            {why.missingHere(principals.join(", "), authorityText(texts, authority, text), resource)}
          </li>
        ))}
      </ul>
      <Typography.Text type="secondary">{why.whoCouldGive}</Typography.Text>
    </section>
  );
}
