import { useQuery } from "@tanstack/react-query";
import { AutoComplete, Button, Collapse, DatePicker, Form, Input, InputNumber, Select } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { type KeyboardEvent, useEffect } from "react";
import { LIMITS } from "../../api/limits.gen";
import { fullName } from "../../api/resourceNames";
import { clustersQuery, operationsQuery } from "../../api/sharedQueries";
import { RESOURCE_TYPES, type ResourceType } from "../../api/types";
import { ResourceNameField, UserNameField } from "../../components/fields/nameFields";
import { useSuggestions } from "../../components/fields/useSuggestions";
import { useTexts } from "../../texts/language";
import type { Question } from "./question";

export interface FieldError {
  name: string;
  errors: string[];
}

interface QuestionFormProps {
  initial: Partial<Question>;
  ask: (question: Question) => void;
  busy: boolean;
  /** What is wrong with the question that was asked. */
  wrong: FieldError[];
}

type Values = Omit<Question, "at" | "as_of" | "as_of_time" | "question" | "resource_type"> & {
  /** Type and question: `topic topic:PRODUCE`. */
  what: string;
  at?: Dayjs | null;
  as_of_time?: Dayjs | null;
  as_of?: number | null;
};

const CONDITIONS = ["cluster", "subscription", "address", "at", "as_of", "as_of_time"] as const;

/** A question as one sentence: may this user do that on this resource? What is seldom asked is folded away. */
export function QuestionForm({ initial, ask, busy, wrong }: QuestionFormProps) {
  const { general, why } = useTexts();
  const [form] = Form.useForm<Values>();
  const asked = JSON.stringify(initial);
  // The address has changed: by the form itself, or by going back.
  useEffect(() => form.setFieldsValue(valuesOf(JSON.parse(asked))), [asked, form]);
  useEffect(() => form.setFields(wrong as never), [wrong, form]);
  const type = typeOf(Form.useWatch("what", form)) ?? initial.resource_type ?? "topic";
  const required = [{ required: true, message: general.required }];
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={valuesOf(initial)}
      onFinish={(values) => ask(questionFrom(values))}
      // While suggestions are open, the field keeps the key for itself.
      onKeyDown={(event) => event.key === "Enter" && event.isDefaultPrevented() && isResource(event) && form.submit()}
    >
      <div className="question">
        {why.sentence.may && <span>{why.sentence.may}</span>}
        <Form.Item name="principal" rules={required}>
          <UserNameField aria-label={why.principal} placeholder={why.principal} autoFocus={!initial.principal} />
        </Form.Item>
        {why.sentence.do && <span>{why.sentence.do}</span>}
        <Form.Item name="what" rules={required}>
          <WhatSelect onType={() => form.setFieldsValue({ resource: undefined })} />
        </Form.Item>
        <span>{why.sentence.on}</span>
        <Form.Item name="resource" rules={required}>
          <ResourceNameField
            type={type}
            aria-label={why.resource}
            placeholder={why.resourceHints[type]}
            autoFocus={Boolean(initial.principal && !initial.resource)}
          />
        </Form.Item>
        <span>{why.sentence.end}</span>
        <Button type="primary" htmlType="submit" loading={busy}>
          {why.ask}
        </Button>
      </div>
      <Collapse
        ghost
        className="conditions"
        defaultActiveKey={CONDITIONS.some((name) => initial[name]) ? "more" : undefined}
        items={[{ key: "more", label: why.conditions, forceRender: true, children: <Conditions type={type} /> }]}
      />
    </Form>
  );
}

function Conditions({ type }: { type: ResourceType }) {
  const { explain, why } = useTexts();
  const text = { autoComplete: "off", spellCheck: false };
  return (
    <div className="question-conditions">
      <Form.Item name="cluster" label={why.cluster} extra={why.clusterHint}>
        <ClusterField />
      </Form.Item>
      {type === "topic" && (
        <Form.Item name="subscription" label={why.subscription} extra={why.subscriptionHint}>
          <Input maxLength={LIMITS.Asked.subscription.maxLength} {...text} />
        </Form.Item>
      )}
      <Form.Item name="address" label={why.address} extra={why.addressHint}>
        <Input maxLength={LIMITS.Asked.address.maxLength} {...text} />
      </Form.Item>
      <Form.Item name="at" label={why.at} extra={why.atHint}>
        <DatePicker showTime style={{ width: "100%" }} />
      </Form.Item>
      <Form.Item name="as_of_time" label={explain.asOfTime} extra={explain.asOfTimeHint}>
        <DatePicker showTime style={{ width: "100%" }} maxDate={dayjs()} />
      </Form.Item>
      <Form.Item name="as_of" label={explain.asOf} extra={explain.asOfHint}>
        <InputNumber min={1} precision={0} style={{ width: "100%" }} />
      </Form.Item>
    </div>
  );
}

interface ClusterFieldProps {
  id?: string;
  value?: string;
  onChange?: (cluster: string) => void;
}

/** A cluster by its name: one that the reader sees, or another one typed. Links of other pages name it by its id. */
function ClusterField({ value, ...props }: ClusterFieldProps) {
  const clusters = useQuery(clustersQuery).data?.items ?? [];
  const named = clusters.find(({ id }) => String(id) === value);
  return (
    <AutoComplete
      {...props}
      {...useSuggestions()}
      value={named?.name ?? value}
      options={clusters.map(({ name }) => ({ value: name }))}
      allowClear
    />
  );
}

interface WhatSelectProps {
  id?: string;
  value?: string;
  onChange?: (what: string) => void;
  onType: () => void;
}

/** The operations by the type of what they are done on, found by their sentence or their name. */
function WhatSelect({ value, onChange, onType, ...props }: WhatSelectProps) {
  const { general, questions, why } = useTexts();
  const operations = useQuery(operationsQuery);
  const sentences = questions as Record<string, string>;
  const options = RESOURCE_TYPES.toReversed().map((type) => ({
    label: general.types[type],
    options: (operations.data ?? [])
      .filter((operation) => operation.asked_on.includes(type))
      .map(({ question, text }) => ({ value: `${type} ${question}`, label: sentences[question] ?? text })),
  }));
  return (
    <Select
      {...props}
      aria-label={why.question}
      placeholder={why.question}
      value={operations.isPending ? undefined : value}
      onChange={(what) => {
        if (typeOf(what) !== typeOf(value)) onType();
        onChange?.(what);
      }}
      loading={operations.isPending}
      options={options}
      showSearch={{
        filterOption: (input, option: { value?: string; label: string } | undefined) =>
          `${option?.value} ${option?.label}`.toLowerCase().includes(input.toLowerCase()),
      }}
      popupMatchSelectWidth={520}
    />
  );
}

const isResource = ({ target }: KeyboardEvent) => target instanceof HTMLElement && target.id === "resource";

const typeOf = (what: string | undefined) => what?.split(" ")[0] as ResourceType | undefined;

function valuesOf({ question, resource_type: type, at, as_of_time, ...rest }: Partial<Question>): Partial<Values> {
  const empty = Object.fromEntries(["principal", "resource", ...CONDITIONS].map((name) => [name, undefined]));
  const moments = { at: at && dayjs(at), as_of_time: as_of_time && dayjs(as_of_time) };
  return { ...empty, ...rest, ...moments, what: `${type} ${question}` } as Partial<Values>;
}

function questionFrom({ what, principal, resource, at, as_of, as_of_time, ...rest }: Values): Question {
  const [type, question] = what.split(" ") as [ResourceType, string];
  return {
    ...rest,
    principal: principal.trim(),
    question,
    resource_type: type,
    resource: fullName(type, resource),
    address: rest.address?.trim(),
    at: at?.valueOf(),
    as_of: as_of ?? undefined,
    as_of_time: as_of_time?.valueOf(),
  };
}
