import { Select } from "antd";

interface ListFilterProps<V extends string | number> {
  /** What it filters by, for screen readers. */
  label: string;
  /** Shown while nothing is chosen; by default the label. */
  placeholder?: string;
  width: number;
  value: V | undefined;
  options: { value: V; label: string | undefined }[];
  change: (chosen: V | undefined) => void;
}

/** With more options than this, the list can also be searched by typing. */
const IN_SIGHT = 8;

/** One filter above a list: one option, or everything. */
export function ListFilter<V extends string | number>(props: ListFilterProps<V>) {
  const { label, placeholder = label, width, value, options, change } = props;
  return (
    <Select<V>
      allowClear
      aria-label={label}
      placeholder={placeholder}
      style={{ width }}
      value={value}
      options={options}
      showSearch={options.length > IN_SIGHT && { optionFilterProp: "label" }}
      onChange={(newValue: V | undefined) => change(newValue)}
    />
  );
}
