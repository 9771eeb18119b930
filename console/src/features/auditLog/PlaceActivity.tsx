import { Card, type TableColumnsType } from "antd";
import { Link, useOutletContext, useParams } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { type ResourceType, type TrailEntry, typeNumber } from "../../api/types";
import type { PageQuery } from "../../components/lists/listPage";
import { ServerTable } from "../../components/lists/ServerTable";
import type { ResourceContext } from "../../components/rights/useGrantAccess";
import { EmptyState } from "../../components/states/EmptyState";
import { ChangeText } from "../../components/values/ChangeText";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { Difference } from "./Difference";

/** What was changed at the page's resource and below it; for those who administer or audit it. */
export default function PlaceActivity() {
  const texts = useTexts();
  const { place } = texts;
  const { type, id } = useParams();
  const { audits } = useOutletContext<ResourceContext>();
  const filter = { res_type: typeNumber(type as ResourceType), res_id: Number(id) };
  if (!audits) return <EmptyState title={place.hidden} />;
  const load = (page: PageQuery) =>
    answer(client.GET("/api/v1/trail", { params: { query: { ...page, ...filter, sort: "-id" } } }));
  const fullLog = <Link to={`/trail?res_type=${filter.res_type}&res_id=${id}`}>{place.fullLog}</Link>;
  return (
    <Card title={place.activity} extra={fullLog}>
      <ServerTable<TrailEntry>
        queryKey={["trail", filter]}
        load={load}
        columns={columns(texts)}
        rowKey={(entry) => entry.id}
        expand={({ before, after }) => <Difference before={before} after={after} />}
        empty={<EmptyState title={place.noActivity} />}
      />
    </Card>
  );
}

function columns({ auditLog }: Texts): TableColumnsType<TrailEntry> {
  return [
    { title: auditLog.time, key: "time", render: (_, { time }) => <Moment at={time} /> },
    { title: auditLog.actor, key: "actor", render: (_, { actor }) => <span className="long">{actor}</span> },
    { title: auditLog.what, key: "what", render: (_, entry) => <ChangeText entry={entry} /> },
  ];
}
