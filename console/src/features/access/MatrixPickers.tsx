import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { roleSearchQuery, searchQuery } from "../../api/sharedQueries";
import { RESOURCE_TYPES, typeNumber } from "../../api/types";
import { useDebounced } from "../../components/fields/useDebounced";
import { useTexts } from "../../texts/language";
import { keyOf } from "./matrix";
import { MOST_PEOPLE, MOST_PLACES } from "./matrixQueries";
import type { MatrixData } from "./useMatrix";

interface Option {
  value: string;
  label: string;
}

/** The name of what is still being read. */
const COMING = "…";

/** Users and shared roles. */
export function PeoplePicker({ who, people, show }: Pick<MatrixData, "who" | "people" | "show">) {
  const { matrix, palette } = useTexts();
  const [q, setQ] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const found = useQuery({ ...roleSearchQuery(useDebounced(q)), enabled: isOpen }).data?.items ?? [];
  return (
    <ManyPicker
      {...{ q, setQ, setIsOpen }}
      label={matrix.people}
      placeholder={matrix.findPeople}
      most={MOST_PEOPLE}
      value={who.map((id) => ({ value: String(id), label: people.find(({ role }) => role === id)?.name ?? COMING }))}
      found={found.map(({ id, name, personal }) => ({
        value: String(id),
        label: `${name} · ${palette.kinds[personal ? "user" : "role"]}`,
      }))}
      onChange={(values) => show({ who: values.map(Number) })}
    />
  );
}

/** Clusters, tenants, namespaces and topics. */
export function PlacesPicker({ at, places, show }: Pick<MatrixData, "at" | "places" | "show">) {
  const { matrix, palette } = useTexts();
  const [q, setQ] = useState("");
  const found = useQuery(searchQuery(useDebounced(q.trim()))).data?.items ?? [];
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
  setIsOpen?: (isOpen: boolean) => void;
  onChange: (values: string[]) => void;
}

/** Those chosen are on one line; the list begins with them as long as nothing is typed. */
function ManyPicker({ label, placeholder, most, value, found, q, setQ, setIsOpen, onChange }: ManyPickerProps) {
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
        onOpenChange={setIsOpen}
        showSearch={{ filterOption: false, onSearch: setQ }}
        options={q === "" ? [...value, ...others] : found}
        onChange={(chosen: Option[]) => onChange(chosen.map((option) => option.value))}
      />
    </div>
  );
}
