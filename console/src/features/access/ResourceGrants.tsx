import { Card, Flex, Segmented, Typography } from "antd";
import { useState } from "react";
import { useOutletContext, useParams } from "react-router";
import { type ResourceType, typeNumber } from "../../api/types";
import { useListAddress } from "../../components/lists/useListAddress";
import { useCreateDialog } from "../../components/page/useCreateDialog";
import { grantColumns } from "../../components/rights/grantColumns";
import { type ResourceContext, useGrantAccess } from "../../components/rights/useGrantAccess";
import { EmptyState } from "../../components/states/EmptyState";
import { useTexts } from "../../texts/language";
import { GrantTable } from "./GrantTable";
import { loadResourceGrants } from "./grants";
import { NewGrant } from "./NewGrant";
import { Principals } from "./Principals";
import { Reach } from "./Reach";

/** Who may do what on the page's resource. The page passes its full name and the reader's rights. */
export default function ResourceGrants() {
  const texts = useTexts();
  const { access, explain } = texts;
  const params = useParams();
  const type = params.type as ResourceType;
  const id = Number(params.id);
  const resource = useOutletContext<ResourceContext>();
  const address = useListAddress();
  const view = address.get("view") === "people" ? "people" : "grants";
  const [granting, setGranting] = useCreateDialog(true, "grants");
  const [revision, setRevision] = useState<number | null>(null);
  const { seesAll, mayChange } = useGrantAccess(type, id, resource);
  const columns = grantColumns(texts);
  return (
    <>
      <Reach type={type} id={id} seesAll={seesAll} />
      <Card
        title={access.whoMay}
        extra={
          <Segmented
            value={view}
            onChange={(newView) => address.set({ view: newView === "people" ? newView : undefined, q: undefined })}
            options={[
              { value: "grants", label: explain.grantsView },
              { value: "people", label: explain.peopleView },
            ]}
          />
        }
      >
        {view === "people" ? (
          <Principals key={`${type}:${id}`} type={type} id={id} />
        ) : (
          <Flex vertical gap={12}>
            <Typography.Text type="secondary">{access.whoMayHint}</Typography.Text>
            <GrantTable
              key={`${type}:${id}`}
              queryKey={["grants", type, id]}
              load={loadResourceGrants(typeNumber(type), id)}
              columns={[columns.subject, columns.authorities, columns.limits, columns.by, columns.usage]}
              empty={
                seesAll ? (
                  <EmptyState title={access.noGrants} hint={access.noGrantsHint} />
                ) : (
                  <EmptyState title={access.noneSeen} hint={access.noneSeenHint} />
                )
              }
              editable={mayChange}
              search={access.chooseRole}
              revision={revision}
              setRevision={setRevision}
            />
          </Flex>
        )}
        {granting && (
          <NewGrant type={type} id={id} name={resource.name} onDone={setRevision} close={() => setGranting(false)} />
        )}
      </Card>
    </>
  );
}
