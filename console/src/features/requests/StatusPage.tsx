import { useMutation } from "@tanstack/react-query";
import { Alert, Button, Descriptions, Flex, Form, Input, Typography } from "antd";
import { Link } from "react-router";
import { LIMITS } from "../../api/limits.gen";
import type { RegistrationStatus } from "../../api/types";
import { useTitle } from "../../components/page/useTitle";
import { ErrorState } from "../../components/states/ErrorState";
import { CopyBlock } from "../../components/values/CopyBlock";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { collectSecret, readStatus } from "./registrations";

/** With the receipt code, an applicant sees the answer and fetches its first secret, once. */
export default function StatusPage() {
  const { general, requests } = useTexts();
  useTitle(requests.statusTitle);
  const [form] = Form.useForm<{ receipt: string }>();
  const lookup = useMutation({ mutationFn: (receipt: string) => readStatus(receipt) });
  return (
    <Flex vertical gap={16}>
      <Typography.Title level={1} style={{ margin: 0 }}>
        {requests.statusTitle}
      </Typography.Title>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={({ receipt }) => lookup.mutate(receipt.trim())}
      >
        <Form.Item
          name="receipt"
          label={requests.receipt}
          rules={[{ required: true, message: general.required }]}
          style={{ marginBottom: 12 }}
        >
          <Input autoFocus autoComplete="off" spellCheck={false} maxLength={LIMITS.ReceiptCode.receipt.maxLength} />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={lookup.isPending}>
          {requests.check}
        </Button>
      </Form>
      {lookup.isError && <ErrorState error={lookup.error} />}
      {lookup.isSuccess && <StatusDetails status={lookup.data} receipt={lookup.variables} />}
      <Link to="/">{requests.backToSignIn}</Link>
    </Flex>
  );
}

const ALERT_TYPES = {
  open: "info",
  approved: "success",
  refused: "error",
  superseded: "warning",
  expired: "warning",
} as const;

function StatusDetails({ status, receipt }: { status: RegistrationStatus; receipt: string }) {
  const { identity, general, requests } = useTexts();
  return (
    <Flex vertical gap={12} role="status">
      <Alert
        type={ALERT_TYPES[status.state as keyof typeof ALERT_TYPES] ?? "info"}
        showIcon
        title={requests.registrationStates[status.state] ?? status.state}
        description={status.comment}
      />
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: "user", label: identity.username, children: <span className="mono">{status.username}</span> },
          { key: "sent", label: requests.sent, children: <Moment at={status.add_time} /> },
          ...(status.state === "open"
            ? [{ key: "until", label: general.validUntil, children: <Moment at={status.expires} /> }]
            : []),
        ]}
      />
      {status.may_collect && <CollectSecret receipt={receipt} />}
    </Flex>
  );
}

function CollectSecret({ receipt }: { receipt: string }) {
  const { requests, identity, general } = useTexts();
  const collection = useMutation({ mutationFn: () => collectSecret(receipt) });
  if (collection.isSuccess) {
    return (
      <Flex vertical gap={8}>
        <Alert type="warning" showIcon title={general.shownOnce} description={general.shownOnceHint} />
        <CopyBlock text={collection.data.username} label={identity.username} />
        <CopyBlock text={collection.data.initial_secret} label={requests.firstSecret} autoFocus />
      </Flex>
    );
  }
  return (
    <Flex vertical gap={8}>
      {collection.isError && <ErrorState error={collection.error} />}
      <Button onClick={() => collection.mutate()} loading={collection.isPending}>
        {requests.collect}
      </Button>
      <Typography.Text type="secondary">{requests.collectHint}</Typography.Text>
    </Flex>
  );
}
