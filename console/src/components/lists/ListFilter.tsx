import { Select } from "antd";

interface ListFilterProps<V extends string | number> {
  /** What it filters by, for screen readers. */
  label: string;
  /** Shown while nothing is chosen; by default the label. */
  any?: string;
  width: number;
  value: V | undefined;
  options: { value: V; label: string | undefined }[];
  /** Options can be searched by typing. */
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
