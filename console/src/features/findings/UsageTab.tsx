import { useQuery } from "@tanstack/react-query";
import { type TableColumnsType, Typography } from "antd";
import { Link } from "react-router";
import { resourceIdQuery } from "../../api/resourceNames";
import type { Grant } from "../../api/types";
import { DownloadList } from "../../components/lists/DownloadList";
import { ListFilter } from "../../components/lists/ListFilter";
import { ServerTable } from "../../components/lists/ServerTable";
import { useListAddress } from "../../components/lists/useListAddress";
import { isOver } from "../../components/rights/GrantWindow";
import { grantColumns } from "../../components/rights/grantColumns";
import { EmptyState } from "../../components/states/EmptyState";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { TenantFilter } from "./TenantFilter";
import { listUsage, STATUSES, utc } from "./usage";

/** The grants with what the audit says of their use. */
export function UsageTab() {
  const texts = useTexts();
  const { access, giving, usage } = texts;
  const { get, set } = useListAddress();
  const tenant = get("tenant");
  const status = get("status", STATUSES);
  const lookup = useQuery({ ...resourceIdQuery("tenant", tenant ?? ""), enabled: tenant !== undefined });
  // No tenant has the id 0: while the name is looked up, and if there is no such tenant.
  const filter = { status, tenant_id: tenant === undefined ? undefined : (lookup.data ?? 0) };
  return (
    <>
      <Typography.Paragraph type="secondary">{usage.grantsHint}</Typography.Paragraph>
      <ServerTable<Grant>
        queryKey={["audit", "usage", filter]}
        load={listUsage(filter)}
        columns={columns(texts)}
        rowKey={(grant) => grant.id}
        faded={isOver}
        search={access.chooseRole}
        filters={
          <>
            <TenantFilter />
            <ListFilter
              label={access.usage}
              placeholder={usage.anyStatus}
              width={180}
              value={status}
              options={STATUSES.map((value) => ({ value, label: access.usages[value] }))}
              change={(chosen) => set({ status: chosen })}
            />
            <DownloadList name="usage" load={listUsage(filter)} cells={cells} />
          </>
        }
        empty={<EmptyState title={giving.noneFit} hint={access.noGrantsOfHint} />}
      />
    </>
  );
}

function columns(texts: Texts): TableColumnsType<Grant> {
  const { subject, resource, authorities, limits, usage } = grantColumns(texts);
  const days: typeof usage = {
    title: texts.findings.uses,
    key: "days",
    render: (_, { id }) => <Link to={`/grants/${id}`}>{texts.findings.useOfGrant(id)}</Link>,
  };
  return [subject, resource, authorities, limits, usage, days];
}

function cells({ id, role_name, resource, authorities, limits, valid_until, granted_by, usage }: Grant) {
  return {
    id,
    role_name,
    resource,
    authorities: authorities.map(({ text }) => text).join(", "),
    limits,
    valid_until: utc(valid_until),
    granted_by,
    status: usage?.status,
    covering: usage?.covering,
    sole: usage?.sole,
    last: utc(usage?.last),
  };
}
