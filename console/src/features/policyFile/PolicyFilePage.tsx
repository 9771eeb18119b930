import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useSession } from "../../api/session";
import { typeNumber } from "../../api/types";
import { useDebounced } from "../../components/fields/useDebounced";
import { useListAddress } from "../../components/lists/useListAddress";
import { Page } from "../../components/page/Page";
import { useReader } from "../../components/rights/useReader";
import { EmptyState } from "../../components/states/EmptyState";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";
import { EditedFile } from "./EditedFile";

/** The rights as one file: of the whole center for its administrators, of a tenant for who administers it. */
export default function PolicyFilePage() {
  const { policyFile } = useTexts();
  const { get, set } = useListAddress();
  const administrator = mayAdminister(useSession());
  const own = useReader()?.reads.find(({ res_type }) => res_type === typeNumber("tenant"))?.resource;
  const tenant = get("tenant") ?? (administrator ? undefined : own);
  return (
    <Page
      title={policyFile.title}
      hint={policyFile.hint}
      actions={<Scope tenant={tenant} change={(name) => set({ tenant: name })} />}
    >
      {tenant === undefined && !administrator ? (
        <EmptyState title={policyFile.chooseTenant} />
      ) : (
        <EditedFile key={tenant ?? ""} tenant={tenant} />
      )}
    </Page>
  );
}

const WHOLE_CENTER = "";

/** Whose policy it is. */
function Scope({ tenant, change }: { tenant: string | undefined; change: (tenant: string | undefined) => void }) {
  const { policyFile } = useTexts();
  const administrator = mayAdminister(useSession());
  const [typed, setTyped] = useState("");
  const q = useDebounced(typed);
  const { data, isFetching } = useQuery({
    queryKey: ["tenants", "found", q],
    queryFn: () => answer(client.GET("/api/v1/tenants", { params: { query: { limit: 20, q: q || undefined } } })),
  });
  const tenants = (data?.items ?? []).map(({ name }) => ({ value: name, label: name }));
  return (
    <Select
      aria-label={policyFile.scope}
      placeholder={policyFile.chooseTenant}
      style={{ minWidth: 220 }}
      value={tenant ?? (administrator ? WHOLE_CENTER : undefined)}
      loading={isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      options={[...(administrator ? [{ value: WHOLE_CENTER, label: policyFile.wholeCenter }] : []), ...tenants]}
      onChange={(name: string) => change(name || undefined)}
    />
  );
}
