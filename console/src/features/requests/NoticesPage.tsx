import { Button, Checkbox, Flex, type TableColumnsType, Typography } from "antd";
import { Link } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { type Notice, typeWord } from "../../api/types";
import type { PageQuery } from "../../components/lists/listPage";
import { ServerTable } from "../../components/lists/ServerTable";
import { useListAddress } from "../../components/lists/useListAddress";
import { Page } from "../../components/page/Page";
import { useChange } from "../../components/page/useChange";
import { EmptyState } from "../../components/states/EmptyState";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { factsOf, noticeText } from "./noticeText";
import { requestAddress } from "./requestAddress";

const load = (unread: boolean) => (query: PageQuery) =>
  answer(client.GET("/api/v1/notices", { params: { query: { ...query, q: undefined, unread, sort: "-id" } } }));

const markRead = (ids?: number[]) =>
  answer(client.POST("/api/v1/notices/read", { body: ids ? { ids } : { all: true } }));

/** What ends soon, what waits for the reader, what was decided; newest first. */
export default function NoticesPage() {
  const { requests } = useTexts();
  const { get, set } = useListAddress();
  const unread = get("unread") === "yes";
  const marking = useChange(markRead);
  const markAllButton = (
    <Button onClick={() => marking.mutate(undefined)} loading={marking.isPending}>
      {requests.markAll}
    </Button>
  );
  return (
    <Page title={requests.nav.notices} hint={requests.noticesHint} actions={markAllButton}>
      <ServerTable<Notice>
        queryKey={["notices", "list", unread]}
        load={load(unread)}
        columns={useColumns((notice) => marking.mutate([notice.id]))}
        rowKey={(notice) => notice.id}
        filters={
          <Checkbox checked={unread} onChange={(event) => set({ unread: event.target.checked ? "yes" : undefined })}>
            {requests.onlyUnread}
          </Checkbox>
        }
        empty={<EmptyState title={requests.noNotices} hint={requests.noNoticesHint} />}
      />
    </Page>
  );
}

function useColumns(mark: (notice: Notice) => void): TableColumnsType<Notice> {
  const texts = useTexts();
  const { general, requests } = texts;
  return [
    {
      title: requests.nav.notices,
      key: "what",
      render: (_, notice) => (
        <Flex vertical>
          <Typography.Text strong={notice.read_time === null} className="sentence">
            {noticeText(texts, notice)}
          </Typography.Text>
          <NoticeLink notice={notice} />
        </Flex>
      ),
    },
    { title: general.added, key: "time", render: (_, notice) => <Moment at={notice.add_time} /> },
    {
      title: general.actions,
      key: "actions",
      render: (_, notice) =>
        notice.read_time === null && (
          <Button size="small" onClick={() => mark(notice)}>
            {requests.markOne}
          </Button>
        ),
    },
  ];
}

/** The link of a notice: to the request, or to the form that asks for a longer time. */
function NoticeLink({ notice }: { notice: Notice }) {
  const { requests } = useTexts();
  const facts = factsOf(notice);
  if (facts.request_id !== undefined) {
    const box = notice.kind === "request_to_decide" ? "to_decide" : "mine";
    return <Link to={`/requests?box=${box}&id=${facts.request_id}`}>{requests.open}</Link>;
  }
  if (facts.remediation_id !== undefined) {
    return <Link to={`/remediations/${facts.remediation_id}`}>{requests.open}</Link>;
  }
  if (notice.kind === "drift_found") return <Link to={`/drift?cluster=${facts.cluster_id}`}>{requests.open}</Link>;
  if (notice.kind === "certificate_ends")
    return <Link to={`/resources/cluster/${facts.cluster_id}/connection`}>{requests.open}</Link>;
  if (notice.kind === "factor_reset") return <Link to={`/users/${facts.user_id}`}>{requests.open}</Link>;
  const type = typeWord(facts.res_type ?? 0);
  if (notice.kind === "key_destruction")
    return <Link to={`/resources/${type}/${facts.res_id}/policies`}>{requests.open}</Link>;
  const authority = facts.authorities?.[0];
  if (notice.kind !== "grant_ends" || type === undefined || !facts.resource || authority === undefined) return null;
  return (
    <Link to={requestAddress({ type, resource: facts.resource, authority, limits: facts.limits })}>
      {requests.extend}
    </Link>
  );
}
