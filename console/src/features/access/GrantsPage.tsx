import { Tabs } from "antd";
import { useState } from "react";
import { useSession } from "../../api/session";
import { EmptyState } from "../../components/EmptyState";
import { Page } from "../../components/Page";
import { mayGrant } from "../../permissions";
import { useTexts } from "../../texts/language";
import { GrantTable } from "./GrantTable";
import { grantColumns } from "./grantColumns";
import { givenBy, givenTo } from "./grants";

/** What I gave (and may take back), and what was given to me. */
export default function GrantsPage() {
  const { frame, giving } = useTexts();
  const may = mayGrant(useSession());
  const items = [
    { key: "to", label: giving.toMe, children: <Given by={false} /> },
    ...(may ? [{ key: "by", label: giving.byMe, children: <Given by /> }] : []),
  ];
  return (
    <Page title={frame.grants} hint={giving.pageHint}>
      <Tabs items={items} destroyOnHidden />
    </Page>
  );
}

function Given({ by }: { by: boolean }) {
  const texts = useTexts();
  const { giving } = texts;
  const [revision, setRevision] = useState<number | null>(null);
  const columns = grantColumns(texts);
  const empty = by ? (
    <EmptyState title={giving.noneByMe} hint={giving.noneByMeHint} />
  ) : (
    <EmptyState title={giving.noneToMe} hint={giving.noneToMeHint} />
  );
  return (
    <GrantTable
      name={["grants", "given", by]}
      load={by ? givenBy("me") : givenTo("me")}
      columns={[columns.resource, columns.authorities, columns.subject, columns.usage, columns.by]}
      empty={empty}
      search={texts.access.chooseRole}
      editable={by}
      revision={revision}
      setRevision={setRevision}
    />
  );
}
