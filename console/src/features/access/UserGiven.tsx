import { Button } from "antd";
import { useState } from "react";
import { useParams } from "react-router";
import { useSession } from "../../api/session";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { EmptyState } from "../../components/states/EmptyState";
import { mayGrant } from "../../permissions";
import { useTexts } from "../../texts/language";
import { GrantTable } from "./GrantTable";
import { grantColumns } from "./grantColumns";
import { givenBy, takeBackAll } from "./grants";

/** The grants that the page's user gave to others. They stay when the user loses its own rights or is deleted. */
export default function UserGiven() {
  const texts = useTexts();
  const { giving } = texts;
  const id = Number(useParams().id);
  const [revision, setRevision] = useState<number | null>(null);
  const [asking, setAsking] = useState(false);
  const may = mayGrant(useSession());
  const columns = grantColumns(texts);
  return (
    <>
      <GrantTable
        name={["grants", "given by", id]}
        load={givenBy(String(id))}
        columns={[columns.subject, columns.resource, columns.authorities, columns.usage, columns.by]}
        empty={<EmptyState title={giving.noneByUser} hint={giving.noneByUserHint} />}
        search={texts.access.chooseRole}
        editable={may}
        filters={
          may && (
            <Button danger onClick={() => setAsking(true)}>
              {giving.takeBackAll}
            </Button>
          )
        }
        revision={revision}
        setRevision={setRevision}
      />
      {asking && (
        <ConfirmDanger
          title={giving.takeBackAllTitle}
          okText={giving.takeBackAll}
          goes={[giving.takeBackAllGoes]}
          run={async () => setRevision(await takeBackAll(id))}
          close={() => setAsking(false)}
        >
          {texts.access.revokeNow}
        </ConfirmDanger>
      )}
    </>
  );
}
