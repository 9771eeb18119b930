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
import { collect, statusOf } from "./registrations";

/** With the receipt code, an applicant sees the answer and fetches its first secret, once. */
export default function StatusPage() {
  const { general, requests } = useTexts();
  useTitle(requests.statusTitle);
  const [form] = Form.useForm<{ receipt: string }>();
  const looking = useMutation({ mutationFn: (receipt: string) => statusOf(receipt) });
  return (
    <Flex vertical gap={16}>
      <Typography.Title level={1} style={{ fontSize: 20, margin: 0 }}>
        {requests.statusTitle}
      </Typography.Title>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={({ receipt }) => looking.mutate(receipt.trim())}
      >
        <Form.Item
          name="receipt"
          label={requests.receipt}
          rules={[{ required: true, message: general.required }]}
          style={{ marginBottom: 12 }}
        >
          <Input autoFocus autoComplete="off" spellCheck={false} maxLength={LIMITS.ReceiptCode.receipt.maxLength} />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={looking.isPending}>
          {requests.check}
        </Button>
      </Form>
      {looking.isError && <ErrorState error={looking.error} />}
      {looking.isSuccess && <Standing status={looking.data} receipt={looking.variables} />}
      <Link to="/">{requests.backToSignIn}</Link>
    </Flex>
  );
}

const KINDS = {
  open: "info",
  approved: "success",
  refused: "error",
  superseded: "warning",
  expired: "warning",
} as const;

function Standing({ status, receipt }: { status: RegistrationStatus; receipt: string }) {
  const { identity, general, requests } = useTexts();
  return (
    <Flex vertical gap={12} role="status">
      <Alert
        type={KINDS[status.state as keyof typeof KINDS] ?? "info"}
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
      {status.may_collect && <Collect receipt={receipt} />}
    </Flex>
  );
}

function Collect({ receipt }: { receipt: string }) {
  const { requests, identity, general } = useTexts();
  const fetching = useMutation({ mutationFn: () => collect(receipt) });
  if (fetching.isSuccess) {
    return (
      <Flex vertical gap={8}>
        <Alert type="warning" showIcon title={general.shownOnce} description={general.shownOnceHint} />
        <CopyBlock text={fetching.data.username} label={identity.username} />
        <CopyBlock text={fetching.data.initial_secret} label={requests.firstSecret} autoFocus />
      </Flex>
    );
  }
  return (
    <Flex vertical gap={8}>
      {fetching.isError && <ErrorState error={fetching.error} />}
      <Button onClick={() => fetching.mutate()} loading={fetching.isPending}>
        {requests.collect}
      </Button>
      <Typography.Text type="secondary">{requests.collectHint}</Typography.Text>
    </Flex>
  );
}
