import { useQuery } from "@tanstack/react-query";
import { AutoComplete } from "antd";
import { LIMITS } from "../../api/limits.gen";
import { resourcesFound } from "../../api/resourceNames";
import { usersFound } from "../../api/shared";
import type { ResourceType } from "../../api/types";
import { useSettled } from "./useSettled";
import { useSuggestions } from "./useSuggestions";

interface NameFieldProps {
  /** Given by the form item around it. */
  id?: string;
  value?: string;
  onChange?: (name: string) => void;
  autoFocus?: boolean;
  placeholder?: string;
  "aria-label"?: string;
}

/** A field for a user's name. It offers those that the reader may see; any other can be typed. */
export function UserNameField(props: NameFieldProps) {
  const { data } = useQuery(usersFound(useSettled(props.value ?? "")));
  const options = (data?.items ?? []).map(({ username, nick }) => ({
    value: username,
    label: nick && nick !== username ? `${username} (${nick})` : username,
  }));
  return <Offered {...props} options={options} />;
}

/** A field for a resource's full name. It offers those that the reader may see; any other can be typed. */
export function ResourceNameField({ type, ...props }: NameFieldProps & { type: ResourceType }) {
  const { data } = useQuery(resourcesFound(type, useSettled(props.value ?? "")));
  return <Offered {...props} options={(data ?? []).map((value) => ({ value }))} />;
}

function Offered(props: NameFieldProps & { options: { value: string; label?: string }[] }) {
  return (
    <AutoComplete
      {...props}
      {...useSuggestions()}
      allowClear
      maxLength={LIMITS.Asked.resource.maxLength}
      style={{ width: "100%" }}
      popupMatchSelectWidth={false}
      defaultActiveFirstOption={false}
    />
  );
}
