import { useMutation } from "@tanstack/react-query";
import { Button, Flex, Progress, Typography } from "antd";
import { useState } from "react";
import type { PolicyPlan } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { useRefresh } from "../../components/page/useChange";
import { useTexts } from "../../texts/language";
import { FileProblems } from "./FileProblems";
import { type Applied, applyFile, type PolicyFile } from "./policyFile";

const LOSSES_SHOWN = 15;

interface ApplyPlanProps {
  file: PolicyFile;
  plan: PolicyPlan;
  /** The file was changed since it was planned. */
  outdated: boolean;
  onApplied: (applied: Applied) => void;
  goTo: (line: number) => void;
}

/** Applies exactly what the plan shows, after a question that lists what is taken away or changed. */
export function ApplyPlan({ file, plan, outdated, onApplied, goTo }: ApplyPlanProps) {
  const { policyFile } = useTexts();
  const refresh = useRefresh();
  const [asks, ask] = useState(false);
  const [done, setDone] = useState(0);
  const applying = useMutation({
    mutationFn: () => applyFile(file, plan, setDone),
    onMutate: () => setDone(0),
    onSuccess: onApplied,
    onSettled: refresh,
  });
  const total = plan.changes.length;
  const deletions = plan.deletes_resources.length;
  const of = (wanted: string) => plan.changes.filter(({ action }) => action === wanted);
  const losses = [...of("delete"), ...of("change")].map(({ sentence }) => sentence);
  const more = losses.length - LOSSES_SHOWN;
  if (total === 0) return null;
  return (
    <Flex vertical gap={12} align="flex-start">
      <Button
        type="primary"
        danger={losses.length > 0}
        disabled={outdated}
        loading={applying.isPending}
        onClick={() => ask(true)}
      >
        {policyFile.apply}
      </Button>
      {outdated && <Typography.Text type="warning">{policyFile.outdated}</Typography.Text>}
      {applying.isPending && plan.remaining > 0 && (
        <Progress aria-label={policyFile.applying} percent={Math.floor((100 * done) / total)} status="active" />
      )}
      {applying.isError && <FileProblems error={applying.error} goTo={goTo} />}
      {applying.isError && done > 0 && <Typography.Text>{policyFile.partly(done, total)}</Typography.Text>}
      {asks && (
        <ConfirmDanger
          title={policyFile.applyTitle(total)}
          okText={policyFile.apply}
          lead={policyFile.takes(plan.delete, plan.change, plan.create)}
          losses={[...losses.slice(0, LOSSES_SHOWN), ...(more > 0 ? [policyFile.more(more)] : [])]}
          nameToType={deletions > 0 ? String(deletions) : undefined}
          action={async () => applying.mutate()}
          close={() => ask(false)}
        >
          {losses.length === 0 && policyFile.onlyAdds(plan.create)}
          {deletions > 0 && <Typography.Text type="danger">{policyFile.losesData(deletions)}</Typography.Text>}
        </ConfirmDanger>
      )}
    </Flex>
  );
}
