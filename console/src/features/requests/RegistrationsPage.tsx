import { Button, Flex, type TableColumnsType, Tag, Tooltip, Typography } from "antd";
import { useState } from "react";
import type { Registration } from "../../api/types";
import { ListFilter } from "../../components/lists/ListFilter";
import { ServerTable } from "../../components/lists/ServerTable";
import { useListAddress } from "../../components/lists/useListAddress";
import { Page } from "../../components/page/Page";
import { EmptyState } from "../../components/states/EmptyState";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { ApproveAccount } from "./ApproveAccount";
import { DecideMany } from "./DecideMany";
import { RefuseDialog } from "./RefuseDialog";
import { approveAsAsked, listRegistrations, type RegistrationState, refuseAccount } from "./registrations";

const STATES: RegistrationState[] = ["open", "approved", "refused", "superseded", "expired"];
const COLORS: Record<string, string> = { open: "blue", approved: "green", refused: "red" };

/** Requests for accounts, which an administrator approves, perhaps with changes, or refuses. */
export default function RegistrationsPage() {
  const { general, requests } = useTexts();
  const { get, set } = useListAddress();
  const state = get("state") === "all" ? undefined : (get("state", STATES) ?? "open");
  const [toApprove, setToApprove] = useState<Registration>();
  const [toRefuse, setToRefuse] = useState<Registration>();
  const [chosen, setChosen] = useState<Registration[]>([]);
  const filter = (
    <ListFilter
      label={requests.state}
      placeholder={requests.all}
      width={240}
      value={state}
      change={(newState) => set({ state: newState ?? "all" })}
      options={STATES.map((value) => ({ value, label: requests.registrationStates[value] }))}
    />
  );
  return (
    <Page title={requests.nav.registrations} hint={requests.registrationsHint}>
      <ServerTable<Registration>
        queryKey={["registrations", state]}
        load={listRegistrations(state)}
        columns={useColumns(setToApprove, setToRefuse)}
        rowKey={(row) => row.id}
        search={general.search}
        expand={(row) => <Reason text={row.reason} />}
        filters={
          <>
            {filter}
            <DecideMany<Registration, Registration>
              chosen={chosen}
              select={setChosen}
              read={async (rows) => rows}
              name={({ username }) => username}
              gives={(row) => <AccountLine row={row} />}
              approve={approveAsAsked}
              refuse={refuseAccount}
            />
          </>
        }
        select={{ selected: chosen, onSelect: setChosen, may: (row) => row.state === "open" }}
        empty={<EmptyState title={requests.noRegistrations} hint={requests.noRegistrationsHint} />}
      />
      {toApprove && <ApproveAccount row={toApprove} close={() => setToApprove(undefined)} />}
      {toRefuse && (
        <RefuseDialog
          title={requests.refuseAccount(toRefuse.username)}
          hint={requests.commentForApplicant}
          submit={(comment) => refuseAccount(toRefuse, comment)}
          close={() => setToRefuse(undefined)}
        />
      )}
    </Page>
  );
}

function useColumns(
  approve: (row: Registration) => void,
  refuse: (row: Registration) => void,
): TableColumnsType<Registration> {
  const { general, requests } = useTexts();
  return [
    { title: requests.applicant, key: "who", render: (_, row) => <Applicant row={row} /> },
    { title: requests.group, key: "group", render: (_, row) => <span className="mono">{row.group_name}</span> },
    {
      title: requests.tenant,
      key: "tenant",
      render: (_, row) =>
        row.tenant_name ? <span className="mono">{`${row.tenant_name} @ ${row.cluster ?? "?"}`}</span> : general.none,
    },
    { title: requests.sent, key: "sent", render: (_, row) => <SentCell row={row} /> },
    { title: requests.state, key: "state", render: (_, row) => <State row={row} /> },
    {
      title: general.actions,
      key: "actions",
      render: (_, row) =>
        row.state === "open" && (
          <Flex gap={8}>
            <Button size="small" type="primary" onClick={() => approve(row)}>
              {requests.approve}
            </Button>
            <Button size="small" danger onClick={() => refuse(row)}>
              {requests.refuse}
            </Button>
          </Flex>
        ),
    },
  ];
}

function AccountLine({ row }: { row: Registration }) {
  const { requests } = useTexts();
  const { username, contact, group_name: group, group_exists, tenant_name: tenant, cluster } = row;
  return (
    <Flex vertical>
      <span className="mono">
        <strong>{username}</strong> {contact}
      </span>
      <span className="mono">{[group, tenant && `${tenant} @ ${cluster ?? "?"}`].filter(Boolean).join(" · ")}</span>
      {!group_exists && <Typography.Text type="secondary">{requests.groupNew}</Typography.Text>}
      {row.same_name.length > 0 && (
        <Typography.Text type="warning">{requests.sameName(row.same_name.length)}</Typography.Text>
      )}
      <Reason text={row.reason} />
    </Flex>
  );
}

function Applicant({ row }: { row: Registration }) {
  const { requests } = useTexts();
  return (
    <Flex vertical>
      <span className="mono">
        <strong>{row.username}</strong> {row.nick}
      </span>
      <span className="mono">{row.contact}</span>
      {row.same_name.length > 0 && row.state === "open" && (
        <Typography.Text type="warning">{requests.sameName(row.same_name.length)}</Typography.Text>
      )}
    </Flex>
  );
}

function Reason({ text }: { text: string }) {
  const { requests } = useTexts();
  return (
    <Typography.Paragraph style={{ margin: 0, whiteSpace: "pre-wrap", maxWidth: 800 }}>
      <Typography.Text type="secondary">{requests.reason}</Typography.Text> <span className="mono">{text}</span>
    </Typography.Paragraph>
  );
}

function SentCell({ row }: { row: Registration }) {
  const { requests } = useTexts();
  return (
    <Flex vertical>
      <Moment at={row.add_time} />
      <Tooltip title={requests.from}>
        <span className="mono">{row.address}</span>
      </Tooltip>
    </Flex>
  );
}

function State({ row }: { row: Registration }) {
  const { requests } = useTexts();
  return (
    <Flex vertical gap={4} align="start">
      <Tooltip title={row.comment}>
        <Tag color={COLORS[row.state]}>{requests.registrationStates[row.state]}</Tag>
      </Tooltip>
      {row.state === "approved" && (
        <Typography.Text type="secondary">{row.collected ? requests.collected : requests.notCollected}</Typography.Text>
      )}
      {row.decided_by && <span className="mono">{row.decided_by}</span>}
    </Flex>
  );
}
