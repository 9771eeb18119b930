import { useQuery } from "@tanstack/react-query";
import { AutoComplete } from "antd";
import { LIMITS } from "../../api/limits.gen";
import { resourceSearchQuery } from "../../api/resourceNames";
import { userSearchQuery } from "../../api/sharedQueries";
import type { ResourceType } from "../../api/types";
import { useDebounced } from "./useDebounced";
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
  const { data } = useQuery(userSearchQuery(useDebounced(props.value ?? "")));
  const options = (data?.items ?? []).map(({ username, nick }) => ({
    value: username,
    label: nick && nick !== username ? `${username} (${nick})` : username,
  }));
  return <NameAutoComplete {...props} options={options} />;
}

/** A field for a resource's full name. It offers those that the reader may see; any other can be typed. */
export function ResourceNameField({ type, ...props }: NameFieldProps & { type: ResourceType }) {
  const { data } = useQuery(resourceSearchQuery(type, useDebounced(props.value ?? "")));
  return <NameAutoComplete {...props} options={(data ?? []).map((value) => ({ value }))} />;
}

function NameAutoComplete(props: NameFieldProps & { options: { value: string; label?: string }[] }) {
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
