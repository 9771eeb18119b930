import { useQuery } from "@tanstack/react-query";
import { DatePicker, Flex, Form, InputNumber, Select, Typography } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { useState } from "react";
import type { SubscriptionForecast } from "../../../api/types";
import { ConfirmDanger } from "../../../components/dialogs/ConfirmDanger";
import { Loaded } from "../../../components/states/Loaded";
import { useLanguage, useTexts } from "../../../texts/language";
import { type Change, changeSubscription, type Subscribed } from "./live";

interface SubscriptionDialogProps {
  kind: Change["kind"];
  of: Subscribed;
  partitions: number;
  close: () => void;
}

/** Changes where a subscription stands, after the center has told what that will do and its name was typed. */
export function SubscriptionDialog({ kind, of, partitions, close }: SubscriptionDialogProps) {
  const { live } = useTexts();
  const [value, setValue] = useState<Values>({
    moment: dayjs().subtract(1, "hour"),
    messages: 1,
    hours: 24,
    partition: 0,
  });
  const change = changeOf(kind, value);
  const where = kind === "skip" && partitions > 0 ? { ...of, partition: value.partition } : of;
  const told = useQuery({
    queryKey: ["live", "forecast", where, change],
    queryFn: async () => (await changeSubscription(where, change, false)).data as SubscriptionForecast,
    gcTime: 0,
    retry: false,
  });
  return (
    <ConfirmDanger
      title={live.changeTitle[kind](of.subscription)}
      okText={live.changes[kind]}
      lead={live.what}
      goes={[live.changeGoes[kind]]}
      typed={of.subscription}
      waiting={!told.isSuccess}
      run={() => changeSubscription(where, withForce(change, told.data), true)}
      close={close}
    >
      <Fields kind={kind} value={value} change={setValue} partitions={partitions} />
      <Loaded query={told}>{(found) => <Forecast found={found} />}</Loaded>
    </ConfirmDanger>
  );
}

interface Values {
  moment: Dayjs;
  messages: number;
  hours: number;
  partition: number;
}

function changeOf(kind: Change["kind"], { moment, messages, hours }: Values): Change {
  switch (kind) {
    case "reset":
      return { kind, to_time: moment.valueOf() };
    case "skip":
      return { kind, messages };
    case "expire":
      return { kind, older_than_seconds: Math.round(hours * 3600) };
    case "delete":
      return { kind, force: false };
    case "clear":
      return { kind };
  }
}

/** Pulsar deletes a subscription with consumers by force only; the reader has read how many are connected. */
function withForce(change: Change, found: SubscriptionForecast | undefined): Change {
  return change.kind === "delete" ? { ...change, force: (found?.consumers ?? 0) > 0 } : change;
}

interface FieldsProps {
  kind: Change["kind"];
  value: Values;
  change: (value: Values) => void;
  partitions: number;
}

function Fields({ kind, value, change, partitions }: FieldsProps) {
  const { live } = useTexts();
  if (kind === "reset")
    return (
      <Form.Item label={live.goOnFrom} layout="vertical" htmlFor="reset-time" style={{ margin: 0 }}>
        <DatePicker
          id="reset-time"
          showTime
          allowClear={false}
          value={value.moment}
          onChange={(moment) => moment && change({ ...value, moment })}
        />
      </Form.Item>
    );
  if (kind === "expire")
    return (
      <Form.Item label={live.olderThanHours} layout="vertical" htmlFor="expire-hours" style={{ margin: 0 }}>
        <InputNumber
          id="expire-hours"
          min={0.01}
          max={200_000}
          value={value.hours}
          onChange={(hours) => hours && change({ ...value, hours })}
        />
      </Form.Item>
    );
  if (kind !== "skip") return null;
  return (
    <Flex gap={12} wrap>
      <Form.Item label={live.howMany} layout="vertical" htmlFor="skip-messages" style={{ margin: 0 }}>
        <InputNumber
          id="skip-messages"
          min={1}
          max={2_147_483_647}
          precision={0}
          value={value.messages}
          onChange={(messages) => messages && change({ ...value, messages })}
        />
      </Form.Item>
      {partitions > 0 && (
        <Form.Item label={live.partition} layout="vertical" htmlFor="skip-partition" style={{ margin: 0 }}>
          <Select
            id="skip-partition"
            style={{ minWidth: 90 }}
            value={value.partition}
            options={Array.from({ length: partitions }, (_, number) => ({ value: number, label: number }))}
            onChange={(partition) => change({ ...value, partition })}
          />
        </Form.Item>
      )}
    </Flex>
  );
}

const SHOWN = 8;

function Forecast({ found }: { found: SubscriptionForecast }) {
  const { live } = useTexts();
  const { language } = useLanguage();
  const counted = (value: number) => value.toLocaleString(language);
  const parts = found.parts.filter(({ from_position: from }) => from !== null);
  return (
    <Flex vertical gap={4} data-testid="rehearsal" aria-live="polite">
      <Typography.Text strong>{live.now(counted(found.msg_backlog), found.consumers)}</Typography.Text>
      {found.messages !== null && <Typography.Text>{live.skipped(counted(found.messages))}</Typography.Text>}
      <ul style={{ margin: 0, paddingInlineStart: 20, overflowWrap: "anywhere" }}>
        {parts.slice(0, SHOWN).map((one) => (
          <li key={one.partition}>
            {one.partition !== null && `${live.partition} ${one.partition}: `}
            <span className="mono">
              {one.from_position}
              {one.to_position && ` → ${one.to_position}`}
            </span>
            {one.entries !== null &&
              ` · ${one.entries < 0 ? live.again(counted(-one.entries)) : live.notDelivered(counted(one.entries))}`}
          </li>
        ))}
      </ul>
    </Flex>
  );
}
