import { useQuery } from "@tanstack/react-query";
import { Alert, Card, Descriptions, Flex, Tag, Typography } from "antd";
import { useParams } from "react-router";
import type { RemediationDetail, RemediationPart } from "../../api/types";
import { Page } from "../../components/page/Page";
import { QueryView } from "../../components/states/QueryView";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { BeforeAfter } from "./BeforeAfter";
import { RemediationActions } from "./RemediationActions";
import { remediationQuery, stateColors } from "./remediations";

/** One remediation: its state, what it waits for, and the outcome of each part. */
export default function RemediationPage() {
  const id = Number(useParams().id);
  return (
    <QueryView query={useQuery(remediationQuery(id))} page>
      {(remediation) => <RemediationDetails key={remediation.id} remediation={remediation} />}
    </QueryView>
  );
}

function RemediationDetails({ remediation }: { remediation: RemediationDetail }) {
  const { findings } = useTexts();
  const { id, state, waits_for: waitsFor } = remediation;
  const title = (
    <Flex gap={12} align="center">
      {findings.title(id)}
      <Tag color={stateColors[state]}>{findings.states[state] ?? state}</Tag>
    </Flex>
  );
  return (
    <Page
      title={title}
      name={findings.title(id)}
      hint={remediation.reason}
      actions={remediation.may_change && <RemediationActions remediation={remediation} />}
    >
      {waitsFor && <Alert type="info" showIcon title={findings.waits[waitsFor] ?? waitsFor} />}
      <Facts remediation={remediation} />
      {remediation.parts.map((part) => (
        <Part key={part.suggestion} part={part} />
      ))}
    </Page>
  );
}

function Facts({ remediation }: { remediation: RemediationDetail }) {
  const { findings } = useTexts();
  const personCell = (name: string | null) => <span className="mono">{name ?? "–"}</span>;
  const items = [
    { key: "due", label: findings.due, children: <Moment at={remediation.due} fallback="–" /> },
    { key: "days", label: findings.noticeDays, children: remediation.notice_days },
    { key: "planned", label: findings.plannedBy, children: personCell(remediation.planned_by) },
    { key: "confirmed", label: findings.confirmedBy, children: personCell(remediation.confirmed_by) },
    ...(remediation.expires && ["confirmation", "run"].includes(remediation.waits_for ?? "")
      ? [{ key: "expires", label: findings.expires, children: <Moment at={remediation.expires} /> }]
      : []),
    ...(remediation.ended_time
      ? [{ key: "ended", label: findings.ended, children: <Moment at={remediation.ended_time} /> }]
      : []),
    ...(remediation.comment ? [{ key: "comment", label: findings.comment, children: remediation.comment }] : []),
  ];
  return <Descriptions size="small" bordered column={{ xs: 1, md: 2 }} items={items} />;
}

function Part({ part }: { part: RemediationPart }) {
  const { findings, problems } = useTexts();
  const why = part.why ? (findings.whys[part.why] ?? problems.codes[part.why] ?? part.why) : null;
  const title = (
    <Flex gap={8} wrap align="center">
      <Tag color={stateColors[part.state]}>{findings.partStates[part.state] ?? part.state}</Tag>
      {findings.kinds[part.kind] ?? part.kind}
    </Flex>
  );
  return (
    <Card title={title} size="small">
      <Flex vertical gap={12}>
        {why && <Typography.Text strong>{why}</Typography.Text>}
        <PreventingUses part={part} />
        <BeforeAfter role={part.role_name} removed={part.gone} added={part.come} leafCounts={[null, null]} />
      </Flex>
    </Card>
  );
}

interface SeenUse {
  user: string;
  resource: string;
  n: number | null;
}

/** The uses because of which the part was not applied. */
function PreventingUses({ part }: { part: RemediationPart }) {
  const { findings } = useTexts();
  const uses = (part.facts.uses ?? []) as SeenUse[];
  if (uses.length === 0) return null;
  return (
    <ul style={{ margin: 0, paddingInlineStart: 20 }}>
      {uses.map(({ user, resource, n }) => (
        <li key={`${user}${resource}`}>{findings.seenUse(user, resource, String(n ?? "?"))}</li>
      ))}
    </ul>
  );
}
