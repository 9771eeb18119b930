import { Select } from "antd";

interface ListFilterProps<V extends string | number> {
  /** What it filters by, for screen readers. */
  label: string;
  /** Stands there while nothing is chosen; the label, where there are no better words. */
  any?: string;
  width: number;
  value: V | undefined;
  options: { value: V; label: string | undefined }[];
  /** Options are found by typing a part of them. */
  searched?: boolean;
  change: (chosen: V | undefined) => void;
}

/** One filter above a list: one of a few, or everything. */
export function ListFilter<V extends string | number>(props: ListFilterProps<V>) {
  const { label, any = label, width, value, options, searched, change } = props;
  return (
    <Select<V>
      allowClear
      aria-label={label}
      placeholder={any}
      style={{ width }}
      value={value}
      options={options}
      showSearch={searched && { optionFilterProp: "label" }}
      onChange={(chosen: V | undefined) => change(chosen)}
    />
  );
}
