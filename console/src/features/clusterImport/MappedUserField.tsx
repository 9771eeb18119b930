import { useQuery } from "@tanstack/react-query";
import { AutoComplete } from "antd";
import { useState } from "react";
import { userSearchQuery } from "../../api/sharedQueries";
import { useDebounced } from "../../components/fields/useDebounced";
import { useSuggestions } from "../../components/fields/useSuggestions";

interface MappedUserFieldProps {
  /** Given by the form item around it. */
  id?: string;
  value?: string;
  onChange?: (name: string) => void;
  label: string;
  placeholder: string;
  status?: "error";
}

/** A field for a user's name. Existing users are offered; a new name can be typed. */
export function MappedUserField({ id, value, onChange, label, placeholder, status }: MappedUserFieldProps) {
  const [focused, setFocused] = useState(false);
  const q = useDebounced(value ?? "");
  const { data } = useQuery({ ...userSearchQuery(q), enabled: focused });
  return (
    <AutoComplete
      {...useSuggestions()}
      id={id}
      aria-label={label}
      placeholder={placeholder}
      status={status}
      style={{ width: "100%" }}
      value={value}
      onFocus={() => setFocused(true)}
      onChange={(name: string) => onChange?.(name)}
      options={data?.items.map(({ username }) => ({ value: username }))}
    />
  );
}
