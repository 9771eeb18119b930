import { useMutation, useQuery } from "@tanstack/react-query";
import { App, Button, Card, DatePicker, Form, Input, Select } from "antd";
import type { Dayjs } from "dayjs";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import { fullName } from "../../api/resourceNames";
import { useSession } from "../../api/session";
import { RESOURCE_TYPES, type ResourceType, typeNumber } from "../../api/types";
import { useFieldErrors } from "../../components/dialogs/fieldErrors";
import { ResourceNameField } from "../../components/fields/nameFields";
import { NamePicker } from "../../components/fields/pickers";
import { Page } from "../../components/page/Page";
import { useRefresh } from "../../components/page/useChange";
import { AuthorityChoice } from "../../components/rights/AuthorityChoice";
import { LimitFields } from "../../components/rights/LimitFields";
import { LIMIT_FIELDS, type LimitValues, limitsOf } from "../../components/rights/limitsText";
import { ErrorState } from "../../components/states/ErrorState";
import { isSubAccount } from "../../permissions";
import { useTexts } from "../../texts/language";
import { createRequest, type NewAccessRequest } from "./accessRequests";
import { limitsFromAddress } from "./requestAddress";

interface Values extends LimitValues {
  type: ResourceType;
  resource: string;
  authorities: number[];
  reason: string;
  user_id?: number;
  until?: Dayjs | null;
}

/** Ask for a right. The address may fill the form in: ?type=topic&resource=…&authority=303&user=7&subscription=… */
export default function NewRequestPage() {
  const { requests } = useTexts();
  const { message } = App.useApp();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const [form] = Form.useForm<Values>();
  const fieldErrorsOf = useFieldErrors(LIMIT_FIELDS);
  const [errorsAtFields, setErrorsAtFields] = useState(false);
  const submission = useMutation({
    mutationFn: (values: Values) => createRequest(requestBody(values)),
    onSuccess: () => {
      void message.success(requests.asked);
      void navigate("/requests");
      return refresh();
    },
    onError: (thrown) => {
      const fieldErrors = fieldErrorsOf(thrown).map(({ name, errors }) => ({ name: formFieldName(name), errors }));
      form.setFields(fieldErrors);
      // Each error is shown at its field; errors without a field are shown below.
      setErrorsAtFields(
        fieldErrors.length > 0 && fieldErrors.every(({ name }) => form.getFieldInstance(name) !== undefined),
      );
    },
  });
  return (
    <Page title={requests.ask} hint={requests.askHint}>
      <Card style={{ maxWidth: 760 }}>
        <Form<Values>
          key={params.toString()}
          form={form}
          layout="vertical"
          requiredMark={false}
          scrollToFirstError
          initialValues={valuesFromAddress(params)}
          onValuesChange={() => submission.isError && submission.reset()}
          onFinish={(values) => submission.mutate(values)}
        >
          <Fields />
          {submission.isError && !errorsAtFields && (
            <Form.Item>
              <ErrorState error={submission.error} />
            </Form.Item>
          )}
          <Button type="primary" htmlType="submit" loading={submission.isPending}>
            {requests.send}
          </Button>
        </Form>
      </Card>
    </Page>
  );
}

function Fields() {
  const { access, general, requests } = useTexts();
  const form = Form.useFormInstance<Values>();
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
        <ResourceNameField type={type} autoFocus={!form.getFieldValue("resource")} />
      </Form.Item>
      <Form.Item name="authorities" label={access.authorities} rules={[{ required: true, message: access.chooseOne }]}>
        <AuthorityChoice place={typeNumber(type)} />
      </Form.Item>
      <LimitFields place={{ type: typeNumber(type), name: resource }} />
      {!isSub && <ForWhom />}
      <Form.Item name="until" label={requests.until} extra={requests.untilHint}>
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

const formFieldName = (name: string) => (name === "valid_until" ? "until" : name) as never;

function valuesFromAddress(params: URLSearchParams): Partial<Values> {
  const type = RESOURCE_TYPES.find((option) => option === params.get("type")) ?? "topic";
  const numbers = params.getAll("authority").map(Number).filter(Boolean);
  return {
    type,
    resource: params.get("resource") ?? undefined,
    authorities: numbers,
    user_id: Number(params.get("user")) || undefined,
    ...limitsFromAddress(params),
  };
}

function requestBody({ type, until, resource, prefix, subscriptions, networks, ...values }: Values): NewAccessRequest {
  const limits = limitsOf({ prefix, subscriptions, networks });
  const target = { res_type: typeNumber(type), resource: fullName(type, resource) };
  return { ...values, ...target, limits, valid_until: until?.valueOf() };
}
