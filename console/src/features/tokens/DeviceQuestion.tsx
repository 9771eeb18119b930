import { Alert, Button, Descriptions, Flex, Typography } from "antd";
import { useSession } from "../../api/session";
import type { WaitingDevice } from "../../api/types";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";

interface DeviceQuestionProps {
  code: string;
  request: WaitingDevice;
  busy: boolean;
  decide: (approve: boolean) => void;
}

/** Who asks, from where and for how long, with a warning against codes that somebody else sent. */
export function DeviceQuestion({ code, request, busy, decide }: DeviceQuestionProps) {
  const { device, general } = useTexts();
  const session = useSession();
  const { refresh_days: days, token_hours: hours } = request;
  const lifetime = days ? device.renewed(general.days(days)) : general.hours(hours);
  return (
    <Flex vertical gap={16}>
      <Typography.Title level={2} style={{ margin: 0 }}>
        {device.asks}
      </Typography.Title>
      <Typography.Text style={{ fontFamily: "monospace", fontSize: 24, letterSpacing: 3 }}>{code}</Typography.Text>
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: "program", label: device.program, children: request.client },
          { key: "address", label: device.address, children: request.address },
          { key: "asked", label: device.asked, children: <Moment at={request.add_time} /> },
          { key: "account", label: device.account, children: session.user.username },
          { key: "life", label: device.life, children: lifetime },
        ]}
      />
      <Alert type="warning" showIcon title={device.warning} description={device.warningHint} />
      <Flex gap={8}>
        <Button type="primary" disabled={busy} onClick={() => decide(true)}>
          {device.approve}
        </Button>
        <Button danger disabled={busy} onClick={() => decide(false)}>
          {device.deny}
        </Button>
      </Flex>
    </Flex>
  );
}
