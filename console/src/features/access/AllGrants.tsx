import { useQuery } from "@tanstack/react-query";
import { Alert } from "antd";
import { useState } from "react";
import { resourceIdQuery } from "../../api/resourceNames";
import { typeNumber } from "../../api/types";
import { grantColumns } from "../../components/rights/grantColumns";
import { EmptyState } from "../../components/states/EmptyState";
import { useTexts } from "../../texts/language";
import { GrantFilters, useGrantFilter } from "./GrantFilters";
import { GrantTable } from "./GrantTable";
import { loadFilteredGrants } from "./grants";

/** All grants, with filters: what they give, where, to whom and when. */
export function AllGrants() {
  const texts = useTexts();
  const { access, giving, why } = texts;
  const { filter, set } = useGrantFilter();
  const [revision, setRevision] = useState<number | null>(null);
  const { type, resource, ...otherFilters } = filter;
  const lookup = useQuery({ ...resourceIdQuery(type ?? "topic", resource ?? ""), enabled: Boolean(type && resource) });
  const columns = grantColumns(texts);
  const query = {
    ...otherFilters,
    res_type: type && typeNumber(type),
    // 0 matches nothing: while the name is looked up, and if there is no such resource.
    res_id: type && resource ? (lookup.data ?? 0) : undefined,
  };
  return (
    <>
      {type && resource && lookup.data === null && (
        <Alert type="warning" showIcon title={why.unknown.resource(texts.general.types[type].toLowerCase())} />
      )}
      <GrantTable
        queryKey={["grants", "all", query]}
        load={loadFilteredGrants(query)}
        columns={[columns.resource, columns.authorities, columns.limits, columns.subject, columns.usage, columns.by]}
        empty={<EmptyState title={giving.noneFit} hint={access.noGrantsOfHint} />}
        search={access.chooseRole}
        filters={<GrantFilters filter={filter} change={set} />}
        editable
        revision={revision}
        setRevision={setRevision}
      />
    </>
  );
}
