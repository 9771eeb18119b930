import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Flex, type TableColumnsType, Tabs, Tag } from "antd";
import { Link, useSearchParams } from "react-router";
import { useSession } from "../../api/session";
import { type AccessRequest, typeWord } from "../../api/types";
import { ServerTable } from "../../components/lists/ServerTable";
import { Page } from "../../components/page/Page";
import { AuthorityList } from "../../components/rights/AuthorityList";
import { GrantLimits } from "../../components/rights/GrantLimits";
import { EmptyState } from "../../components/states/EmptyState";
import { Waiting } from "../../components/states/Waiting";
import { Moment } from "../../components/values/Moment";
import { isSubAccount } from "../../permissions";
import { useTexts } from "../../texts/language";
import { type Box, listRequests, waitingQuery } from "./accessRequests";
import { RequestDialog } from "./RequestDialog";
import { stateColors } from "./states";

const BOXES: Box[] = ["mine", "to_decide", "decided", "all"];

/** Requests by the reader, those that wait for its decision, those it decided, and all on what it administers or audits.
 * The tab is in the address. */
export default function RequestsPage() {
  const { requests } = useTexts();
  const sub = isSubAccount(useSession());
  const [params, setParams] = useSearchParams();
  const asked = BOXES.find((each) => each === params.get("box"));
  const waiting = useQuery({ ...waitingQuery, enabled: !sub });
  const box = asked ?? ((waiting.data?.total ?? 0) > 0 ? "to_decide" : "mine");
  const opened = Number(params.get("id")) || undefined;
  const go = (next: Box, id?: number) => {
    // Closing a request keeps search and page.
    const there = next === box ? new URLSearchParams(params) : new URLSearchParams();
    there.set("box", next);
    if (id === undefined) there.delete("id");
    else there.set("id", String(id));
    setParams(there, { replace: id === undefined });
  };
  const ask = (
    <Link to="/requests/new">
      <Button type="primary" icon={<PlusOutlined />}>
        {requests.ask}
      </Button>
    </Link>
  );
  const open = waiting.data?.total ?? 0;
  const labels = { ...requests.boxes, to_decide: requests.boxes.to_decide + (open > 0 ? ` (${open})` : "") };
  // The default list depends on whether anything waits for the reader.
  if (!sub && !asked && waiting.isPending) return <Waiting />;
  return (
    <Page title={requests.nav.requests} hint={requests.pageHint} actions={ask}>
      {!sub && (
        <Tabs
          activeKey={box}
          onChange={(key) => go(key as Box)}
          items={BOXES.map((key) => ({ key, label: labels[key] }))}
        />
      )}
      <RequestTable box={sub ? "mine" : box} open={(request) => go(box, request.id)} />
      {opened !== undefined && <RequestDialog key={opened} id={opened} close={() => go(box)} />}
    </Page>
  );
}

function RequestTable({ box, open }: { box: Box; open: (request: AccessRequest) => void }) {
  const { general, requests } = useTexts();
  return (
    <ServerTable<AccessRequest>
      key={box}
      name={["access-requests", "list", box]}
      load={listRequests(box)}
      columns={useColumns(box, open)}
      rowKey={(request) => request.id}
      search={general.search}
      empty={<EmptyState title={requests.none} hint={requests.noneHint[box]} />}
    />
  );
}

function useColumns(box: Box, open: (request: AccessRequest) => void): TableColumnsType<AccessRequest> {
  const { access, general, requests } = useTexts();
  return [
    {
      title: access.resource,
      key: "resource",
      render: (_, { res_type, resource }) => (
        <Flex vertical>
          <span className="mono">{resource}</span>
          <span>{general.types[typeWord(res_type) ?? "root"]}</span>
        </Flex>
      ),
    },
    {
      title: access.authorities,
      key: "authorities",
      render: (_, { authorities, limits, res_type }) => (
        <Flex vertical gap={6}>
          <AuthorityList authorities={authorities} />
          <GrantLimits limits={limits} on={res_type} />
        </Flex>
      ),
    },
    {
      title: requests.receiver,
      key: "who",
      render: (_, { requester, receiver }) => (
        <span className="mono">{requester === receiver ? receiver : `${receiver} (${requester})`}</span>
      ),
    },
    { title: requests.sent, key: "sent", render: (_, { add_time }) => <Moment at={add_time} /> },
    {
      title: requests.state,
      key: "state",
      render: (_, { state, answered }) => (
        <Flex gap={4} wrap>
          <Tag color={stateColors[state]}>{requests.states[state] ?? state}</Tag>
          {answered && state === "open" && <Tag>{requests.answered}</Tag>}
        </Flex>
      ),
    },
    {
      title: requests.end,
      key: "end",
      render: (_, { granted_until, wished_until }) => <Moment at={granted_until ?? wished_until} otherwise="–" />,
    },
    {
      title: general.actions,
      key: "actions",
      render: (_, request) => {
        const label = box === "to_decide" ? requests.decide : requests.open;
        return (
          <Button size="small" onClick={() => open(request)} aria-label={`${label} ${request.id}`}>
            {label}
          </Button>
        );
      },
    },
  ];
}
