import { useQuery } from "@tanstack/react-query";
import { Alert, App, Checkbox, Form, Input, Typography } from "antd";
import { LIMITS } from "../../api/limits.gen";
import { clustersQuery } from "../../api/sharedQueries";
import type { Registration } from "../../api/types";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { NamePicker } from "../../components/fields/pickers";
import { useTexts } from "../../texts/language";
import { approveAccount } from "./registrations";

const CREATE_TENANTS = 100;

interface Values {
  username: string;
  nick?: string;
  group_name?: string;
  tenant_name?: string;
  cluster_ids?: number[];
  more?: boolean;
  comment?: string;
}

/** Approves an account as requested, or with the administrator's changes. */
export function ApproveAccount({ row, close }: { row: Registration; close: () => void }) {
  const { requests } = useTexts();
  const { message } = App.useApp();
  const initial: Values = {
    username: row.username,
    nick: row.nick ?? "",
    group_name: row.group_name,
    tenant_name: row.tenant_name ?? "",
    cluster_ids: row.cluster_id === null || row.cluster_id === undefined ? [] : [row.cluster_id],
  };
  const submit = (values: Values) =>
    approveAccount(row, {
      username: values.username,
      nick: values.nick || null,
      group_name: values.group_name || null,
      tenant_name: values.tenant_name || null,
      cluster_ids: values.cluster_ids ?? [],
      authorities: values.more ? [CREATE_TENANTS] : [],
      comment: values.comment || null,
    });
  return (
    <FormDialog<Values>
      title={requests.approveAccount(row.username)}
      okText={requests.approve}
      initial={initial}
      width={640}
      submit={submit}
      onDone={() => {
        void message.success(requests.accountMade);
        close();
      }}
      cancel={close}
    >
      {row.same_name.length > 0 && (
        <Alert type="warning" showIcon title={requests.sameName(row.same_name.length)} style={{ marginBottom: 16 }} />
      )}
      <Typography.Paragraph>
        <Typography.Text type="secondary">{requests.contact}</Typography.Text>{" "}
        <span className="mono">{row.contact}</span>
        <br />
        <Typography.Text type="secondary">{requests.reason}</Typography.Text>{" "}
        <span className="mono" style={{ whiteSpace: "pre-wrap" }}>
          {row.reason}
        </span>
      </Typography.Paragraph>
      <Fields row={row} />
    </FormDialog>
  );
}

function Fields({ row }: { row: Registration }) {
  const { general, identity, requests } = useTexts();
  const clusters = useQuery(clustersQuery);
  return (
    <>
      <Form.Item
        name="username"
        label={identity.username}
        extra={row.user_exists && <Typography.Text type="danger">{requests.nameTaken}</Typography.Text>}
        rules={[{ required: true, message: general.required }]}
      >
        <Input maxLength={LIMITS.ApprovedAccount.username.maxLength} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="nick" label={requests.nick}>
        <Input maxLength={LIMITS.ApprovedAccount.nick.maxLength} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="group_name"
        label={requests.group}
        extra={row.group_exists ? requests.groupExists : requests.groupNew}
      >
        <Input maxLength={LIMITS.ApprovedAccount.group_name.maxLength} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="tenant_name"
        label={requests.tenant}
        extra={row.tenant_exists && <Typography.Text type="danger">{requests.tenantTaken}</Typography.Text>}
      >
        <Input maxLength={LIMITS.ApprovedAccount.tenant_name.maxLength} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="cluster_ids" label={requests.clusters}>
        <NamePicker mode="multiple" items={clusters.data?.items} />
      </Form.Item>
      <Form.Item name="more" valuePropName="checked">
        <Checkbox>{requests.mayCreate}</Checkbox>
      </Form.Item>
      <Form.Item name="comment" label={requests.comment} extra={requests.commentForApplicant}>
        <Input.TextArea maxLength={LIMITS.ApprovedAccount.comment.maxLength} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </>
  );
}
