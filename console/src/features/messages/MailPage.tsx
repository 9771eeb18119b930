import { useQuery } from "@tanstack/react-query";
import { Alert, Button, Card, Flex, Statistic, type TableColumnsType, Typography } from "antd";
import { Link } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { MailMessage, MailStatus } from "../../api/types";
import { ListFilter } from "../../components/lists/ListFilter";
import type { PageQuery } from "../../components/lists/listPage";
import { ServerTable } from "../../components/lists/ServerTable";
import { useListAddress } from "../../components/lists/useListAddress";
import { Page } from "../../components/page/Page";
import { useChange } from "../../components/page/useChange";
import { EmptyState } from "../../components/states/EmptyState";
import { QueryView } from "../../components/states/QueryView";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { kindText, mailQuery, sendTest } from "./messages";
import { Problem } from "./Problem";
import { StateTag } from "./StateTag";

const STATES = ["waiting", "sent", "dead"] as const;
type State = (typeof STATES)[number];

const load = (state: State | undefined) => (query: PageQuery) =>
  answer(client.GET("/api/v1/mail/messages", { params: { query: { ...query, q: undefined, state, sort: "-id" } } }));

/** Whether e-mail works, and which messages could not be sent, and why. */
export default function MailPage() {
  const { messages } = useTexts();
  const status = useQuery({ ...mailQuery, refetchInterval: 5000 });
  // When a number changes, the list is read again.
  const numbers = STATES.map((name) => status.data?.[name]).join();
  const sendingTest = useChange(sendTest, { successText: messages.testSaid });
  const { get, set } = useListAddress();
  const state = get("state", STATES as unknown as string[]) as State | undefined;
  const testButton = (
    <Button
      type="primary"
      disabled={!status.data?.on}
      loading={sendingTest.isPending}
      onClick={() => sendingTest.mutate(undefined)}
    >
      {messages.test}
    </Button>
  );
  return (
    <Page title={messages.mail} hint={messages.mailHint} actions={testButton}>
      <QueryView query={status}>{(data) => <MailState status={data} />}</QueryView>
      <ServerTable<MailMessage>
        queryKey={["mail", "messages", state, numbers]}
        load={load(state)}
        columns={useColumns()}
        rowKey={(row) => row.id}
        filters={
          <ListFilter<State>
            label={messages.allStates}
            width={180}
            value={state}
            options={STATES.map((value) => ({ value, label: messages.states[value] }))}
            change={(newState) => set({ state: newState })}
          />
        }
        empty={<EmptyState title={messages.noMessages} hint={messages.noMessagesHint} />}
      />
    </Page>
  );
}

function MailState({ status }: { status: MailStatus }) {
  const { messages } = useTexts();
  return (
    <Flex vertical gap={16}>
      {!status.on && <Alert type="info" showIcon title={messages.mailOff} description={messages.mailOffHint} />}
      <div className="tiles">
        {STATES.map((state) => (
          <Card size="small" key={state}>
            <Statistic title={messages.counts[state]} value={status[state]} />
          </Card>
        ))}
      </div>
      {status.sender && (
        <Typography.Text>
          {messages.sender}: <Typography.Text code>{status.sender}</Typography.Text>
        </Typography.Text>
      )}
    </Flex>
  );
}

function useColumns(): TableColumnsType<MailMessage> {
  const texts = useTexts();
  const { general, messages } = texts;
  return [
    { title: messages.kind, key: "kind", render: (_, row) => kindText(texts, row.kind) },
    {
      title: messages.user,
      key: "user",
      render: (_, row) => (row.username ? <Link to={`/users/${row.user_id}`}>{row.username}</Link> : general.none),
    },
    { title: general.status, key: "state", render: (_, row) => <StateTag state={row.state} /> },
    { title: messages.attempts, dataIndex: "attempts", key: "attempts" },
    { title: general.added, key: "added", render: (_, row) => <Moment at={row.add_time} /> },
    {
      title: messages.nextTry,
      key: "next",
      render: (_, row) => <Moment at={row.state === "waiting" ? row.next_try : null} fallback={general.none} />,
    },
    {
      title: messages.problem,
      key: "problem",
      render: (_, row) => <Problem message={row} />,
    },
  ];
}
