import { Select } from "antd";

interface NamesFieldProps {
  /** Given by the form item around it. */
  id?: string;
  value?: string[];
  onChange?: (names: string[]) => void;
  maxCount: number;
  /** Suggestions; without them there is no drop-down list. */
  options?: { value: string; label: string; title: string }[];
}

/** Several names that the reader writes; a comma, a space or Enter ends each. */
export function NamesField(props: NamesFieldProps) {
  const dropdown = props.options ? {} : { open: false };
  return <Select mode="tags" suffixIcon={null} tokenSeparators={[",", " "]} {...dropdown} {...props} />;
}
