import { useQuery } from "@tanstack/react-query";
import { DatePicker, Flex, Form, InputNumber, Select, Typography } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { useState } from "react";
import type { SubscriptionForecast } from "../../../api/types";
import { ConfirmDanger } from "../../../components/dialogs/ConfirmDanger";
import { QueryView } from "../../../components/states/QueryView";
import { useLanguage, useTexts } from "../../../texts/language";
import { type Change, changeSubscription, type SubscriptionRef } from "./live";

interface SubscriptionDialogProps {
  kind: Change["kind"];
  target: SubscriptionRef;
  partitions: number;
  close: () => void;
}

/** Changes the position of a subscription, after the center has said what that will do and the name was typed. */
export function SubscriptionDialog({ kind, target, partitions, close }: SubscriptionDialogProps) {
  const { live } = useTexts();
  const [value, setValue] = useState<Values>({
    moment: dayjs().subtract(1, "hour"),
    messages: 1,
    hours: 24,
    partition: 0,
  });
  const change = changeOf(kind, value);
  const partTarget = kind === "skip" && partitions > 0 ? { ...target, partition: value.partition } : target;
  const forecast = useQuery({
    queryKey: ["live", "forecast", partTarget, change],
    queryFn: async () => (await changeSubscription(partTarget, change, false)).data as SubscriptionForecast,
    gcTime: 0,
    retry: false,
  });
  return (
    <ConfirmDanger
      title={live.changeTitle[kind](target.subscription)}
      okText={live.changes[kind]}
      lead={live.what}
      losses={[live.changeGoes[kind]]}
      nameToType={target.subscription}
      loading={!forecast.isSuccess}
      action={() => changeSubscription(partTarget, withForce(change, forecast.data), true)}
      close={close}
    >
      <Fields kind={kind} value={value} change={setValue} partitions={partitions} />
      <QueryView query={forecast}>{(data) => <Forecast forecast={data} />}</QueryView>
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

/** Pulsar deletes a subscription with consumers by force only; the dialog shows how many are connected. */
function withForce(change: Change, forecast: SubscriptionForecast | undefined): Change {
  return change.kind === "delete" ? { ...change, force: (forecast?.consumers ?? 0) > 0 } : change;
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

const PARTS_SHOWN = 8;

function Forecast({ forecast }: { forecast: SubscriptionForecast }) {
  const { live } = useTexts();
  const { language } = useLanguage();
  const countText = (value: number) => value.toLocaleString(language);
  const parts = forecast.parts.filter(({ from_position: from }) => from !== null);
  return (
    <Flex vertical gap={4} data-testid="rehearsal" aria-live="polite">
      <Typography.Text strong>{live.now(countText(forecast.msg_backlog), forecast.consumers)}</Typography.Text>
      {forecast.messages !== null && <Typography.Text>{live.skipped(countText(forecast.messages))}</Typography.Text>}
      <ul style={{ margin: 0, paddingInlineStart: 20, overflowWrap: "anywhere" }}>
        {parts.slice(0, PARTS_SHOWN).map((part) => (
          <li key={part.partition}>
            {part.partition !== null && `${live.partition} ${part.partition}: `}
            <span className="mono">
              {part.from_position}
              {part.to_position && ` → ${part.to_position}`}
            </span>
            {part.entries !== null &&
              ` · ${part.entries < 0 ? live.again(countText(-part.entries)) : live.notDelivered(countText(part.entries))}`}
          </li>
        ))}
      </ul>
    </Flex>
  );
}
