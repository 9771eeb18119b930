import { Button } from "antd";
import { useState } from "react";
import { useParams } from "react-router";
import { useSession } from "../../api/session";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { grantColumns } from "../../components/rights/grantColumns";
import { EmptyState } from "../../components/states/EmptyState";
import { mayGrant } from "../../permissions";
import { useTexts } from "../../texts/language";
import { GrantTable } from "./GrantTable";
import { loadGrantsGivenBy, revokeAllGivenBy } from "./grants";

/** The grants that the page's user gave to others. They stay when the user loses its own rights or is deleted. */
export default function UserGivenGrants() {
  const texts = useTexts();
  const { giving } = texts;
  const id = Number(useParams().id);
  const [revision, setRevision] = useState<number | null>(null);
  const [confirming, setConfirming] = useState(false);
  const mayRevoke = mayGrant(useSession());
  const columns = grantColumns(texts);
  return (
    <>
      <GrantTable
        queryKey={["grants", "given by", id]}
        load={loadGrantsGivenBy(String(id))}
        columns={[columns.subject, columns.resource, columns.authorities, columns.limits, columns.usage, columns.by]}
        empty={<EmptyState title={giving.noneByUser} hint={giving.noneByUserHint} />}
        search={texts.access.chooseRole}
        editable={mayRevoke}
        filters={
          mayRevoke && (
            <Button danger onClick={() => setConfirming(true)}>
              {giving.takeBackAll}
            </Button>
          )
        }
        revision={revision}
        setRevision={setRevision}
      />
      {confirming && (
        <ConfirmDanger
          title={giving.takeBackAllTitle}
          okText={giving.takeBackAll}
          losses={[giving.takeBackAllGoes]}
          action={async () => setRevision(await revokeAllGivenBy(id))}
          close={() => setConfirming(false)}
        >
          {texts.access.revokeNow}
        </ConfirmDanger>
      )}
    </>
  );
}
