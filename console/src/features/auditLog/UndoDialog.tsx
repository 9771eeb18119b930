import { useMutation, useQuery } from "@tanstack/react-query";
import { Flex, Skeleton, Typography } from "antd";
import { asProblem } from "../../api/problem";
import type { TrailEntry } from "../../api/types";
import { Dialog } from "../../components/dialogs/Dialog";
import { useRefresh } from "../../components/page/useChange";
import { SimulationResult } from "../../components/rights/SimulationResult";
import { ErrorState } from "../../components/states/ErrorState";
import { ChangeText } from "../../components/values/ChangeText";
import { useTexts } from "../../texts/language";
import { rehearseUndo, undoChanges } from "./trail";

interface UndoDialogProps {
  entries: TrailEntry[];
  onDone: (revision: number | null) => void;
  close: () => void;
}

const TOO_MUCH = "too_much_to_simulate";

/** Rehearses the opposite of these changes, shows what it opens and takes, and makes it. Mount it to open it. */
export function UndoDialog({ entries, onDone, close }: UndoDialogProps) {
  const { auditLog } = useTexts();
  const refresh = useRefresh();
  const rehearsal = useQuery({
    queryKey: ["trail", "undo", entries.map(({ id }) => id)],
    queryFn: () => rehearseUndo(entries),
    retry: false,
    gcTime: 0,
  });
  const undo = useMutation({
    mutationFn: () => undoChanges(entries),
    onSuccess: ({ revision }) => {
      onDone(revision);
      close();
      return refresh();
    },
  });
  const tooMuch = rehearsal.isError && asProblem(rehearsal.error).code === TOO_MUCH;
  return (
    <Dialog
      title={auditLog.undoTitle(entries.length)}
      width={680}
      okText={auditLog.undo}
      okButtonProps={{ danger: true, disabled: !(rehearsal.isSuccess || tooMuch) }}
      initialFocus=".ant-modal-footer button"
      onOk={() => undo.mutate()}
      onCancel={close}
      confirmLoading={undo.isPending}
    >
      <Flex vertical gap={12}>
        <div>
          <Typography.Text>{auditLog.undoLead}</Typography.Text>
          <ul style={{ margin: "4px 0 0", paddingInlineStart: 20, overflowWrap: "anywhere" }}>
            {entries.map((entry) => (
              <li key={entry.id}>
                <span className="mono">{entry.actor}</span>: <ChangeText entry={entry} />
              </li>
            ))}
          </ul>
        </div>
        <div aria-live="polite">
          {rehearsal.isPending && <Skeleton active paragraph={{ rows: 2 }} title={false} />}
          {rehearsal.isError && !undo.isError && <ErrorState error={rehearsal.error} />}
          {rehearsal.isSuccess && <SimulationResult simulation={rehearsal.data} />}
        </div>
        <Typography.Text type="secondary">{auditLog.undoHint}</Typography.Text>
        {undo.isError && <ErrorState error={undo.error} />}
      </Flex>
    </Dialog>
  );
}
