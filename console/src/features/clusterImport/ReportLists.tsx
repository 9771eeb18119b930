import { type TableColumnsType, Tabs, Typography } from "antd";
import type { ImportReport } from "../../api/types";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { Differences } from "./Differences";
import { LineTable } from "./LineTable";
import { type CenterSentence, Sentence } from "./Sentence";

/** The lists of the report. Empty lists are left out, except for the steps and the differing decisions. */
export function ReportLists({ report }: { report: ImportReport }) {
  const texts = useTexts();
  const { clusterImport } = texts;
  const { lists, hints } = clusterImport;
  const table = (rows: Row[], columns: string[], hint?: string, total = rows.length) => (
    <LineTable<Row>
      rows={rows}
      total={total}
      columns={reportColumns(texts, columns)}
      rowKey={(row) => JSON.stringify(Object.values(row))}
      words={(row) => columns.map((name) => String(row[name] ?? "")).join(" ")}
      hint={hint}
    />
  );
  const { differences_total: differencesTotal } = report.proof;
  const { kept = [], kept_total: keptTotal = 0, stronger = [], stronger_total: strongerTotal = 0 } = report;
  const { new_credentials: newCredentials = [], new_credentials_total: newCredentialsTotal = 0 } = report;
  const tabs = [
    { key: "differences", count: differencesTotal, children: <Differences proof={report.proof} /> },
    {
      key: "steps",
      count: report.steps_total,
      children: table(report.steps, ["kind", "name", "detail"], undefined, report.steps_total),
    },
    {
      key: "stronger",
      count: strongerTotal,
      children: table(stronger, ["role", "user", "holds"], hints.stronger, strongerTotal),
    },
    {
      key: "newCredentials",
      count: newCredentialsTotal,
      children: table(newCredentials, ["role", "user", "why"], hints.newCredentials, newCredentialsTotal),
    },
    {
      key: "notCarried",
      count: report.not_carried_total,
      children: table(report.not_carried, ["place", "role", "what", "why"], hints.notCarried, report.not_carried_total),
    },
    {
      key: "differs",
      count: report.differs_total,
      children: table(
        report.differs,
        ["kind", "name", "what", "cluster", "center"],
        hints.differs,
        report.differs_total,
      ),
    },
    {
      key: "unread",
      count: report.unread_total,
      children: table(report.unread, ["place", "message"], hints.unread, report.unread_total),
    },
    {
      key: "refused",
      count: report.refused.length,
      children: table(report.refused, ["kind", "name", "why"], hints.refused),
    },
    {
      key: "kept",
      count: keptTotal,
      children: table(kept, ["kind", "name", "why"], hints.kept, keptTotal),
    },
    {
      key: "superUsers",
      count: report.super_users.length + report.proxies.length,
      children: <SuperUsers report={report} />,
    },
    {
      key: "leftOut",
      count: report.left_out.length,
      children: table(
        report.left_out.map((name) => ({ name })),
        ["name"],
        hints.leftOut,
      ),
    },
  ] as const;
  const visibleTabs = tabs.filter(({ key, count }) => count > 0 || key === "differences" || key === "steps");
  const items = visibleTabs.map(({ key, count, children }) => ({
    key,
    label: `${lists[key]} (${count.toLocaleString()})`,
    children,
  }));
  return <Tabs items={items} destroyOnHidden />;
}

/** A line of any of the lists. */
type Row = Record<string, unknown>;

function reportColumns({ clusterImport, general }: Texts, names: string[]): TableColumnsType<Row> {
  const titles: Record<string, string> = {
    kind: clusterImport.kind,
    name: general.name,
    detail: clusterImport.detail,
    place: clusterImport.place,
    role: clusterImport.role,
    user: clusterImport.principal,
    holds: clusterImport.holdsHere,
    what: clusterImport.what,
    why: clusterImport.why,
    cluster: clusterImport.onCluster,
    center: clusterImport.inCenter,
    message: clusterImport.message,
  };
  const things: Record<string, string> = clusterImport.thing;
  return names.map((name) => ({
    title: titles[name],
    key: name,
    render: (_, row) => {
      const text = String(row[name] ?? "");
      if (name === "kind") return things[text] ?? text;
      const sentence = sentenceOf(row, name, text);
      if (sentence) return <Sentence sentence={sentence} />;
      return <span className="mono">{text || "–"}</span>;
    },
  }));
}

/** The sentence of a cell; undefined for a cell with a name. */
function sentenceOf(row: Row, name: string, text: string): CenterSentence | undefined {
  if (name === "what")
    return { text, code: row.what_code as string, values: row.what_values as CenterSentence["values"] };
  if (name === "why" || name === "message")
    return { text, code: row.code as string, values: row.values as CenterSentence["values"] };
  return undefined;
}

function SuperUsers({ report }: { report: ImportReport }) {
  const { clusterImport, general } = useTexts();
  const rows = report.super_users;
  const columns: TableColumnsType<(typeof rows)[number]> = [
    { title: clusterImport.role, key: "role", render: (_, { role }) => <span className="mono">{role}</span> },
    {
      title: clusterImport.principal,
      key: "user",
      render: (_, { user }) => <span className="mono">{user ?? "–"}</span>,
    },
    { title: clusterImport.given, key: "given", render: (_, { given }) => (given ? general.yes : general.no) },
  ];
  return (
    <>
      <LineTable
        rows={rows}
        columns={columns}
        rowKey={({ role }) => role}
        words={({ role, user }) => `${role} ${user ?? ""}`}
        hint={clusterImport.hints.superUsers}
      />
      {report.proxies.length > 0 && (
        <Typography.Paragraph style={{ marginBlockStart: 12 }}>
          {clusterImport.proxies}: <span className="mono">{report.proxies.join(", ")}</span>
        </Typography.Paragraph>
      )}
    </>
  );
}
