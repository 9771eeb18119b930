import { useQuery } from "@tanstack/react-query";
import { AutoComplete } from "antd";
import { useState } from "react";
import { usersFound } from "../../api/shared";
import { useSettled } from "../../components/fields/useSettled";
import { useSuggestions } from "../../components/fields/useSuggestions";

interface UserNameFieldProps {
  /** Given by the form item around it. */
  id?: string;
  value?: string;
  onChange?: (name: string) => void;
  label: string;
  placeholder: string;
  status?: "error";
}

/** The name of a user, of the center or yet to come; those of the center are offered. */
export function UserNameField({ id, value, onChange, label, placeholder, status }: UserNameFieldProps) {
  const [used, use] = useState(false);
  const q = useSettled(value ?? "");
  const { data } = useQuery({ ...usersFound(q), enabled: used });
  return (
    <AutoComplete
      {...useSuggestions()}
      id={id}
      aria-label={label}
      placeholder={placeholder}
      status={status}
      style={{ width: "100%" }}
      value={value}
      onFocus={() => use(true)}
      onChange={(name: string) => onChange?.(name)}
      options={data?.items.map(({ username }) => ({ value: username }))}
    />
  );
}
