import { useQuery } from "@tanstack/react-query";
import { Button, Collapse, DatePicker, Form, Input, Select } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { useEffect } from "react";
import { LIMITS } from "../../api/limits.gen";
import { fullName } from "../../api/resourceNames";
import { operationsQuery } from "../../api/sharedQueries";
import { RESOURCE_TYPES, type ResourceType } from "../../api/types";
import { ResourceNameField, UserNameField } from "../../components/fields/nameFields";
import { NamePicker } from "../../components/fields/pickers";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { RevisionField } from "./RevisionField";
import { DEFAULT_QUESTIONS, type Question } from "./whyQuestion";

interface WhyFormProps {
  clusters: { id: number; name: string }[];
  initial: Partial<Question>;
  ask: (question: Question) => void;
  busy: boolean;
  /** What is wrong with the name of the resource that was asked about. */
  wrongName?: string;
}

type Values = Omit<Question, "at" | "as_of"> & { at?: Dayjs | null; as_of?: number | null };

/** The form of a question: who, what, where, and optionally when. */
export function WhyForm({ clusters, initial, ask, busy, wrongName }: WhyFormProps) {
  const texts = useTexts();
  const { general, why } = texts;
  const [form] = Form.useForm<Values>();
  const type = Form.useWatch("resource_type", form) ?? initial.resource_type ?? "topic";
  useEffect(() => {
    if (wrongName) form.setFields([{ name: "resource", errors: [wrongName] }]);
  }, [wrongName, form]);
  const required = [{ required: true, message: general.required }];
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={{ ...initial, at: initial.at && dayjs(initial.at) }}
      onFinish={({ address, at, as_of, principal, resource, ...question }) =>
        ask({
          ...question,
          principal: principal.trim(),
          resource: fullName(question.resource_type, resource),
          address: address?.trim() || undefined,
          at: at?.valueOf(),
          as_of: as_of ?? undefined,
        })
      }
    >
      <Form.Item name="principal" label={why.principal} tooltip={why.principalHint} rules={required}>
        <UserNameField autoFocus={!initial.principal} />
      </Form.Item>
      <Form.Item name="cluster_id" label={why.cluster} rules={required}>
        <NamePicker items={clusters} />
      </Form.Item>
      <Form.Item name="resource_type" label={why.resourceType}>
        <Select
          options={RESOURCE_TYPES.map((value) => ({ value, label: general.types[value] }))}
          onChange={(newType: ResourceType) =>
            form.setFieldsValue({ question: DEFAULT_QUESTIONS[newType], resource: undefined })
          }
        />
      </Form.Item>
      <Form.Item name="question" label={why.question} rules={required}>
        <QuestionSelect type={type} />
      </Form.Item>
      <Form.Item
        name="resource"
        label={why.resource}
        extra={why.resourceHints[type as keyof Texts["why"]["resourceHints"]]}
        rules={required}
      >
        <ResourceNameField type={type} />
      </Form.Item>
      {type === "topic" && (
        <Form.Item name="subscription" label={why.subscription} extra={why.subscriptionHint}>
          <Input maxLength={LIMITS.Asked.subscription.maxLength} autoComplete="off" spellCheck={false} />
        </Form.Item>
      )}
      <Form.Item name="address" label={why.address} tooltip={why.addressHint}>
        <Input maxLength={LIMITS.Asked.address.maxLength} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={busy}>
        {why.ask}
      </Button>
      <Collapse
        ghost
        style={{ marginBlockStart: 12, marginInline: -12 }}
        defaultActiveKey={initial.at || initial.as_of ? "when" : undefined}
        items={[{ key: "when", label: why.when, forceRender: true, children: <TimeFields /> }]}
      />
    </Form>
  );
}

/** Fields for another time than now. */
function TimeFields() {
  const { explain, why } = useTexts();
  return (
    <>
      <Form.Item name="at" label={why.at} extra={why.atHint}>
        <DatePicker showTime style={{ width: "100%" }} />
      </Form.Item>
      <Form.Item name="as_of" label={explain.asOf} extra={explain.asOfHint}>
        <RevisionField />
      </Form.Item>
    </>
  );
}

interface QuestionSelectProps {
  type: string;
  id?: string;
  value?: string;
  onChange?: (question: string) => void;
}

/** The questions that can be asked about a type, found by their sentence or their name. */
function QuestionSelect({ type, ...props }: QuestionSelectProps) {
  const { questions } = useTexts();
  const operations = useQuery(operationsQuery);
  const sentences = questions as Record<string, string>;
  const options = (operations.data ?? [])
    .filter((operation) => operation.asked_on.includes(type))
    .map((operation) => ({ value: operation.question, label: sentences[operation.question] ?? operation.text }));
  return (
    <Select
      {...props}
      loading={operations.isPending}
      options={options}
      showSearch={{
        filterOption: (input, option) =>
          `${option?.value} ${option?.label}`.toLowerCase().includes(input.toLowerCase()),
      }}
      popupMatchSelectWidth={520}
    />
  );
}
