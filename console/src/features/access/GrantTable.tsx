import { Flex, type TableColumnsType } from "antd";
import { type ReactNode, useState } from "react";
import type { Grant } from "../../api/types";
import { Enforcement } from "../../components/brokers/Enforcement";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import type { ListPage, PageQuery } from "../../components/lists/listPage";
import { ServerTable } from "../../components/lists/ServerTable";
import { authorityText } from "../../components/rights/AuthorityText";
import { GrantLimits } from "../../components/rights/GrantLimits";
import { useTexts } from "../../texts/language";
import { EditGrant } from "./EditGrant";
import { actionsColumn } from "./grantColumns";
import { revoke } from "./grants";
import { RevokeMany } from "./RevokeMany";
import { SharedRoles } from "./SharedRoles";
import { WhatChanges } from "./WhatChanges";
import { isOver } from "./Window";

interface GrantTableProps {
  name: readonly unknown[];
  load: (page: PageQuery) => Promise<ListPage<Grant>>;
  columns: TableColumnsType<Grant>;
  empty: ReactNode;
  editable: boolean;
  search?: string;
  filters?: ReactNode;
  /** A revision made elsewhere on the screen; its enforcement is shown here too. */
  revision: number | null;
  setRevision: (revision: number | null) => void;
}

/** Grants that can be changed and revoked. After each change, shows how many brokers enforce it. */
export function GrantTable({
  name,
  load,
  columns,
  empty,
  editable,
  search,
  filters,
  revision,
  setRevision,
}: GrantTableProps) {
  const texts = useTexts();
  const [edited, setEdited] = useState<Grant>();
  const [doomed, setDoomed] = useState<Grant>();
  const [chosen, setChosen] = useState<Grant[]>([]);
  // Gone, or no longer the version that was chosen.
  const done =
    ({ id }: Grant) =>
    (made: number | null) => {
      setChosen((before) => before.filter((grant) => grant.id !== id));
      setRevision(made);
    };
  const all = editable ? [...columns, actionsColumn(texts, setEdited, setDoomed)] : columns;
  return (
    <Flex vertical gap={12}>
      {revision !== null && <Enforcement revision={revision} close={() => setRevision(null)} />}
      {chosen.length > 0 && (
        <RevokeMany
          chosen={chosen}
          done={(made) => {
            setChosen([]);
            setRevision(made);
          }}
        />
      )}
      <ServerTable<Grant>
        name={name}
        load={load}
        columns={all}
        rowKey={(grant) => grant.id}
        search={search}
        filters={filters}
        select={editable ? { chosen, choose: setChosen } : undefined}
        faded={isOver}
        empty={empty}
      />
      {edited && <EditGrant grant={edited} done={done(edited)} close={() => setEdited(undefined)} />}
      {doomed && <Revoke grant={doomed} done={done(doomed)} close={() => setDoomed(undefined)} />}
    </Flex>
  );
}

interface RevokeProps {
  grant: Grant;
  done: (revision: number | null) => void;
  close: () => void;
}

function Revoke({ grant, done, close }: RevokeProps) {
  const texts = useTexts();
  const { access } = texts;
  return (
    <ConfirmDanger
      title={access.revokeTitle(grant.role_name)}
      okText={access.revoke}
      lead={access.revokeGoes(grant.resource)}
      goes={grant.authorities.map(({ id, text }) => authorityText(texts, id, text))}
      run={async () => done((await revoke(grant)).revision)}
      close={close}
    >
      <GrantLimits limits={grant.limits} on={grant.res_type} />
      <SharedRoles grants={[grant]} />
      {access.revokeNow}
      <WhatChanges propose={() => ({ revoke: [grant.id] })} />
    </ConfirmDanger>
  );
}
