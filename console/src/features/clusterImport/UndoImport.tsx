import { useQuery } from "@tanstack/react-query";
import { Button, Flex, Typography } from "antd";
import { useState } from "react";
import type { ClusterImport } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { rehearseUndo, undoImport } from "./imports";
import { LineTable } from "./LineTable";
import { Sentence } from "./Sentence";

/** Undoes an import that made something; shows first what it removes and what stays. */
export function UndoImport({ run }: { run: ClusterImport }) {
  const { clusterImport } = useTexts();
  const [open, setOpen] = useState(false);
  if (run.applied === 0) return null;
  return (
    <Flex>
      <Button danger onClick={() => setOpen(true)}>
        {clusterImport.undo}
      </Button>
      {open && <UndoDialog run={run} close={() => setOpen(false)} />}
    </Flex>
  );
}

function UndoDialog({ run, close }: { run: ClusterImport; close: () => void }) {
  const { clusterImport } = useTexts();
  const rehearsal = useQuery({
    queryKey: ["import-undo", run.id],
    queryFn: () => rehearseUndo(run),
    gcTime: 0,
    retry: false,
  });
  const things: Record<string, string> = clusterImport.thing;
  const losses = Object.entries(rehearsal.data?.goes ?? {}).map(([kind, number]) =>
    clusterImport.goes(things[kind] ?? kind, number),
  );
  return (
    <ConfirmDanger
      title={clusterImport.undoTitle}
      okText={clusterImport.undo}
      lead={clusterImport.undoLead}
      losses={losses}
      loading={!rehearsal.isSuccess}
      action={() => undoImport(run)}
      close={close}
    >
      <QueryView query={rehearsal}>
        {(result) => <KeptItems keeps={result.keeps} total={result.keeps_total} />}
      </QueryView>
    </ConfirmDanger>
  );
}

type KeptItem = Awaited<ReturnType<typeof rehearseUndo>>["keeps"][number];

/** What stays, and why. */
function KeptItems({ keeps, total }: { keeps: KeptItem[]; total: number }) {
  const { clusterImport, general } = useTexts();
  const things: Record<string, string> = clusterImport.thing;
  if (total === 0) return <Typography.Text>{clusterImport.nothingStays}</Typography.Text>;
  return (
    <LineTable<KeptItem>
      rows={keeps}
      total={total}
      columns={[
        { title: clusterImport.kind, key: "kind", render: (_, { kind }) => things[kind] ?? kind },
        { title: general.name, key: "name", render: (_, { name }) => <span className="mono">{name}</span> },
        {
          title: clusterImport.why,
          key: "why",
          render: (_, { why, code, values }) => <Sentence sentence={{ text: why, code, values }} />,
        },
      ]}
      rowKey={({ kind, name }) => `${kind} ${name}`}
      words={({ name, why }) => `${name} ${why}`}
      hint={clusterImport.hints.kept}
    />
  );
}
