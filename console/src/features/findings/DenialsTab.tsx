import { useQuery } from "@tanstack/react-query";
import { Flex, type TableColumnsType, Typography } from "antd";
import { Link } from "react-router";
import { operationsQuery } from "../../api/sharedQueries";
import type { Denial, Operation } from "../../api/types";
import { DownloadList } from "../../components/lists/DownloadList";
import { ServerTable } from "../../components/lists/ServerTable";
import { useListAddress } from "../../components/lists/useListAddress";
import { checkAddress } from "../../components/rights/checkAddress";
import { EmptyState } from "../../components/states/EmptyState";
import { Moment } from "../../components/values/Moment";
import { UserLink } from "../../components/values/UserLink";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { clientPath } from "./findingText";
import { TenantFilter } from "./TenantFilter";
import { type DenialSort, listDenials, utc } from "./usage";

/** Who was denied what, where, why and how often; each leads to the question whether it is denied now. */
export function DenialsTab() {
  const texts = useTexts();
  const { home, usage, why } = texts;
  const { get } = useListAddress();
  const filter = { tenant: get("tenant") };
  const operations = useQuery(operationsQuery).data ?? [];
  return (
    <>
      <Typography.Paragraph type="secondary">{usage.denialsHint}</Typography.Paragraph>
      <ServerTable<Denial, DenialSort>
        queryKey={["audit", "denials", filter]}
        load={listDenials(filter)}
        columns={columns(texts, operations)}
        rowKey={(denial) => JSON.stringify(denial)}
        search={why.principal}
        filters={
          <>
            <TenantFilter />
            <DownloadList name="denials" load={listDenials(filter)} cells={cells} />
          </>
        }
        empty={<EmptyState title={home.noDenials} hint={usage.noDenialsHint} />}
      />
    </>
  );
}

const reasonText = ({ home, why }: Texts, { reason }: Denial) =>
  (why.reasons as Record<string, string>)[reason ?? ""] ?? reason ?? home.noReason;

function columns(texts: Texts, operations: Operation[]): TableColumnsType<Denial> {
  const { findings, frame, usage } = texts;
  return [
    {
      title: usage.last,
      key: "id",
      sorter: true,
      width: 180,
      render: (_, { last, date }) => <Moment at={last} fallback={date ?? "–"} />,
    },
    {
      title: findings.user,
      key: "user",
      render: (_, { user, ip, cred }) => (
        <Flex vertical align="start">
          <UserLink name={user} />
          {[ip, cred].filter(Boolean).map((from) => (
            <span key={from} className="note mono">
              {from}
            </span>
          ))}
        </Flex>
      ),
    },
    {
      title: findings.action,
      key: "action",
      render: (_, { action, op }) => (
        <Flex vertical>
          {findings.actions[action ?? 0]}
          <span className="note mono">{op}</span>
        </Flex>
      ),
    },
    {
      title: findings.resource,
      key: "resource",
      render: (_, { resource, cluster }) => (
        <Flex vertical>
          <span className="mono">{resource ? clientPath(resource) : "–"}</span>
          <span className="note mono">{cluster}</span>
        </Flex>
      ),
    },
    { title: findings.why, key: "reason", render: (_, denial) => reasonText(texts, denial) },
    { title: findings.times, key: "weight", sorter: true, width: 100, align: "end", render: (_, { n }) => n },
    {
      title: usage.now,
      key: "check",
      width: 130,
      render: (_, denial) =>
        denial.user && <Link to={checkAddress(denial, denial.user, operations)}>{frame.entries.check}</Link>,
    },
  ];
}

const cells = (denial: Denial) => ({ ...denial, first: utc(denial.first), last: utc(denial.last) });
