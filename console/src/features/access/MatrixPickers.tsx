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
  const option = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name });
  const adding = useChange(async (group: number) => {
    const members = await rolesOfGroup(group, MOST_PEOPLE + 1);
    const all = [...new Set([...who, ...members])];
    if (all.length > MOST_PEOPLE) void message.info(matrix.cutGroup(MOST_PEOPLE));
    show({ who: all.slice(0, MOST_PEOPLE) });
  });
  return (
    <ManyPicker
      label={matrix.people}
      placeholder={matrix.findPeople}
      most={MOST_PEOPLE}
      value={who.map((id) => option({ id, name: people.find(({ role }) => role === id)?.name ?? COMING }))}
      q={q}
      onSearch={setQ}
      loading={adding.isPending}
      groups={{
        [palette.kinds.user]: roles.filter(({ personal }) => personal).map(option),
        [palette.kinds.role]: roles.filter(({ personal }) => !personal).map(option),
        [palette.kinds.group]: groups
          .filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))
          .map(({ id, name }) => ({ value: `${GROUP}${id}`, label: name })),
      }}
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
  return (
    <ManyPicker
      label={matrix.places}
      placeholder={matrix.findPlaces}
      most={MOST_PLACES}
      value={at.map((value) => ({
        value,
        label: places.find(({ type, id }) => keyOf(type, id) === value)?.name ?? COMING,
      }))}
      q={q}
      onSearch={setQ}
      groups={Object.fromEntries(
        RESOURCE_TYPES.map((type) => [
          palette.kinds[type],
          found
            .filter(({ kind }) => kind === type)
            .map(({ id, name }) => ({ value: keyOf(typeNumber(type), id), label: name })),
        ]),
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
  groups: Record<string, Option[]>;
  q: string;
  onSearch: (q: string) => void;
  onChange: (values: string[]) => void;
  loading?: boolean;
}

/** Those chosen are on one line; the list begins with them. */
function ManyPicker({ label, most, value, groups, q, onSearch, onChange, ...others }: ManyPickerProps) {
  const { matrix } = useTexts();
  const isChosen = (option: Option) => value.some((chosen) => chosen.value === option.value);
  const options = Object.entries(q === "" ? { [label]: value, ...groups } : groups).map(([name, all]) => ({
    label: name,
    title: name,
    options: all.filter((option) => q !== "" || all === value || !isChosen(option)),
  }));
  return (
    <div className="matrix-picker">
      {label}
      <Select
        {...others}
        mode="multiple"
        labelInValue
        aria-label={label}
        maxCount={most}
        maxTagCount="responsive"
        value={value}
        notFoundContent={matrix.type}
        showSearch={{ filterOption: false, onSearch }}
        options={options.filter((group) => group.options.length > 0)}
        onChange={(chosen: Option[]) => onChange(chosen.map((option) => option.value))}
      />
    </div>
  );
}
