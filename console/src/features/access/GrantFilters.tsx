import { useQuery } from "@tanstack/react-query";
import { DatePicker } from "antd";
import dayjs from "dayjs";
import { useEffect, useEffectEvent, useState } from "react";
import { fullName } from "../../api/resourceNames";
import { authoritiesQuery } from "../../api/sharedQueries";
import { RESOURCE_TYPES, type ResourceType } from "../../api/types";
import { ResourceNameField } from "../../components/fields/nameFields";
import { UserPicker } from "../../components/fields/pickers";
import { useDebounced } from "../../components/fields/useDebounced";
import { ListFilter } from "../../components/lists/ListFilter";
import { useListAddress } from "../../components/lists/useListAddress";
import { authorityText } from "../../components/rights/AuthorityText";
import { useTexts } from "../../texts/language";

const STATES = ["in_force", "future", "expired"] as const;

interface GrantFilter {
  authority?: number;
  type?: ResourceType;
  /** A full name. */
  resource?: string;
  /** The id of the user that has the grant in a role. */
  given_to?: string;
  state?: (typeof STATES)[number];
  /** Epoch ms. */
  ends_before?: number;
}

const parseNumber = (text: string | undefined) => (text && /^\d+$/.test(text) ? Number(text) : undefined);

/** The filter in the address. */
export function useGrantFilter() {
  const { get, set } = useListAddress();
  const filter: GrantFilter = {
    authority: parseNumber(get("authority")),
    type: get("type", RESOURCE_TYPES),
    resource: get("resource"),
    given_to: parseNumber(get("to"))?.toString(),
    state: get("state", STATES),
    ends_before: parseNumber(get("ends")),
  };
  return { filter, set };
}

interface GrantFiltersProps {
  filter: GrantFilter;
  change: (changes: Record<string, string | undefined>) => void;
}

/** Filters of grants: what they give, where, to whom, and when. */
export function GrantFilters({ filter, change }: GrantFiltersProps) {
  const texts = useTexts();
  const { explain, general, giving } = texts;
  const authorities = useQuery(authoritiesQuery).data ?? [];
  const { type, ends_before: ends } = filter;
  return (
    <>
      <ListFilter
        label={giving.anyAuthority}
        width={240}
        value={filter.authority}
        options={authorities.map(({ id, text }) => ({ value: id, label: authorityText(texts, id, text) }))}
        change={(authority) => change({ authority: authority?.toString() })}
      />
      <ListFilter
        label={explain.anyType}
        width={140}
        value={type}
        options={RESOURCE_TYPES.map((value) => ({ value, label: general.types[value] }))}
        change={(newType) => change({ type: newType, resource: undefined })}
      />
      {type && (
        <div style={{ width: 280 }}>
          <ResourceFilter key={type} type={type} name={filter.resource} change={(name) => change({ resource: name })} />
        </div>
      )}
      <div style={{ width: 200 }}>
        <UserPicker
          aria-label={giving.receiver}
          placeholder={giving.receiver}
          value={parseNumber(filter.given_to)}
          onChange={(userId) => change({ to: userId?.toString() })}
        />
      </div>
      <ListFilter
        label={giving.anyWindow}
        width={150}
        value={filter.state}
        options={STATES.map((value) => ({ value, label: giving.windows[value] }))}
        change={(state) => change({ state: state })}
      />
      <DatePicker
        aria-label={giving.endsBefore}
        placeholder={giving.endsBefore}
        value={ends === undefined ? null : dayjs(ends)}
        onChange={(at) => change({ ends: at?.endOf("day").valueOf().toString() })}
      />
    </>
  );
}

interface ResourceFilterProps {
  type: ResourceType;
  name: string | undefined;
  change: (name: string) => void;
}

/** The field for one resource; the list is read again when typing pauses. */
function ResourceFilter({ type, name = "", change }: ResourceFilterProps) {
  const { access } = useTexts();
  const [input, setInput] = useState(name);
  const debouncedName = fullName(type, useDebounced(input));
  const reportChange = useEffectEvent(() => debouncedName !== name && change(debouncedName));
  useEffect(() => void reportChange(), [debouncedName]);
  return (
    <ResourceNameField
      type={type}
      aria-label={access.resource}
      placeholder={access.resource}
      value={input}
      onChange={(text) => setInput(text ?? "")}
    />
  );
}
