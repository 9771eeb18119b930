import { Flex, type TableColumnsType } from "antd";
import { type ReactNode, useState } from "react";
import type { Grant } from "../../api/types";
import { Enforcement } from "../../components/brokers/Enforcement";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import type { ListPage, PageQuery } from "../../components/lists/listPage";
import { ServerTable } from "../../components/lists/ServerTable";
import { authorityText } from "../../components/rights/AuthorityText";
import { ChangePreview } from "../../components/rights/ChangePreview";
import { GrantLimits } from "../../components/rights/GrantLimits";
import { isOver } from "../../components/rights/GrantWindow";
import { actionsColumn } from "../../components/rights/grantColumns";
import { useTexts } from "../../texts/language";
import { EditGrant } from "./EditGrant";
import { revokeGrant } from "./grants";
import { RevokeMany } from "./RevokeMany";
import { SharedRoles } from "./SharedRoles";

interface GrantTableProps {
  queryKey: readonly unknown[];
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
  queryKey,
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
  const [grantToEdit, setGrantToEdit] = useState<Grant>();
  const [grantToRevoke, setGrantToRevoke] = useState<Grant>();
  const [selected, setSelected] = useState<Grant[]>([]);
  // The grant is gone, or no longer has the version that was chosen.
  const afterChange =
    ({ id }: Grant) =>
    (newRevision: number | null) => {
      setSelected((grants) => grants.filter((grant) => grant.id !== id));
      setRevision(newRevision);
    };
  const allColumns = editable ? [...columns, actionsColumn(texts, setGrantToEdit, setGrantToRevoke)] : columns;
  return (
    <Flex vertical gap={12}>
      {revision !== null && <Enforcement revision={revision} close={() => setRevision(null)} />}
      {selected.length > 0 && (
        <RevokeMany
          grants={selected}
          onDone={(newRevision) => {
            setSelected([]);
            setRevision(newRevision);
          }}
        />
      )}
      <ServerTable<Grant>
        queryKey={queryKey}
        load={load}
        columns={allColumns}
        rowKey={(grant) => grant.id}
        search={search}
        filters={filters}
        select={editable ? { selected: selected, onSelect: setSelected } : undefined}
        faded={isOver}
        empty={empty}
      />
      {grantToEdit && (
        <EditGrant grant={grantToEdit} onDone={afterChange(grantToEdit)} close={() => setGrantToEdit(undefined)} />
      )}
      {grantToRevoke && (
        <Revoke grant={grantToRevoke} onDone={afterChange(grantToRevoke)} close={() => setGrantToRevoke(undefined)} />
      )}
    </Flex>
  );
}

interface RevokeProps {
  grant: Grant;
  onDone: (revision: number | null) => void;
  close: () => void;
}

function Revoke({ grant, onDone, close }: RevokeProps) {
  const texts = useTexts();
  const { access } = texts;
  return (
    <ConfirmDanger
      title={access.revokeTitle(grant.role_name)}
      okText={access.revoke}
      lead={access.revokeGoes(grant.resource)}
      losses={grant.authorities.map(({ id, text }) => authorityText(texts, id, text))}
      action={async () => onDone((await revokeGrant(grant)).revision)}
      close={close}
    >
      <GrantLimits limits={grant.limits} placeType={grant.res_type} />
      <SharedRoles grants={[grant]} />
      {access.revokeNow}
      <ChangePreview propose={() => ({ revoke: [grant.id] })} />
    </ConfirmDanger>
  );
}
