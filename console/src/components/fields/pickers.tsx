import { useQuery } from "@tanstack/react-query";
import { Select, type SelectProps } from "antd";
import { useState } from "react";
import { roleQuery, roleSearchQuery, userQuery, userSearchQuery } from "../../api/sharedQueries";
import type { User } from "../../api/types";
import { useTexts } from "../../texts/language";

interface PickerProps {
  /** Given by the form item around it. */
  id?: string;
  value?: number;
  onChange?: (id: number | undefined) => void;
  placeholder?: string;
  "aria-label"?: string;
}

interface NamePickerProps extends Omit<SelectProps, "options" | "showSearch" | "loading"> {
  /** All that can be chosen; undefined until they were read. */
  items: { id: number; name: string }[] | undefined;
}

/** One or several of a list that is read as a whole, by name. Typing before it is loaded filters it, too. */
export function NamePicker({ items, ...props }: NamePickerProps) {
  return (
    <Select
      {...props}
      showSearch={{ optionFilterProp: "label" }}
      loading={items === undefined}
      options={items?.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

/** One user, found by name on the server. */
export function UserPicker(props: PickerProps) {
  const { access } = useTexts();
  const [q, setQ] = useState("");
  const { data, isFetching } = useQuery(userSearchQuery(q));
  const matches = data?.items ?? [];
  // A user chosen earlier (in the address, say) is not among those found: read its name separately.
  const valueMissing = props.value !== undefined && !matches.some(({ id }) => id === props.value);
  const selected = useQuery({ ...userQuery(props.value ?? 0), enabled: valueMissing }).data;
  const options = [...(valueMissing && selected && q === "" ? [selected] : []), ...matches].map(option);
  return (
    <Select
      placeholder={access.chooseUser}
      {...props}
      style={{ width: "100%" }}
      allowClear
      showSearch={{ filterOption: false, onSearch: setQ }}
      loading={isFetching}
      options={options}
    />
  );
}

const option = ({ id, username, nick }: User) => ({
  value: id,
  label: nick && nick !== username ? `${username} (${nick})` : username,
});

/** A role, found by name on the server. `personal`: only personal roles, which are named after their users. */
export function RolePicker({ personal, ...props }: PickerProps & { personal: boolean }) {
  const { access } = useTexts();
  const [q, setQ] = useState("");
  const { data, isFetching } = useQuery(roleSearchQuery(q, personal));
  const matches = data?.items ?? [];
  const valueMissing = props.value !== undefined && !matches.some(({ id }) => id === props.value);
  const selected = useQuery({ ...roleQuery(props.value ?? 0), enabled: valueMissing }).data;
  return (
    <Select
      {...props}
      allowClear
      showSearch={{ filterOption: false, onSearch: setQ }}
      loading={isFetching}
      placeholder={personal ? access.chooseUser : access.chooseRole}
      options={[...(valueMissing && selected && q === "" ? [selected] : []), ...matches].map(({ id, name }) => ({
        value: id,
        label: name,
      }))}
    />
  );
}

interface UsernamesPickerProps {
  /** Given by the form item around it. */
  id?: string;
  value?: string[];
  onChange?: (names: string[]) => void;
  maxCount: number;
}

/** Several users by name, found on the server. */
export function UsernamesPicker(props: UsernamesPickerProps) {
  const { access } = useTexts();
  const [q, setQ] = useState("");
  const { data, isFetching } = useQuery(roleSearchQuery(q, true));
  return (
    <Select
      {...props}
      mode="multiple"
      showSearch={{ filterOption: false, onSearch: setQ }}
      loading={isFetching}
      placeholder={access.chooseUser}
      options={data?.items.map(({ name }) => ({ value: name, label: name }))}
    />
  );
}
