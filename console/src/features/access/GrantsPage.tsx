import { Tabs } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useSession } from "../../api/session";
import { Page } from "../../components/page/Page";
import { grantColumns } from "../../components/rights/grantColumns";
import { useReader } from "../../components/rights/useReader";
import { EmptyState } from "../../components/states/EmptyState";
import { mayAdminister, mayGrant } from "../../permissions";
import { useTexts } from "../../texts/language";
import { AllGrants } from "./AllGrants";
import { GrantTable } from "./GrantTable";
import { loadGrantsGivenBy, loadGrantsGivenTo } from "./grants";

/** The grants that I gave, those given to me, and for administrators all grants. */
export default function GrantsPage() {
  const { frame, giving } = useTexts();
  const session = useSession();
  const [params, setParams] = useSearchParams();
  const items = [
    { key: "to", label: giving.toMe, children: <OwnGrants by={false} /> },
    ...(mayGrant(session) ? [{ key: "by", label: giving.byMe, children: <OwnGrants by /> }] : []),
    ...(mayAdminister(session) ? [{ key: "all", label: giving.all, children: <AllGrants /> }] : []),
  ];
  const activeItem = items.find(({ key }) => key === params.get("tab"));
  return (
    <Page title={frame.grants} hint={giving.pageHint}>
      <Tabs
        activeKey={(activeItem ?? items[0])?.key}
        onChange={(tab) => setParams({ tab })}
        items={items}
        destroyOnHidden
      />
    </Page>
  );
}

function OwnGrants({ by }: { by: boolean }) {
  const texts = useTexts();
  const { giving } = texts;
  const canGive = useReader()?.canGive;
  const [revision, setRevision] = useState<number | null>(null);
  const columns = grantColumns(texts);
  const empty = by ? (
    <EmptyState title={giving.noneByMe} hint={canGive === false ? giving.nothingToGive : giving.noneByMeHint} />
  ) : (
    <EmptyState title={giving.noneToMe} hint={giving.noneToMeHint} />
  );
  return (
    <GrantTable
      queryKey={["grants", "given", by]}
      load={by ? loadGrantsGivenBy("me") : loadGrantsGivenTo("me")}
      columns={[columns.resource, columns.authorities, columns.limits, columns.subject, columns.usage, columns.by]}
      empty={empty}
      search={texts.access.chooseRole}
      editable={by}
      revision={revision}
      setRevision={setRevision}
    />
  );
}
