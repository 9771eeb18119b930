import { useQuery } from "@tanstack/react-query";
import { Button, Card, Flex, Tag, Tooltip, Typography } from "antd";
import type { OwnSession } from "../../api/types";
import { DataTable } from "../../components/lists/DataTable";
import { Page } from "../../components/page/Page";
import { useChange } from "../../components/page/useChange";
import { QueryView } from "../../components/states/QueryView";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { FactorCards } from "./FactorCards";
import { endOtherSessions, endSession, sessionsQuery } from "./factors";
import { LinkedAccounts } from "./LinkedAccounts";
import { OwnApplications } from "./OwnApplications";
import { OwnEmail } from "./OwnEmail";

/** The reader's second factors and sessions. */
export default function SecurityPage() {
  const { security } = useTexts();
  return (
    <Page title={security.title} hint={security.hint}>
      <FactorCards />
      <LinkedAccounts />
      <OwnEmail />
      <Sessions />
      <OwnApplications />
    </Page>
  );
}

function Sessions() {
  const { general, security } = useTexts();
  const sessions = useQuery(sessionsQuery);
  const end = useChange(endSession, { successText: security.ended });
  const endOthers = useChange(endOtherSessions, { successText: security.ended });
  return (
    <Card>
      <Flex justify="space-between" align="flex-start" gap={8} wrap style={{ marginBottom: 12 }}>
        <div>
          <Typography.Title level={2} style={{ margin: 0 }}>
            {security.sessions}
          </Typography.Title>
          <Typography.Text type="secondary">{security.sessionsHint}</Typography.Text>
        </div>
        {(sessions.data?.length ?? 0) > 1 && (
          <Button onClick={() => endOthers.mutate(undefined)}>{security.endOthers}</Button>
        )}
      </Flex>
      <QueryView query={sessions}>
        {(items) => (
          <DataTable
            rowKey="id"
            size="small"
            pagination={false}
            dataSource={items}
            columns={[
              { title: security.agent, key: "agent", render: (_, session) => <Browser session={session} /> },
              { title: security.address, dataIndex: "address" },
              {
                title: security.shown,
                key: "methods",
                render: (_, session) => (
                  <span style={{ overflowWrap: "anywhere" }}>{methodsText(security, session)}</span>
                ),
              },
              { title: security.since, dataIndex: "add_time", render: (at: number) => <Moment at={at} /> },
              { title: security.lastUse, dataIndex: "last_use", render: (at: number) => <Moment at={at} /> },
              {
                title: general.actions,
                render: (_, session) =>
                  session.this ? (
                    <Tag style={{ whiteSpace: "nowrap" }}>{security.thisSession}</Tag>
                  ) : (
                    <Button
                      size="small"
                      aria-label={`${security.end}: ${browserName(security, session)}`}
                      onClick={() => end.mutate(session.id)}
                    >
                      {security.end}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </QueryView>
    </Card>
  );
}

/** "Firefox on Linux"; the user agent is shown on hover, or alone where nothing is known. */
function Browser({ session }: { session: OwnSession }) {
  const { security } = useTexts();
  const name = browserName(security, session);
  if (name === session.agent) return name;
  return (
    <Tooltip title={session.agent} trigger={["hover", "focus"]}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach the tooltip */}
      <span tabIndex={0}>{name}</span>
    </Tooltip>
  );
}

function browserName(security: Texts["security"], { agent, browser, system }: OwnSession): string {
  if (browser && system) return security.browserOn(browser, system);
  return browser ?? system ?? agent;
}

/** "password, authenticator app"; a company's sign-in with the name of the provider. */
function methodsText({ methods: words }: Texts["security"], { methods, provider }: OwnSession): string {
  return methods.map((method) => (method === "fed" && provider) || (words[method] ?? method)).join(", ");
}
