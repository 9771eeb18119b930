import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { resourceSearchQuery } from "../../api/resourceNames";
import { useDebounced } from "../../components/fields/useDebounced";
import { useListAddress } from "../../components/lists/useListAddress";
import { useTexts } from "../../texts/language";

/** Only what is about one tenant, found by its name among those that the reader sees. */
export function TenantFilter() {
  const { usage } = useTexts();
  const { get, set } = useListAddress();
  const [q, setQ] = useState("");
  const { data = [], isFetching } = useQuery(resourceSearchQuery("tenant", useDebounced(q)));
  return (
    <Select
      allowClear
      aria-label={usage.tenant}
      placeholder={usage.anyTenant}
      style={{ width: 200 }}
      value={get("tenant")}
      showSearch={{ filterOption: false, onSearch: setQ }}
      loading={isFetching}
      options={data.map((value) => ({ value }))}
      onChange={(tenant: string | undefined) => set({ tenant })}
    />
  );
}
