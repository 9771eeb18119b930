import { useQuery } from "@tanstack/react-query";
import { Button, Descriptions, Flex, Tag, Typography } from "antd";
import { useState } from "react";
import type { AccessRequestDetail } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { Dialog } from "../../components/dialogs/Dialog";
import { useChange } from "../../components/page/useChange";
import { AuthorityList } from "../../components/rights/AuthorityList";
import { GrantLimits } from "../../components/rights/GrantLimits";
import { QueryView } from "../../components/states/QueryView";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { ApproveForm } from "./ApproveForm";
import { passOn, refuse, requestQuery, withdraw } from "./accessRequests";
import { RefuseDialog } from "./RefuseDialog";
import { stateColors } from "./states";

/** One request: what is requested and why, its state, and what the reader may do about it. */
export function RequestDialog({ id, close }: { id: number; close: () => void }) {
  const { requests } = useTexts();
  const request = useQuery(requestQuery(id));
  const [refusing, setRefusing] = useState(false);
  if (refusing && request.data) {
    const detail = request.data;
    return (
      <RefuseDialog
        title={requests.title(id)}
        hint={requests.refuseReasonHint}
        submit={(comment) => refuse(detail, comment)}
        close={close}
      />
    );
  }
  return (
    <Dialog title={requests.title(id)} width={680} footer={null} onCancel={close}>
      <QueryView query={request}>
        {(detail) => (
          <Flex vertical gap={16}>
            <Facts request={detail} />
            {detail.may_decide && !detail.answered && (
              <ApproveForm key={detail.version} request={detail} refuse={() => setRefusing(true)} close={close} />
            )}
            <OwnActions request={detail} close={close} />
          </Flex>
        )}
      </QueryView>
    </Dialog>
  );
}

function Facts({ request }: { request: AccessRequestDetail }) {
  const { access, requests } = useTexts();
  const approvalsNeeded = request.approvals_needed;
  const items = [
    { key: "resource", label: access.resource, children: <span className="mono">{request.resource}</span> },
    { key: "asked", label: access.authorities, children: <AuthorityList authorities={request.authorities} /> },
    ...(request.limits
      ? [
          {
            key: "limits",
            label: access.limits,
            children: <GrantLimits limits={request.limits} placeType={request.res_type} />,
          },
        ]
      : []),
    { key: "requester", label: requests.requester, children: <span className="mono">{request.requester}</span> },
    { key: "receiver", label: requests.receiver, children: <span className="mono">{request.receiver}</span> },
    { key: "reason", label: requests.reason, children: <Reason text={request.reason} /> },
    { key: "wished", label: requests.wishes, children: <Moment at={request.wished_until} fallback="–" /> },
    { key: "state", label: requests.state, children: <State request={request} /> },
    ...(request.decided_by && request.decided_time
      ? [{ key: "by", label: requests.decidedBy, children: <span className="mono">{request.decided_by}</span> }]
      : []),
    ...(request.comment
      ? [{ key: "comment", label: requests.comment, children: <Reason text={request.comment} /> }]
      : []),
    ...(request.granted_until
      ? [{ key: "until", label: requests.end, children: <Moment at={request.granted_until} /> }]
      : []),
  ];
  return (
    <Flex vertical gap={8}>
      <Descriptions column={1} size="small" bordered items={items} />
      {approvalsNeeded > 1 && request.state === "open" && !request.mine && (
        <Typography.Text type="warning">{requests.fourEyes(request.approvals.length, approvalsNeeded)}</Typography.Text>
      )}
    </Flex>
  );
}

function Reason({ text }: { text: string }) {
  return (
    <span className="mono" style={{ whiteSpace: "pre-wrap" }}>
      {text}
    </span>
  );
}

function State({ request }: { request: AccessRequestDetail }) {
  const { requests } = useTexts();
  return (
    <Flex gap={4} wrap>
      <Tag color={stateColors[request.state]}>{requests.states[request.state] ?? request.state}</Tag>
      {request.answered && request.state === "open" && <Tag>{requests.answered}</Tag>}
    </Flex>
  );
}

function OwnActions({ request, close }: { request: AccessRequestDetail; close: () => void }) {
  const { requests } = useTexts();
  const [withdrawing, setWithdrawing] = useState(false);
  const passingOn = useChange(passOn, { successText: requests.passedOn, onSuccess: close });
  if (!request.may_withdraw && !request.may_pass_on) return null;
  return (
    <Flex gap={8} justify="flex-end" wrap>
      {request.may_withdraw && (
        <Button danger onClick={() => setWithdrawing(true)}>
          {requests.withdraw}
        </Button>
      )}
      {request.may_pass_on && (
        <Button loading={passingOn.isPending} onClick={() => passingOn.mutate(request)}>
          {requests.passOn}
        </Button>
      )}
      {withdrawing && (
        <ConfirmDanger
          title={requests.withdrawTitle(request.id)}
          okText={requests.withdraw}
          losses={requests.withdrawGoes}
          action={() => withdraw(request).then(close)}
          close={() => setWithdrawing(false)}
        />
      )}
    </Flex>
  );
}
