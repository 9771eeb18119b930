import { useMutation, useQuery } from "@tanstack/react-query";
import { Alert, App, Button, Checkbox, Flex, Tag, Typography } from "antd";
import type { TextAreaRef } from "antd/es/input/TextArea";
import { useEffect, useRef, useState } from "react";
import { asProblem } from "../../api/problem";
import { Enforcement } from "../../components/brokers/Enforcement";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { YamlFile } from "../../components/fields/YamlFile";
import { useDraft } from "../../components/page/useDraft";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { ApplyPlan } from "./ApplyPlan";
import { Editor, goToLine } from "./Editor";
import { FileProblems } from "./FileProblems";
import { PlanView } from "./PlanView";
import { type Applied, kindsToPrune, type Prunable, planFile, policyQuery } from "./policyFile";

const AS_IT_IS = { read: (text: string) => text, write: (text: string) => text };

/** The policy of a tenant, or without one of the whole center: edited, planned, applied. */
export function EditedFile({ tenant }: { tenant: string | undefined }) {
  const query = useQuery(policyQuery(tenant));
  return <QueryView query={query}>{(present) => <File tenant={tenant} present={present} />}</QueryView>;
}

function File({ tenant, present }: { tenant: string | undefined; present: string }) {
  const { policyFile } = useTexts();
  const [draft, setDraft] = useDraft(`policy-file-${tenant ?? ""}`, AS_IT_IS);
  const [prune, setPrune] = useState<Prunable[]>([]);
  const [applied, setApplied] = useState<Applied>();
  const area = useRef<TextAreaRef>(null);
  const result = useRef<HTMLElement>(null);
  const planning = useMutation({ mutationFn: planFile, onMutate: () => setApplied(undefined) });
  const text = draft ?? present;
  const planned = planning.variables;
  const outdated = planned?.text !== text || planned.prune !== prune;
  const wrongLines = planning.isError && !outdated ? asProblem(planning.error).errors.map(({ line }) => line) : [];
  const goTo = (line: number) => goToLine(area.current, line);
  // The answer lies below the editor.
  useEffect(() => {
    if (planning.isSuccess || planning.isError || applied) result.current?.focus();
  }, [planning.isSuccess, planning.isError, applied]);
  return (
    <>
      <FileButtons tenant={tenant} text={text} isEdited={draft !== undefined} replace={setDraft} />
      <Editor
        text={text}
        change={setDraft}
        area={area}
        wrongLines={[...new Set(wrongLines.filter((line) => typeof line === "number"))]}
      />
      <fieldset>
        <legend>{policyFile.prune}</legend>
        <Checkbox.Group<Prunable>
          value={prune}
          options={kindsToPrune(tenant).map((kind) => ({ value: kind, label: policyFile.prunable[kind] }))}
          onChange={setPrune}
        />
      </fieldset>
      <Flex gap={12} align="center" wrap>
        <Button
          type={planning.isSuccess && !outdated ? "default" : "primary"}
          loading={planning.isPending}
          onClick={() => planning.mutate({ tenant, text, prune })}
        >
          {policyFile.plan}
        </Button>
        <Typography.Text type="secondary">{policyFile.planHint}</Typography.Text>
      </Flex>
      <Flex component="section" vertical gap={12} ref={result} tabIndex={-1} aria-label={policyFile.result}>
        {planning.isError && <FileProblems error={planning.error} goTo={goTo} />}
        {planned && planning.isSuccess && (
          <>
            <PlanView plan={planning.data} goTo={goTo} />
            <ApplyPlan
              file={planned}
              plan={planning.data}
              outdated={outdated}
              goTo={goTo}
              onApplied={(made) => {
                planning.reset();
                setApplied(made);
              }}
            />
          </>
        )}
        {applied && <Alert type="success" showIcon title={policyFile.applied(applied.changes, applied.revision)} />}
        {applied && <Enforcement revision={applied.revision} />}
      </Flex>
    </>
  );
}

interface FileButtonsProps {
  tenant: string | undefined;
  text: string;
  isEdited: boolean;
  /** Without a text: by the present policy. */
  replace: (text: string | undefined) => void;
}

/** Opens a file, saves the text, or goes back to the present policy. What was typed goes only after a question. */
function FileButtons({ tenant, text, isEdited, replace }: FileButtonsProps) {
  const { policyFile } = useTexts();
  const { notification } = App.useApp();
  const [next, setNext] = useState<{ text: string | undefined }>();
  const open = (text: string) => (isEdited ? setNext({ text }) : replace(text));
  const read = async (file: Blob) => {
    try {
      open(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()));
    } catch {
      notification.error({ title: policyFile.notReadable, description: policyFile.notReadableHint });
    }
  };
  return (
    <Flex gap={8} align="center" wrap>
      <YamlFile
        name={`${tenant ?? "center"}.policy.yaml`}
        text={() => text}
        read={(file) => void read(file)}
        labels={policyFile}
      />
      {isEdited && <Button onClick={() => setNext({ text: undefined })}>{policyFile.discard}</Button>}
      {isEdited && <Tag color="orange">{policyFile.edited}</Tag>}
      {next && (
        <ConfirmDanger
          title={policyFile.replaceTitle}
          okText={policyFile.replace}
          losses={[policyFile.editsGo]}
          action={async () => replace(next.text)}
          close={() => setNext(undefined)}
        />
      )}
    </Flex>
  );
}
