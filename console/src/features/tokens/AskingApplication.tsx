import { Alert, Descriptions, Flex, Typography } from "antd";
import { useSession } from "../../api/session";
import type { WaitingApplication } from "../../api/types";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";

/** Which application asks, and what it gets. An administrator chose its name; its address is a fact. */
export function AskingApplication({ request }: { request: WaitingApplication }) {
  const { applications } = useTexts();
  const session = useSession();
  const permissions = [
    ...request.scope.map((scope) => applications.scopes[scope] ?? scope),
    ...request.opens.map((target) => applications.opens[target]),
  ];
  return (
    <Flex vertical gap={16}>
      <Typography.Title level={1} style={{ margin: 0, overflowWrap: "anywhere" }}>
        {applications.wantsIn(request.application)}
      </Typography.Title>
      <Descriptions
        column={1}
        size="small"
        items={[
          {
            key: "host",
            label: applications.address,
            children: <Typography.Text code>{request.host}</Typography.Text>,
          },
          {
            key: "id",
            label: applications.clientId,
            children: <Typography.Text code>{request.client_id}</Typography.Text>,
          },
          { key: "since", label: applications.registered, children: <Moment at={request.add_time} /> },
          { key: "account", label: applications.account, children: session.user.username },
          ...(request.valid_until === null
            ? []
            : [{ key: "until", label: applications.lastsUntil, children: <Moment at={request.valid_until} /> }]),
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
      {!request.trusted && <Alert type="warning" showIcon title={applications.warning} />}
      {request.on_this_machine && <Alert type="warning" showIcon title={applications.onThisMachine} />}
    </Flex>
  );
}
