import { PlusOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Flex, type TableColumnsType, Tabs, Tag } from "antd";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useSession } from "../../api/session";
import { type AccessRequest, typeWord } from "../../api/types";
import { ServerTable } from "../../components/lists/ServerTable";
import { Page } from "../../components/page/Page";
import { AuthorityList } from "../../components/rights/AuthorityList";
import { GrantLimits } from "../../components/rights/GrantLimits";
import { EmptyState } from "../../components/states/EmptyState";
import { LoadingScreen } from "../../components/states/LoadingScreen";
import { Moment } from "../../components/values/Moment";
import { isSubAccount } from "../../permissions";
import { useTexts } from "../../texts/language";
import { type Box, listRequests, waitingQuery } from "./accessRequests";
import { DecideRequests, mayChoose } from "./DecideRequests";
import { RequestDialog } from "./RequestDialog";
import { stateColors } from "./states";

const BOXES: Box[] = ["mine", "to_decide", "decided", "all"];

/** The reader's own requests, those waiting for its decision, those it decided, and all on what it administers or
 * audits. The tab is in the address. */
export default function RequestsPage() {
  const { requests } = useTexts();
  const isSub = isSubAccount(useSession());
  const [params, setParams] = useSearchParams();
  const boxInAddress = BOXES.find((option) => option === params.get("box"));
  const waitingRequests = useQuery({ ...waitingQuery, enabled: !isSub });
  const box = boxInAddress ?? ((waitingRequests.data?.total ?? 0) > 0 ? "to_decide" : "mine");
  const openId = Number(params.get("id")) || undefined;
  const show = (newBox: Box, id?: number) => {
    // Closing a request keeps search and page.
    const newParams = newBox === box ? new URLSearchParams(params) : new URLSearchParams();
    newParams.set("box", newBox);
    if (id === undefined) newParams.delete("id");
    else newParams.set("id", String(id));
    setParams(newParams, { replace: id === undefined });
  };
  const askButton = (
    <Link to="/requests/new">
      <Button type="primary" icon={<PlusOutlined />}>
        {requests.ask}
      </Button>
    </Link>
  );
  const waitingCount = waitingRequests.data?.total ?? 0;
  const labels = {
    ...requests.boxes,
    to_decide: requests.boxes.to_decide + (waitingCount > 0 ? ` (${waitingCount})` : ""),
  };
  // The default list depends on whether anything waits for the reader.
  if (!isSub && !boxInAddress && waitingRequests.isPending) return <LoadingScreen />;
  return (
    <Page title={requests.nav.requests} hint={requests.pageHint} actions={askButton}>
      {!isSub && (
        <Tabs
          activeKey={box}
          onChange={(key) => show(key as Box)}
          items={BOXES.map((key) => ({ key, label: labels[key] }))}
        />
      )}
      <RequestTable key={box} box={isSub ? "mine" : box} open={(request) => show(box, request.id)} />
      {openId !== undefined && <RequestDialog key={openId} id={openId} close={() => show(box)} />}
    </Page>
  );
}

function RequestTable({ box, open }: { box: Box; open: (request: AccessRequest) => void }) {
  const { general, requests } = useTexts();
  const [chosen, setChosen] = useState<AccessRequest[]>([]);
  const decides = box === "to_decide";
  return (
    <ServerTable<AccessRequest>
      queryKey={["access-requests", "list", box]}
      load={listRequests(box)}
      columns={useColumns(box, open)}
      rowKey={(request) => request.id}
      search={general.search}
      filters={decides && <DecideRequests chosen={chosen} select={setChosen} />}
      select={decides ? { selected: chosen, onSelect: setChosen, may: mayChoose } : undefined}
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
          <GrantLimits limits={limits} placeType={res_type} />
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
      render: (_, { granted_until, wished_until }) => <Moment at={granted_until ?? wished_until} fallback="–" />,
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
