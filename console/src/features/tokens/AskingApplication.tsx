import { Alert, Descriptions, Flex, Typography } from "antd";
import { useSession } from "../../api/session";
import type { WaitingApplication } from "../../api/types";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";

/** Which application asks, and what it gets. An administrator chose its name; its address is a fact. */
export function AskingApplication({ waiting }: { waiting: WaitingApplication }) {
  const { applications } = useTexts();
  const session = useSession();
  const permissions = [
    ...waiting.scope.map((scope) => applications.scopes[scope] ?? scope),
    ...waiting.opens.map((target) => applications.opens[target]),
  ];
  return (
    <Flex vertical gap={16}>
      <Typography.Title level={1} style={{ fontSize: 20, margin: 0, overflowWrap: "anywhere" }}>
        {applications.wantsIn(waiting.application)}
      </Typography.Title>
      <Descriptions
        column={1}
        size="small"
        items={[
          {
            key: "host",
            label: applications.address,
            children: <Typography.Text code>{waiting.host}</Typography.Text>,
          },
          {
            key: "id",
            label: applications.clientId,
            children: <Typography.Text code>{waiting.client_id}</Typography.Text>,
          },
          { key: "since", label: applications.registered, children: <Moment at={waiting.add_time} /> },
          { key: "account", label: applications.account, children: session.user.username },
          ...(waiting.valid_until === null
            ? []
            : [{ key: "until", label: applications.lastsUntil, children: <Moment at={waiting.valid_until} /> }]),
        ]}
      />
      {permissions.length > 0 && (
        <div>
          <Typography.Text strong>{applications.gets}</Typography.Text>
          <ul style={{ margin: "4px 0 0", paddingInlineStart: 20 }}>
            {permissions.map((permission) => (
              <li key={permission}>{permission}</li>
            ))}
          </ul>
        </div>
      )}
      {!waiting.trusted && <Alert type="warning" showIcon title={applications.warning} />}
      {waiting.on_this_machine && <Alert type="warning" showIcon title={applications.onThisMachine} />}
    </Flex>
  );
}
