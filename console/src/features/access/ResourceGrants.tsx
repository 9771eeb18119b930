import { HistoryOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Card, Flex, Segmented, Typography } from "antd";
import { useState } from "react";
import { Link, useOutletContext, useParams } from "react-router";
import { useSession } from "../../api/session";
import { type ResourceType, typeNumber } from "../../api/types";
import { useListAddress } from "../../components/lists/useListAddress";
import { EmptyState } from "../../components/states/EmptyState";
import { mayGrant } from "../../permissions";
import { useTexts } from "../../texts/language";
import { GrantTable } from "./GrantTable";
import { grantColumns } from "./grantColumns";
import { loadResourceGrants } from "./grants";
import { NewGrant } from "./NewGrant";
import { Principals } from "./Principals";
import { RightsMatrix } from "./RightsMatrix";
import { type ResourceContext, useGrantAccess } from "./useGrantAccess";

/** Who may do what on the page's resource. The page passes its full name and the reader's rights. */
export default function ResourceGrants() {
  const texts = useTexts();
  const { access, explain, giving } = texts;
  const params = useParams();
  const type = params.type as ResourceType;
  const id = Number(params.id);
  const resource = useOutletContext<ResourceContext>();
  const address = useListAddress();
  const view = address.get("view", ["people", "matrix"]) ?? "grants";
  const [granting, setGranting] = useState(false);
  const [revision, setRevision] = useState<number | null>(null);
  const grantAccess = useGrantAccess(type, id, resource);
  const mayGive = mayGrant(useSession()) && grantAccess.mayGive;
  const columns = grantColumns(texts);
  const buttons = (
    <Flex gap={8} wrap align="center">
      {grantAccess.seesAll && (
        <Link to={`/trail?res_type=${typeNumber(type)}&res_id=${id}`}>
          <HistoryOutlined /> {access.changes}
        </Link>
      )}
      {mayGive && (
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setGranting(true)}>
          {access.grant}
        </Button>
      )}
    </Flex>
  );
  return (
    <Card title={access.whoMay} extra={buttons}>
      <Segmented
        value={view}
        onChange={(newView) => address.set({ view: newView === "grants" ? undefined : newView, q: undefined })}
        options={[
          { value: "grants", label: explain.grantsView },
          { value: "people", label: explain.peopleView },
          ...(mayGive ? [{ value: "matrix" as const, label: giving.matrix }] : []),
        ]}
        style={{ marginBlockEnd: 12 }}
      />
      {view === "matrix" && mayGive && <RightsMatrix key={`${type}:${id}`} type={type} id={id} />}
      {view === "people" && <Principals key={`${type}:${id}`} type={type} id={id} />}
      {view === "grants" && <Typography.Paragraph type="secondary">{access.whoMayHint}</Typography.Paragraph>}
      {view === "grants" && (
        <GrantTable
          key={`${type}:${id}`}
          queryKey={["grants", type, id]}
          load={loadResourceGrants(typeNumber(type), id)}
          columns={[columns.subject, columns.authorities, columns.origin, columns.usage]}
          empty={
            grantAccess.seesAll ? (
              <EmptyState title={access.noGrants} hint={access.noGrantsHint} />
            ) : (
              <EmptyState title={access.noneSeen} hint={access.noneSeenHint} />
            )
          }
          editable={mayGive && grantAccess.mayChange}
          search={access.chooseRole}
          revision={revision}
          setRevision={setRevision}
        />
      )}
      {granting && (
        <NewGrant type={type} id={id} name={resource.name} onDone={setRevision} close={() => setGranting(false)} />
      )}
    </Card>
  );
}
