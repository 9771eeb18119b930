import { useQuery } from "@tanstack/react-query";
import { DatePicker, Form, Input, Select } from "antd";
import type { Dayjs } from "dayjs";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import { fullName } from "../../api/resourceNames";
import { useSession } from "../../api/session";
import { RESOURCE_TYPES, type ResourceType, typeNumber } from "../../api/types";
import { isSubAccount } from "../../permissions";
import { useTexts } from "../../texts/language";
import { ResourceNameField } from "../fields/nameFields";
import { NamePicker } from "../fields/pickers";
import { AuthorityChoice } from "../rights/AuthorityChoice";
import { LimitFields } from "../rights/LimitFields";
import { type LimitValues, limitsOf } from "../rights/limitsText";

export interface RequestValues extends LimitValues {
  type: ResourceType;
  resource: string;
  authorities: number[];
  reason: string;
  user_id?: number;
  valid_until?: Dayjs | null;
}

/** What is requested, on what, and for whom. */
export function RequestedRight() {
  const { access, general, requests } = useTexts();
  const form = Form.useFormInstance<RequestValues>();
  const type = Form.useWatch("type", form) ?? "topic";
  const resource = Form.useWatch("resource", form);
  const isSub = isSubAccount(useSession());
  const required = [{ required: true, message: general.required }];
  return (
    <>
      <Form.Item name="type" label={requests.resourceType}>
        <Select
          options={RESOURCE_TYPES.map((value) => ({ value, label: general.types[value] }))}
          onChange={() =>
            form.setFieldsValue({ authorities: [], prefix: undefined, subscriptions: undefined, networks: undefined })
          }
        />
      </Form.Item>
      <Form.Item
        name="resource"
        label={requests.resource}
        extra={<span className="mono">{requests.resourceHints[type]}</span>}
        rules={required}
      >
        <ResourceNameField type={type} />
      </Form.Item>
      <Form.Item name="authorities" label={access.authorities} rules={[{ required: true, message: access.chooseOne }]}>
        <AuthorityChoice place={typeNumber(type)} />
      </Form.Item>
      <LimitFields place={{ type: typeNumber(type), name: resource }} />
      {!isSub && <ForWhom />}
    </>
  );
}

/** Until when, and what for. */
export function RequestTerms() {
  const { general, requests } = useTexts();
  return (
    <>
      <Form.Item name="valid_until" label={requests.until} extra={requests.untilHint}>
        <DatePicker showTime={{ format: "HH:mm" }} format="YYYY-MM-DD HH:mm" style={{ width: 240 }} />
      </Form.Item>
      <Form.Item
        name="reason"
        label={requests.reason}
        rules={[{ required: true, whitespace: true, message: general.required }]}
      >
        <Input.TextArea maxLength={LIMITS.NewAccessRequest.reason.maxLength} autoSize={{ minRows: 3, maxRows: 8 }} />
      </Form.Item>
    </>
  );
}

/** The reader, or one of its sub-accounts. */
function ForWhom() {
  const { requests } = useTexts();
  const { user } = useSession();
  const subs = useQuery({
    queryKey: ["users", "of", user.id],
    queryFn: () => answer(client.GET("/api/v1/users", { params: { query: { parent_id: user.id, limit: 500 } } })),
  });
  const items = subs.data?.items.map(({ id, username }) => ({ id, name: username }));
  return (
    <Form.Item name="user_id" label={requests.forWhom}>
      <NamePicker allowClear placeholder={requests.myself} items={items} />
    </Form.Item>
  );
}

/** Sends the request. */
export function sendRequest({ type, resource, prefix, subscriptions, networks, ...values }: RequestValues) {
  const limits = limitsOf({ prefix, subscriptions, networks });
  const target = { res_type: typeNumber(type), resource: fullName(type, resource), limits };
  const body = { ...values, ...target, valid_until: values.valid_until?.valueOf() };
  return answer(client.POST("/api/v1/access-requests", { body }));
}
