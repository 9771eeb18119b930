import { useQuery } from "@tanstack/react-query";
import { Flex, type TableColumnsType, Tag, Typography } from "antd";
import { Link } from "react-router";
import type { Finding, FindingDetail } from "../../api/types";
import { DataTable } from "../../components/lists/DataTable";
import { QueryView } from "../../components/states/QueryView";
import { useLanguage, useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { findingQuery } from "./findings";
import { measureText } from "./findingText";

type Row = NonNullable<FindingDetail["evidence"]>[number];

/** The numbers of a finding, and the newest rows of its evidence. */
export function Evidence({ finding }: { finding: Finding }) {
  const texts = useTexts();
  const { findings } = texts;
  return (
    <Flex vertical gap={12}>
      <Numbers numbers={finding.numbers ?? {}} />
      {finding.watched_since && finding.watched_until && (
        <Typography.Text type="secondary">
          {findings.logWatched(finding.watched_since, finding.watched_until)}
        </Typography.Text>
      )}
      {finding.grant !== null && <Link to={`/grants/${finding.grant}`}>{findings.useOfGrant(finding.grant)}</Link>}
      <QueryView query={useQuery(findingQuery(finding))}>
        {({ evidence }) => (
          <DataTable<Row>
            size="small"
            title={() => findings.evidence}
            columns={columns(texts)}
            dataSource={evidence ?? []}
            rowKey={(row) => JSON.stringify(row)}
            pagination={false}
            locale={{ emptyText: findings.noEvidence }}
          />
        )}
      </QueryView>
    </Flex>
  );
}

function Numbers({ numbers }: { numbers: Record<string, number | null> }) {
  const { findings } = useTexts();
  const { language } = useLanguage();
  const entries = Object.entries(numbers);
  if (entries.length === 0) return null;
  return (
    <Flex gap={4} wrap align="center">
      <Typography.Text type="secondary">{findings.numbers}</Typography.Text>
      {entries.map(([name, value]) => (
        <Tag key={name}>
          {`${findings.measures[name] ?? name} ${name === "action" ? findings.actions[value ?? 0] : measureText(name, value, language)}`}
        </Tag>
      ))}
    </Flex>
  );
}

function columns({ findings }: Texts): TableColumnsType<Row> {
  return [
    { title: findings.date, key: "date", render: (_, { date }) => date },
    { title: findings.user, key: "user", render: (_, { user }) => <span className="mono">{user}</span> },
    { title: findings.address, key: "ip", render: (_, { ip }) => <span className="mono">{ip ?? "–"}</span> },
    { title: findings.credential, key: "cred", render: (_, { cred }) => <span className="mono">{cred ?? "–"}</span> },
    { title: findings.action, key: "action", render: (_, { action }) => findings.actions[action ?? 0] },
    {
      title: findings.resource,
      key: "resource",
      render: (_, { resource }) => <span className="mono">{resource}</span>,
    },
    { title: findings.decision, key: "decision", render: (_, { decision }) => findings.decisions[decision ?? 0] },
    { title: findings.times, key: "n", align: "end", render: (_, { n }) => n },
  ];
}
