import { useQuery } from "@tanstack/react-query";
import { Divider, Form, Input, Select } from "antd";
import type { PolicyKind } from "../../api/types";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { type PolicyResource, policyKindsQuery, presetsQuery } from "./policies";

/** Policy → value in people's units. */
export type PolicyValues = Record<string, string | undefined>;

interface PolicyFieldsProps {
  level: PolicyResource["type"];
  /** The values where nothing is set: shown in the empty fields. */
  defaults: PolicyValues;
}

/** The fields of all policies of a level, and presets that fill them. Part of a form; each field is called like its
 * policy. */
export function PolicyFields({ level, defaults }: PolicyFieldsProps) {
  const { policies } = useTexts();
  const form = Form.useFormInstance();
  const kinds = useQuery(policyKindsQuery);
  return (
    <QueryView query={kinds}>
      {(loadedKinds) => (
        <>
          <Preset fill={(values) => form.setFieldsValue(values)} />
          {groupsOf(loadedKinds.filter((kind) => kind.levels.includes(level))).map(([group, members]) => (
            <div key={group}>
              <Divider titlePlacement="start">{policies.groups[group] ?? group}</Divider>
              {members.map((kind) => (
                <Field key={kind.name} kind={kind} standard={defaults[kind.name]} />
              ))}
            </div>
          ))}
        </>
      )}
    </QueryView>
  );
}

function groupsOf(kinds: PolicyKind[]): [string, PolicyKind[]][] {
  return [...new Set(kinds.map(({ group }) => group))].map((name) => [
    name,
    kinds.filter(({ group }) => group === name),
  ]);
}

function Preset({ fill }: { fill: (values: PolicyValues) => void }) {
  const { policies } = useTexts();
  const presets = useQuery(presetsQuery);
  const options = presets.data?.map(({ name }) => ({ value: name, label: policies.presets[name] ?? name }));
  return (
    <Form.Item label={policies.preset} extra={policies.presetHint} htmlFor="policy-preset">
      <Select
        id="policy-preset"
        allowClear
        options={options}
        onChange={(name) => fill(presets.data?.find((preset) => preset.name === name)?.policies ?? {})}
      />
    </Form.Item>
  );
}

function Field({ kind, standard }: { kind: PolicyKind; standard: string | undefined }) {
  const { policies } = useTexts();
  const choices = kind.type === "switch" ? ["on", "off"] : kind.type === "choice" ? kind.values : undefined;
  const labels: Record<string, string> = policies.switches;
  return (
    <Form.Item
      name={kind.name}
      label={policies.names[kind.name] ?? kind.name}
      extra={choices ? undefined : policies.example(kind.example)}
    >
      {choices ? (
        <Select
          allowClear
          placeholder={labels[standard ?? ""] ?? standard}
          options={choices.map((value) => ({ value, label: labels[value] ?? value }))}
        />
      ) : (
        <Input placeholder={standard} spellCheck={false} />
      )}
    </Form.Item>
  );
}
