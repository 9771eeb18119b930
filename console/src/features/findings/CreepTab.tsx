import { useQuery } from "@tanstack/react-query";
import { Card, Flex, type TableColumnsType, Tag, Typography } from "antd";
import type { Creep } from "../../api/types";
import { DownloadList } from "../../components/lists/DownloadList";
import { ListFilter } from "../../components/lists/ListFilter";
import { ServerTable } from "../../components/lists/ServerTable";
import { useListAddress } from "../../components/lists/useListAddress";
import { useReader } from "../../components/rights/useReader";
import { EmptyState } from "../../components/states/EmptyState";
import { ATTENTION } from "../../design";
import { readsEverything } from "../../permissions";
import { useLanguage, useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { Curve } from "./Curve";
import { resultsQuery } from "./findings";
import { TenantFilter } from "./TenantFilter";
import { type CreepSort, listCreep, SCOPES } from "./usage";

/** docs/audit-findings.md: low, medium and high. */
const MEDIUM = 34;
const HIGH = 67;

/** How much more is granted than used, the most first; a row opens to its course over the runs. */
export function CreepTab() {
  const texts = useTexts();
  const { findings, usage } = texts;
  const { language } = useLanguage();
  const { get, set } = useListAddress();
  const filter = { tenant: get("tenant"), scope_type: get("scope", SCOPES) };
  return (
    <Flex vertical gap={16}>
      <Typography.Text type="secondary">{usage.creepHint}</Typography.Text>
      <Overall tenant={filter.tenant} />
      <ServerTable<Creep, CreepSort>
        queryKey={["audit", "creep", filter]}
        load={listCreep(filter)}
        columns={columns(texts, language)}
        rowKey={({ scope_type, scope, tenant }) => JSON.stringify([scope_type, scope, tenant])}
        filters={
          <>
            <TenantFilter />
            <ListFilter
              label={findings.subject}
              placeholder={usage.anyScope}
              width={180}
              value={filter.scope_type}
              options={SCOPES.map((value) => ({ value, label: usage.scopes[value] }))}
              change={(scope) => set({ scope })}
            />
            <DownloadList name="creep" load={listCreep(filter)} />
          </>
        }
        expand={(creep) => <CreepCurve creep={creep} />}
        empty={<EmptyState title={usage.noCreep} hint={usage.noCreepHint} />}
      />
    </Flex>
  );
}

/** The course of the chosen tenant; else of everything, or of the tenant with the most. */
function Overall({ tenant }: { tenant: string | undefined }) {
  const { usage } = useTexts();
  const reader = useReader();
  const whole = tenant === undefined && reader !== undefined && readsEverything(reader);
  const filter = { tenant, scope_type: whole ? ("estate" as const) : ("tenant" as const) };
  const first = useQuery({
    queryKey: ["audit", "creep", "first", filter],
    queryFn: () => listCreep(filter)({ limit: 1 }),
    enabled: reader !== undefined,
  });
  const creep = first.data?.items[0];
  if (!creep) return null;
  return (
    <Card size="small" title={usage.course(scopeName(usage, creep))}>
      <CreepCurve creep={creep} />
    </Card>
  );
}

function CreepCurve({ creep }: { creep: Creep }) {
  const { usage } = useTexts();
  const { language } = useLanguage();
  const until = useQuery(resultsQuery).data?.run?.last_date ?? "";
  const points = [...creep.past.filter((point) => point.until !== until), { ...creep, until }];
  return (
    <Curve
      marks={points.map((point) => point.until)}
      lines={[
        { name: usage.granted, values: points.map((point) => point.granted_leaves) },
        { name: usage.used, values: points.map((point) => point.used_leaves) },
      ]}
      least={1}
      text={(count) => count.toLocaleString(language)}
      captions={points.map(({ until: day, used_leaves: used, granted_leaves: granted, index }) =>
        usage.creepAt(day, used, granted, rounded(index, language)),
      )}
    />
  );
}

function scopeName(usage: Texts["usage"], { scope_type, scope, role_name }: Creep): string {
  if (scope_type === "estate") return usage.scopes.estate;
  return scope_type === "role" ? (role_name ?? usage.role(scope)) : scope;
}

const rounded = (index: number, language: string, signDisplay?: "exceptZero") =>
  index.toLocaleString(language, { maximumFractionDigits: 1, signDisplay });

function columns({ findings, home, usage }: Texts, language: string): TableColumnsType<Creep> {
  return [
    {
      title: findings.subject,
      key: "scope",
      render: (_, creep) => (
        <Flex vertical>
          <span className={creep.scope_type === "estate" ? undefined : "mono"}>{scopeName(usage, creep)}</span>
          {creep.scope_type !== "estate" && <span className="note">{usage.scopes[creep.scope_type]}</span>}
        </Flex>
      ),
    },
    { title: usage.tenant, key: "tenant", render: (_, { tenant }) => <span className="mono">{tenant ?? "–"}</span> },
    {
      title: usage.leaves,
      key: "leaves",
      render: (_, { used_leaves: used, granted_leaves: granted }) => home.used(used, granted),
    },
    {
      title: usage.index,
      key: "weight",
      sorter: true,
      width: 160,
      render: (_, { index }) => (
        <Flex gap={8} align="center">
          {rounded(index, language)}
          <Tag color={index >= HIGH ? ATTENTION : undefined}>{usage.levels[level(index)]}</Tag>
        </Flex>
      ),
    },
    {
      title: usage.trend,
      key: "trend",
      render: (_, { index, past: [first] }) =>
        first ? usage.since(rounded(index - first.index, language, "exceptZero"), first.until) : usage.noTrend,
    },
  ];
}

const level = (index: number) => (index >= HIGH ? 2 : index >= MEDIUM ? 1 : 0);
