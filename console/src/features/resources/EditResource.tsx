import { Form, Input, InputNumber, Switch } from "antd";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import { useSession } from "../../api/session";
import type { Cluster } from "../../api/types";
import { ifMatchHeader } from "../../api/version";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";
import { nameOf, type Resource } from "./resources";

interface ResourceValues {
  remark?: string;
  valid: boolean;
  partitions: number;
  address: string;
  admin_url: string;
  consume_manages_subscriptions: boolean;
  unknown_roles_become_users: boolean;
  adopts_creations: boolean;
}

/** Edits a resource, except for its name, which cannot change. */
export function EditResource({ resource, close }: { resource: Resource; close: () => void }) {
  const { general } = useTexts();
  // Who administers only the cluster may change what consume means there and whether creations are adopted, no more.
  const mayEditAll = mayAdminister(useSession()) || resource.type !== "cluster";
  return (
    <FormDialog<ResourceValues>
      title={`${general.edit} ${nameOf(resource)}`}
      initial={initial(resource)}
      submit={(values) => save(resource, values)}
      cancel={close}
    >
      {resource.type !== "cluster" && <Validity />}
      {resource.type === "cluster" && mayEditAll && <Addresses />}
      {resource.type === "cluster" && <ClusterSwitches mayEditAll={mayEditAll} />}
      {resource.type === "topic" && resource.partitions > 0 && <Partitions least={resource.partitions} />}
      {mayEditAll && (
        <Form.Item name="remark" label={general.remark}>
          <Input maxLength={LIMITS.ResourceChange.remark.maxLength} />
        </Form.Item>
      )}
    </FormDialog>
  );
}

function initial(resource: Resource): Partial<ResourceValues> {
  const remark = resource.remark ?? "";
  if (resource.type === "cluster") {
    const { address, admin_url, consume_manages_subscriptions, adopts_creations, unknown_roles_become_users } =
      resource;
    const settings = { consume_manages_subscriptions, adopts_creations, unknown_roles_become_users };
    return { remark, address, admin_url, ...settings };
  }
  const valid = resource.is_valid === 1;
  return resource.type === "topic" ? { remark, valid, partitions: resource.partitions } : { remark, valid };
}

function save(resource: Resource, values: ResourceValues) {
  const header = ifMatchHeader(resource);
  const { id } = resource;
  const { remark, valid, partitions, address, admin_url, consume_manages_subscriptions } = values;
  const { adopts_creations, unknown_roles_become_users } = values;
  const is_valid = valid ? 1 : 2;
  switch (resource.type) {
    case "cluster":
      return answer(
        client.PATCH("/api/v1/clusters/{cluster_id}", {
          params: { path: { cluster_id: id }, header },
          body: {
            remark,
            address,
            admin_url,
            unknown_roles_become_users,
            adopts_creations,
            ...ifChanged(resource, consume_manages_subscriptions),
          },
        }),
      );
    case "tenant":
      return answer(
        client.PATCH("/api/v1/tenants/{tenant_id}", {
          params: { path: { tenant_id: id }, header },
          body: { remark, is_valid },
        }),
      );
    case "namespace":
      return answer(
        client.PATCH("/api/v1/namespaces/{namespace_id}", {
          params: { path: { namespace_id: id }, header },
          body: { remark, is_valid },
        }),
      );
    case "topic":
      return answer(
        client.PATCH("/api/v1/topics/{topic_id}", {
          params: { path: { topic_id: id }, header },
          body: { remark, is_valid, ...(partitions > resource.partitions ? { partitions } : {}) },
        }),
      );
  }
}

/** Sent only if it was changed: once somebody has chosen it, imports no longer set it. */
function ifChanged(cluster: Cluster, consume_manages_subscriptions: boolean) {
  const unchanged = cluster.consume_manages_subscriptions === consume_manages_subscriptions;
  return unchanged ? {} : { consume_manages_subscriptions };
}

function ClusterSwitches({ mayEditAll }: { mayEditAll: boolean }) {
  const { resources } = useTexts();
  const switches = [
    { name: "consume_manages_subscriptions", label: resources.consume, extra: resources.consumeHint },
    { name: "unknown_roles_become_users", label: resources.unknownRoles, extra: resources.unknownRolesHint },
    { name: "adopts_creations", label: resources.adopts, extra: resources.adoptsHint },
  ];
  return switches
    .filter(({ name }) => mayEditAll || name !== "unknown_roles_become_users")
    .map((field) => (
      <Form.Item key={field.name} {...field} valuePropName="checked">
        <Switch />
      </Form.Item>
    ));
}

function Addresses() {
  const { resources } = useTexts();
  return (
    <>
      <Form.Item name="address" label={resources.address} extra={resources.addressHint}>
        <Input maxLength={LIMITS.ClusterChange.address.maxLength} spellCheck={false} />
      </Form.Item>
      <Form.Item name="admin_url" label={resources.adminUrl} extra={resources.adminUrlHint}>
        <Input maxLength={LIMITS.ClusterChange.admin_url.maxLength} spellCheck={false} />
      </Form.Item>
    </>
  );
}

function Validity() {
  const { resources } = useTexts();
  return (
    <Form.Item name="valid" label={resources.valid} extra={resources.validHint} valuePropName="checked">
      <Switch />
    </Form.Item>
  );
}

function Partitions({ least }: { least: number }) {
  const { resources } = useTexts();
  return (
    <Form.Item name="partitions" label={resources.partitions} extra={resources.partitionsHint}>
      <InputNumber {...LIMITS.TopicChange.partitions} min={least} precision={0} />
    </Form.Item>
  );
}
