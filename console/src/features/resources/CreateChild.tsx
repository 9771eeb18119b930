import { useQuery } from "@tanstack/react-query";
import { Alert, Collapse, Form, Input, InputNumber, Radio } from "antd";
import type { ComponentProps } from "react";
import { useNavigate } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import { clustersQuery } from "../../api/sharedQueries";
import { FormDialog } from "../../components/dialogs/FormDialog";
import { NamePicker } from "../../components/fields/pickers";
import { useTexts } from "../../texts/language";
import { PolicyFields } from "./PolicyFields";
import { defaultsIn, livePoliciesQuery, policiesQuery } from "./policies";
import type { Resource } from "./resources";

type Parent = Exclude<Resource, { type: "topic" }>;

interface NewChild {
  name: string;
  remark?: string;
  cluster_ids: number[];
  bundles: number;
  domain: "persistent" | "non-persistent" | "topic";
  partitions: number;
  /** Fields of policies, by the policy's name. */
  [policy: string]: unknown;
}

interface CreateChildProps {
  parent: Parent;
  /** Called after success, instead of opening the new page. */
  onDone?: () => void;
  close: () => void;
}

/** A tenant on a cluster, a namespace in a tenant, a topic in a namespace: the form says what each choice means. */
export function CreateChild({ parent, onDone, close }: CreateChildProps) {
  const { general, resources } = useTexts();
  const navigate = useNavigate();
  const initial: Partial<NewChild> = { cluster_ids: [parent.id], bundles: 4, domain: "persistent", partitions: 0 };
  const submit = async (values: NewChild) => {
    const path = await createResource(parent, values);
    if (!onDone) await navigate(`/resources/${path}`);
  };
  const required = [{ required: true, message: general.required }];
  return (
    <FormDialog<NewChild>
      title={resources.newChild[parent.type]}
      width={parent.type === "cluster" ? undefined : 720}
      okText={general.create}
      initial={initial}
      submit={submit}
      fieldOf={{ exists: "name", invalid_name: "name" }}
      onDone={onDone}
      cancel={close}
    >
      <Form.Item
        name="name"
        label={general.name}
        extra={parent.type === "namespace" ? resources.topicRule : resources.nameRule}
        rules={required}
      >
        <Input
          maxLength={LIMITS.NewTopic.name.maxLength}
          autoComplete="off"
          spellCheck={false}
          addonBefore={prefix(parent)}
        />
      </Form.Item>
      {parent.type === "cluster" && <TenantFields />}
      {parent.type === "tenant" && <NamespaceFields />}
      {parent.type === "namespace" && <TopicFields namespace={parent} />}
      <Form.Item name="remark" label={general.remark}>
        <Input maxLength={LIMITS.NewTopic.remark.maxLength} />
      </Form.Item>
      <Alert type="info" showIcon title={resources.ownership} />
    </FormDialog>
  );
}

const prefix = (parent: Parent) => (parent.type === "cluster" ? undefined : `${parent.full_name}/`);

/** Creates the resource; returns the address of its page. */
async function createResource(parent: Parent, values: NewChild): Promise<string> {
  const { name, remark, cluster_ids, bundles, domain, partitions, ...policyFields } = values;
  const common = { name, remark: remark || undefined };
  if (parent.type === "cluster") {
    const body = { ...common, cluster_ids };
    return `tenant/${(await answer(client.POST("/api/v1/tenants", { body }))).id}`;
  }
  const policies = filledPolicies(policyFields);
  if (parent.type === "tenant") {
    const body = { ...common, tenant_id: parent.id, bundles, policies };
    return `namespace/${(await answer(client.POST("/api/v1/namespaces", { body }))).id}`;
  }
  const body = { ...common, namespace_id: parent.id, domain, partitions, policies };
  return `topic/${(await answer(client.POST("/api/v1/topics", { body }))).id}`;
}

/** The policies whose fields were filled. */
function filledPolicies(fields: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(fields).map(([name, value]) => [name, String(value ?? "").trim()] as const);
  return Object.fromEntries(texts.filter(([, value]) => value !== ""));
}

function TenantFields() {
  const { general, resources } = useTexts();
  const clusters = useQuery(clustersQuery);
  return (
    <Form.Item
      name="cluster_ids"
      label={resources.clusters}
      extra={resources.clustersHint}
      rules={[{ required: true, message: general.required }]}
    >
      <NamePicker mode="multiple" items={clusters.data?.items} />
    </Form.Item>
  );
}

function NamespaceFields() {
  const { resources } = useTexts();
  return (
    <>
      <Form.Item name="bundles" label={resources.bundles} extra={resources.bundlesHint}>
        <InputNumber {...LIMITS.NewNamespace.bundles} precision={0} />
      </Form.Item>
      <FirstPolicies level="namespace" defaults={{}} />
    </>
  );
}

/** Initial policies, folded: most resources need none. */
function FirstPolicies(props: ComponentProps<typeof PolicyFields>) {
  const { general, policies } = useTexts();
  const label = `${policies.title} (${general.optional})`;
  return (
    <Collapse
      style={{ marginBottom: 24 }}
      items={[{ key: "policies", label, children: <PolicyFields {...props} /> }]}
    />
  );
}

function TopicFields({ namespace }: { namespace: Extract<Parent, { type: "namespace" }> }) {
  const { resources } = useTexts();
  // Who creates topics may not be allowed to read the policies: then the fields show no defaults.
  const livePolicies = useQuery(livePoliciesQuery(namespace));
  const wishedPolicies = useQuery({ ...policiesQuery(namespace), retry: false });
  const defaults = { ...defaultsIn(livePolicies.data), ...wishedPolicies.data?.shown };
  return (
    <>
      <Form.Item name="domain" label={resources.domain}>
        <Radio.Group style={{ display: "grid", gap: 4 }}>
          {(["persistent", "non-persistent", "topic"] as const).map((domain) => (
            <Radio key={domain} value={domain}>
              {resources.domains[domain]} — {resources.domainHints[domain]}
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      <Form.Item noStyle dependencies={["domain"]}>
        {({ getFieldValue }) =>
          getFieldValue("domain") !== "topic" && (
            <>
              <Form.Item name="partitions" label={resources.partitions} extra={resources.partitionsHint}>
                <InputNumber {...LIMITS.NewTopic.partitions} precision={0} />
              </Form.Item>
              {getFieldValue("domain") === "persistent" && <FirstPolicies level="topic" defaults={defaults} />}
            </>
          )
        }
      </Form.Item>
    </>
  );
}
