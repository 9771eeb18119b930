import { useQuery } from "@tanstack/react-query";
import { App, Select } from "antd";
import { useState } from "react";
import { groupsQuery, roleSearchQuery } from "../../api/sharedQueries";
import { RESOURCE_TYPES, typeNumber } from "../../api/types";
import { useDebounced } from "../../components/fields/useDebounced";
import { useChange } from "../../components/page/useChange";
import { useTexts } from "../../texts/language";
import { keyOf } from "./matrix";
import { MOST_PEOPLE, MOST_PLACES, placeSearchQuery, rolesOfGroup } from "./matrixQueries";
import type { MatrixData } from "./useMatrix";

interface Option {
  value: string;
  label: string;
}

const GROUP = "group:";
/** The name of what is still being read. */
const COMING = "…";

/** Users, shared roles, and groups, whose members are taken one by one. */
export function PeoplePicker({ who, people, show }: Pick<MatrixData, "who" | "people" | "show">) {
  const { matrix, palette } = useTexts();
  const { message } = App.useApp();
  const [q, setQ] = useState("");
  const roles = useQuery(roleSearchQuery(useDebounced(q))).data?.items ?? [];
  const groups = useQuery(groupsQuery).data?.items ?? [];
  const adding = useChange(async (group: number) => {
    const members = await rolesOfGroup(group, MOST_PEOPLE + 1);
    const all = [...new Set([...who, ...members])];
    if (all.length > MOST_PEOPLE) void message.info(matrix.cutGroup(MOST_PEOPLE));
    show({ who: all.slice(0, MOST_PEOPLE) });
  });
  return (
    <ManyPicker
      {...{ q, setQ }}
      label={matrix.people}
      placeholder={matrix.findPeople}
      most={MOST_PEOPLE}
      value={who.map((id) => ({ value: String(id), label: people.find(({ role }) => role === id)?.name ?? COMING }))}
      found={[
        ...roles.map(({ id, name, personal }) => ({
          value: String(id),
          label: `${name} · ${palette.kinds[personal ? "user" : "role"]}`,
        })),
        ...groups
          .filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
          .map(({ id, name }) => ({ value: `${GROUP}${id}`, label: `${name} · ${palette.kinds.group}` })),
      ]}
      onChange={(values) => {
        const group = values.find((value) => value.startsWith(GROUP));
        if (group) adding.mutate(Number(group.slice(GROUP.length)));
        else show({ who: values.map(Number) });
      }}
    />
  );
}

/** Clusters, tenants, namespaces and topics. */
export function PlacesPicker({ at, places, show }: Pick<MatrixData, "at" | "places" | "show">) {
  const { matrix, palette } = useTexts();
  const [q, setQ] = useState("");
  const found = useQuery(placeSearchQuery(useDebounced(q.trim()))).data?.items ?? [];
  const nameOf = (key: string) => places.find(({ type, id }) => keyOf(type, id) === key)?.name ?? COMING;
  return (
    <ManyPicker
      {...{ q, setQ }}
      label={matrix.places}
      placeholder={matrix.findPlaces}
      most={MOST_PLACES}
      value={at.map((value) => ({ value, label: nameOf(value) }))}
      found={RESOURCE_TYPES.flatMap((type) =>
        found
          .filter(({ kind }) => kind === type)
          .map(({ id, name }) => ({ value: keyOf(typeNumber(type), id), label: `${name} · ${palette.kinds[type]}` })),
      )}
      onChange={(keys) => show({ at: keys })}
    />
  );
}

interface ManyPickerProps {
  label: string;
  placeholder: string;
  most: number;
  value: Option[];
  found: Option[];
  q: string;
  setQ: (q: string) => void;
  onChange: (values: string[]) => void;
}

/** Those chosen are on one line; the list begins with them as long as nothing is typed. */
function ManyPicker({ label, placeholder, most, value, found, q, setQ, onChange }: ManyPickerProps) {
  const { matrix } = useTexts();
  const others = found.filter((option) => !value.some((chosen) => chosen.value === option.value));
  return (
    <div className="matrix-picker">
      {label}
      <Select
        mode="multiple"
        labelInValue
        aria-label={label}
        placeholder={placeholder}
        maxCount={most}
        maxTagCount="responsive"
        value={value}
        notFoundContent={matrix.type}
        showSearch={{ filterOption: false, onSearch: setQ }}
        options={q === "" ? [...value, ...others] : found}
        onChange={(chosen: Option[]) => onChange(chosen.map((option) => option.value))}
      />
    </div>
  );
}
