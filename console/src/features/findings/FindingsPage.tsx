import { useQuery } from "@tanstack/react-query";
import { Flex, type TableColumnsType, Tag } from "antd";
import type { Finding } from "../../api/types";
import { ListFilter } from "../../components/lists/ListFilter";
import { ServerTable } from "../../components/lists/ServerTable";
import { useListAddress } from "../../components/lists/useListAddress";
import { Page } from "../../components/page/Page";
import { EmptyState } from "../../components/states/EmptyState";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { Evidence } from "./Evidence";
import { type FindingFilter, type FindingSort, listFindings, resultsQuery } from "./findings";
import { clientPath, subjectText } from "./findingText";
import { NoRun } from "./NoRun";
import { Run } from "./Run";
import { findingReason } from "./reasons";

const COLORS = ["default", "default", "blue", "orange", "orange", "red", "red"];

/** The findings, the most severe first. A row opens to its evidence. */
export default function FindingsPage() {
  const texts = useTexts();
  const { findings, general } = texts;
  const { get, set } = useListAddress();
  const severity = get("severity", ["2", "3", "4", "5"]);
  const filter: FindingFilter = {
    kind: get("kind", Object.keys(findings.kinds)),
    severity: severity && Number(severity),
    // By default only open findings, because these need somebody.
    state: get("state") === "all" ? undefined : (get("state", ["open", "closed"] as const) ?? "open"),
  };
  const results = useQuery(resultsQuery).data;
  const empty =
    results?.run === null ? <NoRun /> : <EmptyState title={findings.noFindings} hint={findings.noFindingsHint} />;
  return (
    <Page title={findings.nav.findings} hint={<Run hint={findings.findingsHint} />}>
      <ServerTable<Finding, FindingSort>
        queryKey={["audit", "findings", filter]}
        load={listFindings(filter)}
        columns={columns(texts)}
        rowKey={(finding) => finding.id}
        search={general.search}
        filters={<Filters filter={filter} counts={results?.findings ?? {}} change={set} />}
        expand={(finding) => <Evidence finding={finding} />}
        faded={(finding) => finding.state === "closed"}
        empty={empty}
      />
    </Page>
  );
}

interface FiltersProps {
  filter: FindingFilter;
  counts: Record<string, number>;
  change: (filter: { kind?: string; severity?: string; state?: string }) => void;
}

function Filters({ filter, counts, change }: FiltersProps) {
  const { findings } = useTexts();
  const kinds = Object.keys(counts).sort();
  return (
    <>
      <ListFilter
        label={findings.kind}
        placeholder={findings.anyKind}
        width={240}
        value={filter.kind}
        options={kinds.map((kind) => ({ value: kind, label: `${findings.kinds[kind] ?? kind} (${counts[kind]})` }))}
        change={(kind) => change({ kind })}
      />
      <ListFilter
        label={findings.severity}
        width={140}
        value={filter.severity}
        options={[2, 3, 4, 5].map((value) => ({ value, label: `≥ ${findings.severities[value]}` }))}
        change={(severity) => change({ severity: severity?.toString() })}
      />
      <ListFilter
        label={findings.state}
        placeholder={findings.anyState}
        width={140}
        value={filter.state}
        options={[
          { value: "open" as const, label: findings.open },
          { value: "closed" as const, label: findings.closed },
        ]}
        change={(state) => change({ state: state ?? "all" })}
      />
    </>
  );
}

function FindingSubject({ finding }: { finding: Finding }) {
  const texts = useTexts();
  const { subject, subject_type: type, resource, opted_out_until: until } = finding;
  const otherResource = type !== "grant" && resource && resource !== subject;
  return (
    <Flex vertical>
      <span className="mono">{subjectText(texts, finding)}</span>
      {otherResource && <span className="mono">{clientPath(resource)}</span>}
      {until && <span>{texts.findings.optedOut(new Date(until).toISOString().slice(0, 10))}</span>}
    </Flex>
  );
}

function columns(texts: Texts): TableColumnsType<Finding> {
  const { findings } = texts;
  return [
    {
      title: findings.severity,
      key: "severity",
      sorter: true,
      width: 120,
      render: (_, { severity }) => <Tag color={COLORS[severity]}>{findings.severities[severity] ?? severity}</Tag>,
    },
    { title: findings.kind, key: "kind", render: (_, { kind }) => findings.kinds[kind] ?? kind },
    {
      title: findings.subject,
      key: "subject",
      render: (_, finding) => <FindingSubject finding={finding} />,
    },
    { title: findings.why, key: "why", render: (_, { why }) => findingReason(texts, why) },
    { title: findings.since, key: "first_seen", render: (_, { first_seen }) => first_seen },
    { title: findings.lastSeen, key: "last_seen", sorter: true, render: (_, { last_seen }) => last_seen },
  ];
}
