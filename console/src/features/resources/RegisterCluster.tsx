import { Form, Input } from "antd";
import { useNavigate } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { useTexts } from "../../texts/language";

interface NewCluster {
  name: string;
  address: string;
  admin_url: string;
  remark?: string;
}

/** Register a Pulsar cluster; `onDone` is called instead of opening its page, which tells how to connect the brokers. */
export function RegisterCluster({ onDone, close }: { onDone?: () => void; close: () => void }) {
  const { general, resources } = useTexts();
  const navigate = useNavigate();
  const required = [{ required: true, message: general.required }];
  const submit = async (body: NewCluster) => {
    const cluster = await answer(client.POST("/api/v1/clusters", { body }));
    if (!onDone) await navigate(`/resources/cluster/${cluster.id}`);
  };
  return (
    <FormDialog<NewCluster>
      title={resources.register}
      okText={resources.register}
      submit={submit}
      onDone={onDone}
      cancel={close}
    >
      <Form.Item name="name" label={general.name} extra={resources.clusterName} rules={required}>
        <Input maxLength={LIMITS.NewCluster.name.maxLength} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="address" label={resources.address} extra={resources.addressHint} rules={required}>
        <Input
          maxLength={LIMITS.NewCluster.address.maxLength}
          autoComplete="off"
          spellCheck={false}
          placeholder="pulsar://"
        />
      </Form.Item>
      <Form.Item name="admin_url" label={resources.adminUrl} extra={resources.adminUrlHint} rules={required}>
        <Input
          maxLength={LIMITS.NewCluster.admin_url.maxLength}
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
        />
      </Form.Item>
      <Form.Item name="remark" label={general.remark}>
        <Input maxLength={LIMITS.NewCluster.remark.maxLength} />
      </Form.Item>
    </FormDialog>
  );
}
