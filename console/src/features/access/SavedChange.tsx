import { useMutation } from "@tanstack/react-query";
import { Button, Flex } from "antd";
import { useEffect, useRef, useState } from "react";
import { Enforcement } from "../../components/brokers/Enforcement";
import { useRefresh } from "../../components/page/useChange";
import { ErrorState } from "../../components/states/ErrorState";
import { useTexts } from "../../texts/language";
import { changeGrants } from "./grants";
import type { GrantChanges } from "./matrix";

const UNDO_MS = 60_000;
const SECOND = 1000;

export interface Saved {
  revision: number | null;
  clusters: number[];
  /** The opposite change; null after it was made. */
  undo: GrantChanges | null;
}

/** After a change: how many brokers enforce it, and for a minute the way back. */
export function SavedChange({ saved, setSaved }: { saved: Saved; setSaved: (saved: Saved | undefined) => void }) {
  const { matrix } = useTexts();
  const refresh = useRefresh();
  const box = useRef<HTMLDivElement>(null);
  // What was pressed is gone.
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  const undoing = useMutation({
    mutationFn: changeGrants,
    onSuccess: ({ revision }) => setSaved({ ...saved, revision, undo: null }),
    onSettled: refresh,
  });
  const { undo } = saved;
  return (
    <Flex vertical gap={8} ref={box} tabIndex={-1} data-testid="saved">
      <Flex gap={12} align="center" wrap>
        <strong role="status">{undo ? matrix.saved : matrix.undone}</strong>
        {undo && <UndoButton isPending={undoing.isPending} undo={() => undoing.mutate(undo)} />}
      </Flex>
      {undoing.isError && <ErrorState error={undoing.error} />}
      {saved.revision !== null && (
        <Enforcement
          key={saved.revision}
          revision={saved.revision}
          clusterIds={saved.clusters}
          close={() => setSaved(undefined)}
        />
      )}
    </Flex>
  );
}

function UndoButton({ undo, isPending }: { undo: () => void; isPending: boolean }) {
  const { general, matrix } = useTexts();
  const [end] = useState(() => Date.now() + UNDO_MS);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, []);
  if (now >= end && !isPending) return null;
  return (
    <Button onClick={undo} loading={isPending}>
      {matrix.undo} <span aria-hidden>({general.seconds(Math.max(0, Math.ceil((end - now) / SECOND)))})</span>
    </Button>
  );
}
