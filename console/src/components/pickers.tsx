import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { rolesFound, usersFound } from "../api/shared";
import { useTexts } from "../texts/language";

interface PickerProps {
  /** Given by the form item around it. */
  id?: string;
  value?: number;
  onChange?: (id: number | undefined) => void;
}

/** One user, found by name on the server. */
export function UserPicker(props: PickerProps) {
  const { access } = useTexts();
  const [q, setQ] = useState("");
  const { data, isFetching } = useQuery(usersFound(q));
  const options = (data?.items ?? []).map((user) => ({
    value: user.id,
    label: user.nick && user.nick !== user.username ? `${user.username} (${user.nick})` : user.username,
  }));
  return (
    <Select
      {...props}
      allowClear
      showSearch={{ filterOption: false, onSearch: setQ }}
      loading={isFetching}
      placeholder={access.chooseUser}
      options={options}
    />
  );
}

/** A role, found by name on the server. `personal`: one user's own role, called by the user's name. */
export function RolePicker({ personal, ...props }: PickerProps & { personal: boolean }) {
  const { access } = useTexts();
  const [q, setQ] = useState("");
  const { data, isFetching } = useQuery(rolesFound(q, personal));
  return (
    <Select
      {...props}
      allowClear
      showSearch={{ filterOption: false, onSearch: setQ }}
      loading={isFetching}
      placeholder={personal ? access.chooseUser : access.chooseRole}
      options={data?.items.map((role) => ({ value: role.id, label: role.name }))}
    />
  );
}
