import { useQuery } from "@tanstack/react-query";
import { Button, DatePicker, Input, Radio, Select } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useSession } from "../../api/session";
import { userSearchQuery } from "../../api/sharedQueries";
import { RESOURCE_TYPES, typeNumber, typeWord } from "../../api/types";
import { useReader } from "../../components/rights/useReader";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";
import { EntityName, type NamedEntity } from "./EntityName";
import { daysOf, type Period, PRESETS } from "./period";
import type { Place } from "./place";
import type { TrailAddress } from "./trail";

/** When, where, by whom and what; for administrators also the credential and the request, which are seldom known. */
export function TrailFilters({ filter, period, place, set }: TrailAddress) {
  const { auditLog } = useTexts();
  const administrator = mayAdminister(useSession());
  const [folded, setFolded] = useState(!(filter.credential || filter.request_id));
  const exact = [
    ...(filter.action ? [["action", auditLog.action] as const] : []),
    ...(folded
      ? []
      : ([
          ["credential", auditLog.byCredential],
          ["request_id", auditLog.byRequest],
        ] as const)),
  ];
  return (
    <>
      <PeriodFilter period={period} change={set} />
      {administrator ? <AnyPlace place={place} change={set} /> : <ReadPlaces place={place} change={set} />}
      <Actors actors={filter.actor} change={(actor) => set({ actor })} />
      <Select
        mode="multiple"
        allowClear
        aria-label={auditLog.what}
        placeholder={auditLog.anyEntity}
        style={{ minWidth: 160 }}
        value={parts(filter.entity)}
        options={Object.entries(auditLog.entities).map(([value, label]) => ({ value, label }))}
        showSearch={{ optionFilterProp: "label" }}
        onChange={(entities: string[]) => set({ entity: entities.join(",") })}
      />
      {administrator && folded && <Button onClick={() => setFolded(false)}>{auditLog.moreFilters}</Button>}
      {exact.map(([name, label]) => (
        <ExactFilter key={name} label={label} value={filter[name]} change={(value) => set({ [name]: value })} />
      ))}
    </>
  );
}

const parts = (text: string | undefined) => (text ? text.split(",") : []);

interface PeriodFilterProps {
  period: Period;
  change: TrailAddress["set"];
}

function PeriodFilter({ period, change }: PeriodFilterProps) {
  const { auditLog } = useTexts();
  const [from, to] = daysOf(period);
  return (
    <>
      <Radio.Group
        optionType="button"
        aria-label={auditLog.when}
        value={period.preset ?? (period.from || period.to ? undefined : "")}
        options={[
          { value: "", label: auditLog.anyTime },
          ...PRESETS.map((value) => ({ value, label: auditLog.presets[value] })),
        ]}
        onChange={({ target }) => change({ when: target.value, from: undefined, to: undefined })}
      />
      <DatePicker.RangePicker
        allowEmpty
        aria-label={auditLog.days}
        placeholder={[auditLog.fromDay, auditLog.toDay]}
        value={[from ?? null, to ?? null]}
        onChange={(days) =>
          change({
            when: undefined,
            from: days?.[0]?.format("YYYY-MM-DD"),
            to: days?.[1]?.format("YYYY-MM-DD"),
          })
        }
      />
    </>
  );
}

function Actors({ actors, change }: { actors: string | undefined; change: (actors: string) => void }) {
  const { auditLog } = useTexts();
  const [q, setQ] = useState("");
  const { data } = useQuery(userSearchQuery(q));
  return (
    <Select
      mode="tags"
      allowClear
      aria-label={auditLog.byActor}
      placeholder={auditLog.byActor}
      style={{ minWidth: 180 }}
      value={parts(actors)}
      tokenSeparators={[",", " "]}
      showSearch={{ filterOption: false, onSearch: setQ }}
      options={data?.items.map(({ username }) => ({ value: username, label: username }))}
      onChange={(names: string[]) => change(names.join(","))}
    />
  );
}

interface PlaceFilterProps {
  place: Place | undefined;
  change: TrailAddress["set"];
}

/** Any place, found by the beginning of its name. */
function AnyPlace({ place, change }: PlaceFilterProps) {
  const { access, general } = useTexts();
  const [q, setQ] = useState("");
  const { data } = useQuery({
    queryKey: ["search", q],
    queryFn: () => answer(client.GET("/api/v1/search", { params: { query: { q } } })),
    enabled: q.trim() !== "",
  });
  const found = data?.items ?? [];
  return (
    <Select
      allowClear
      aria-label={access.resource}
      placeholder={access.resource}
      style={{ minWidth: 200 }}
      value={place && `${place.res_type}/${place.res_id}`}
      labelRender={() => place && <EntityName kind={typeWord(place.res_type) as NamedEntity} id={place.res_id} />}
      showSearch={{ filterOption: false, onSearch: setQ }}
      notFoundContent={q ? general.nothingFound : general.search}
      options={RESOURCE_TYPES.flatMap((type) =>
        found
          .filter(({ kind }) => kind === type)
          .map(({ id, name }) => ({ value: `${typeNumber(type)}/${id}`, label: `${name} · ${general.types[type]}` })),
      )}
      onChange={(chosen: string | undefined) => {
        const [res_type, res_id] = chosen?.split("/") ?? [];
        change({ res_type, res_id });
      }}
    />
  );
}

/** The places of which the reader may see the changes. */
function ReadPlaces({ place, change }: PlaceFilterProps) {
  const { access, auditLog, general } = useTexts();
  const reads = useReader()?.reads ?? [];
  if (reads.length === 0 || place === undefined) return null;
  const isShownPlace = ({ res_type, res_id }: Place) => res_type === place.res_type && res_id === place.res_id;
  return (
    <Select
      aria-label={access.resource}
      placeholder={auditLog.otherPlace}
      style={{ minWidth: 220 }}
      value={reads.find(isShownPlace) && reads.findIndex(isShownPlace)}
      options={reads.map(({ res_type, resource }, value) => ({
        value,
        label: res_type ? resource : general.types.root,
      }))}
      onChange={(index: number) =>
        change({ res_type: String(reads[index]?.res_type), res_id: String(reads[index]?.res_id) })
      }
    />
  );
}

interface ExactFilterProps {
  label: string;
  value: string | undefined;
  change: (value: string | undefined) => void;
}

function ExactFilter({ label, value, change }: ExactFilterProps) {
  return (
    <Input.Search
      key={value}
      defaultValue={value}
      allowClear
      placeholder={label}
      aria-label={label}
      style={{ width: 200 }}
      onSearch={(value) => change(value.trim() || undefined)}
    />
  );
}
