import { useState } from "react";
import { useParams } from "react-router";
import { useSession } from "../../api/session";
import { grantColumns } from "../../components/rights/grantColumns";
import { useReader } from "../../components/rights/useReader";
import { EmptyState } from "../../components/states/EmptyState";
import { mayGrant } from "../../permissions";
import { useTexts } from "../../texts/language";
import { GrantTable } from "./GrantTable";
import { loadUserGrants } from "./grants";

/** All grants of the page's user: of its personal role and of every role that it is in. */
export default function UserGrants() {
  const texts = useTexts();
  const { access } = texts;
  const canGive = useReader()?.canGive;
  const id = Number(useParams().id);
  const [revision, setRevision] = useState<number | null>(null);
  const columns = grantColumns(texts);
  return (
    <GrantTable
      queryKey={["grants", "user", id]}
      load={loadUserGrants(id)}
      columns={[columns.resource, columns.authorities, columns.limits, columns.subject, columns.usage, columns.by]}
      empty={<EmptyState title={access.noGrantsOf} hint={canGive ? access.noGrantsOfHint : access.noGrantsOfOthers} />}
      search={access.chooseRole}
      editable={mayGrant(useSession())}
      revision={revision}
      setRevision={setRevision}
    />
  );
}
