import { Alert, Flex, Radio, type TableColumnsType, Tag, Typography } from "antd";
import { useState } from "react";
import type { PolicyPlan } from "../../api/types";
import { DataTable } from "../../components/lists/DataTable";
import { MEANINGS } from "../../design";
import { useLanguage, useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { LineLink } from "./FileProblems";

type Change = PolicyPlan["changes"][number];
type Action = Change["action"];

const ACTIONS = ["create", "change", "delete"] as const;
const COLOURS: Record<Action, string> = { create: MEANINGS.granted, change: "default", delete: MEANINGS.denied };
const PAGE = 20;

/** What a plan changes: how many of each kind, then each with its line of the file. */
export function PlanView({ plan, goTo }: { plan: PolicyPlan; goTo: (line: number) => void }) {
  const texts = useTexts();
  const { policyFile, general } = texts;
  const { language } = useLanguage();
  const [shown, show] = useState<Action | "all">("all");
  const changes = plan.changes.map((change, id) => ({ ...change, id }));
  const listed = shown === "all" ? changes : changes.filter(({ action }) => action === shown);
  if (changes.length === 0) return <Alert type="success" showIcon title={policyFile.nothingChanges} />;
  return (
    <Flex vertical gap={12}>
      <Radio.Group
        optionType="button"
        aria-label={policyFile.shown}
        value={shown}
        options={[
          { value: "all", label: policyFile.all(changes.length) },
          ...ACTIONS.map((value) => ({ value, label: policyFile.counts[value](plan[value]) })),
        ]}
        onChange={({ target }) => show(target.value)}
      />
      {plan.deletes_resources.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={policyFile.losesData(plan.deletes_resources.length)}
          description={<Names names={plan.deletes_resources} />}
        />
      )}
      <DataTable
        size="small"
        rowKey="id"
        dataSource={listed}
        columns={columns(texts, language === "en-US", goTo)}
        pagination={{
          defaultPageSize: PAGE,
          hideOnSinglePage: listed.length <= PAGE,
          showTotal: (number) => general.total(number, true),
        }}
        locale={{ emptyText: general.nothingFound }}
      />
      {plan.kept.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={policyFile.kept}
          description={plan.kept.map((reason) => (
            <div key={reason} lang="en">
              {reason}
            </div>
          ))}
        />
      )}
      {plan.remaining > 0 && <Typography.Text type="secondary">{policyFile.inParts}</Typography.Text>}
    </Flex>
  );
}

/** Names of resources; of many the first ones. */
function Names({ names }: { names: string[] }) {
  const { policyFile } = useTexts();
  return (
    <>
      {names.slice(0, PAGE).map((name) => (
        <div key={name} className="mono">
          {name}
        </div>
      ))}
      {names.length > PAGE && policyFile.more(names.length - PAGE)}
    </>
  );
}

function columns({ policyFile }: Texts, isEnglish: boolean, goTo: (line: number) => void): TableColumnsType<Change> {
  return [
    {
      title: policyFile.effect,
      key: "action",
      width: 110,
      render: (_, { action }) => <Tag color={COLOURS[action]}>{policyFile.actions[action]}</Tag>,
    },
    {
      title: policyFile.change,
      key: "sentence",
      // The center's sentences are English.
      render: (_, { kind, name, sentence }) =>
        isEnglish ? (
          <span style={{ overflowWrap: "anywhere" }}>{sentence}</span>
        ) : (
          <Flex vertical>
            <span>
              {policyFile.kinds[kind]} <span className="mono">{name}</span>
            </span>
            <Typography.Text type="secondary" lang="en">
              {sentence}
            </Typography.Text>
          </Flex>
        ),
    },
    {
      title: policyFile.where,
      key: "line",
      width: 110,
      render: (_, { line }) => (line === null ? policyFile.notInFile : <LineLink line={line} goTo={goTo} />),
    },
  ];
}
