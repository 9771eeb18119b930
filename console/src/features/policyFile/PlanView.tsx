import { Alert, Radio, type TableColumnsType, Tag, Typography } from "antd";
import { useState } from "react";
import type { PolicyPlan } from "../../api/types";
import { DataTable } from "../../components/lists/DataTable";
import { MEANINGS } from "../../design";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { LineLink } from "./FileProblems";

type Change = PolicyPlan["changes"][number];

const ACTIONS = ["create", "change", "delete"] as const;
const COLOURS = { create: MEANINGS.granted, change: "default", delete: MEANINGS.denied };
const PAGE = 20;

/** What a plan changes: how many of each kind, then each with its line of the file. */
export function PlanView({ plan, goTo }: { plan: PolicyPlan; goTo: (line: number) => void }) {
  const texts = useTexts();
  const { policyFile, general } = texts;
  const [shown, show] = useState<Change["action"] | "">("");
  const changes = plan.changes.map((change, id) => ({ ...change, id }));
  const listed = changes.filter(({ action }) => shown === "" || action === shown);
  if (changes.length === 0) return <Alert type="success" showIcon title={policyFile.nothingChanges} />;
  return (
    <>
      <Radio.Group
        optionType="button"
        aria-label={policyFile.shown}
        value={shown}
        options={[
          { value: "", label: policyFile.all(changes.length) },
          ...ACTIONS.map((value) => ({ value, label: policyFile.counts[value](plan[value]) })),
        ]}
        onChange={({ target }) => show(target.value)}
      />
      {plan.deletes_resources.length > 0 && (
        <Alert type="error" showIcon title={policyFile.losesData(plan.deletes_resources.length)} />
      )}
      <DataTable
        size="small"
        rowKey="id"
        dataSource={listed}
        columns={columns(texts, goTo)}
        pagination={{ defaultPageSize: PAGE, hideOnSinglePage: listed.length <= PAGE }}
        locale={{ emptyText: general.nothingFound }}
      />
      {plan.kept.length > 0 && (
        <div>
          {policyFile.kept}
          <Typography.Paragraph type="secondary" lang="en" style={{ whiteSpace: "pre-line" }}>
            {plan.kept.join("\n")}
          </Typography.Paragraph>
        </div>
      )}
      {plan.remaining > 0 && <Typography.Text type="secondary">{policyFile.inParts}</Typography.Text>}
    </>
  );
}

function columns({ policyFile }: Texts, goTo: (line: number) => void): TableColumnsType<Change> {
  return [
    {
      title: policyFile.effect,
      key: "action",
      width: 110,
      render: (_, { action }) => <Tag color={COLOURS[action]}>{policyFile.actions[action]}</Tag>,
    },
    { title: policyFile.kind, key: "kind", width: 150, render: (_, { kind }) => policyFile.kinds[kind] },
    {
      title: policyFile.change,
      key: "sentence",
      // The center's sentences are English.
      render: (_, { sentence }) => <span lang="en">{sentence}</span>,
    },
    {
      title: policyFile.where,
      key: "line",
      width: 110,
      render: (_, { line }) => (line === null ? policyFile.notInFile : <LineLink line={line} goTo={goTo} />),
    },
  ];
}
