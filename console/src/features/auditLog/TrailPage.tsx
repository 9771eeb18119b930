import { Button, Flex, type TableColumnsType, Tag, Typography } from "antd";
import { useState } from "react";
import { useSession } from "../../api/session";
import type { TrailEntry } from "../../api/types";
import { Enforcement } from "../../components/brokers/Enforcement";
import type { ListPage, PageQuery } from "../../components/lists/listPage";
import { ServerTable } from "../../components/lists/ServerTable";
import { Page } from "../../components/page/Page";
import { useReader } from "../../components/rights/useReader";
import { EmptyState } from "../../components/states/EmptyState";
import { ChangeText } from "../../components/values/ChangeText";
import { Moment } from "../../components/values/Moment";
import { mayAdminister } from "../../permissions";
import { useLanguage, useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { Difference } from "./Difference";
import { Origin } from "./Origin";
import { zoneText } from "./period";
import { TrailExport } from "./TrailExport";
import { TrailFilters } from "./TrailFilters";
import { TrailHead } from "./TrailHead";
import { loadTrail, tableAddress, useTrailAddress } from "./trail";
import { UndoDialog } from "./UndoDialog";

/** `sameChange`: made together with the entry above, so revision, time, actor and credential are not repeated. */
type Row = TrailEntry & { sameChange: boolean };

const mayBeUndone = (entry: TrailEntry) => entry.undoable && !entry.undone;

/** The audit log, newest first. A row opens to its origin and to the values before and after. */
export default function TrailPage() {
  const texts = useTexts();
  const { auditLog, frame } = texts;
  const { language } = useLanguage();
  const address = useTrailAddress();
  const reader = useReader();
  const mayUndo = reader !== undefined && (reader.administrator || reader.administers);
  const [selected, select] = useState<Row[]>([]);
  const [undoing, undo] = useState<TrailEntry[]>([]);
  const [revision, setRevision] = useState<number | null>(null);
  const load = async (page: PageQuery) => markSameChange(await loadTrail(address.query)(page));
  return (
    <Page
      title={frame.trail}
      hint={auditLog.trailHint}
      actions={
        <>
          {mayAdminister(useSession()) && <TrailHead />}
          <TrailExport table={tableAddress(address.query)} />
        </>
      }
    >
      {revision !== null && <Enforcement revision={revision} close={() => setRevision(null)} />}
      {selected.length > 0 && (
        <Flex gap={8} align="center">
          <Typography.Text type="secondary">{auditLog.chosen(selected.length)}</Typography.Text>
          <Button onClick={() => undo(selected)}>{auditLog.undoMany}</Button>
        </Flex>
      )}
      <ServerTable<Row>
        queryKey={["trail", address.query]}
        load={load}
        columns={[...columns(texts, language), ...(mayUndo ? [undoColumn(texts, (entry) => undo([entry]))] : [])]}
        rowKey={(entry) => entry.id}
        search={texts.general.search}
        filters={<TrailFilters {...address} />}
        select={mayUndo ? { selected, onSelect: select, may: mayBeUndone } : undefined}
        expand={(entry) => (
          <Flex vertical gap={12}>
            <Origin entry={entry} />
            <Difference before={entry.before} after={entry.after} />
          </Flex>
        )}
        empty={<EmptyState title={auditLog.noEntries} hint={auditLog.noEntriesHint} />}
      />
      {undoing.length > 0 && (
        <UndoDialog
          entries={undoing}
          onDone={(made) => {
            setRevision(made);
            select([]);
          }}
          close={() => undo([])}
        />
      )}
    </Page>
  );
}

function markSameChange(page: ListPage<TrailEntry>): ListPage<Row> {
  const items = page.items.map((entry, index) => ({
    ...entry,
    sameChange: page.items[index - 1]?.revision === entry.revision,
  }));
  return { ...page, items };
}

function columns({ auditLog }: Texts, language: string): TableColumnsType<Row> {
  return [
    {
      title: auditLog.timeIn(zoneText(language)),
      key: "time",
      width: 210,
      render: (_, entry) =>
        entry.sameChange ? (
          <Typography.Text type="secondary" title={auditLog.together(entry.revision)}>
            〃
          </Typography.Text>
        ) : (
          <Moment at={entry.time} seconds />
        ),
    },
    {
      title: auditLog.actor,
      key: "actor",
      width: 230,
      render: (_, entry) => !entry.sameChange && <Actor entry={entry} />,
    },
    {
      title: auditLog.change,
      key: "change",
      render: (_, entry) => <ChangeText entry={entry} />,
    },
    { title: auditLog.revision, key: "revision", width: 90, render: (_, { revision }) => revision },
  ];
}

function undoColumn({ auditLog, general }: Texts, undo: (entry: Row) => void): TableColumnsType<Row>[number] {
  return {
    title: general.actions,
    key: "undo",
    width: 110,
    render: (_, entry) =>
      entry.undone ? (
        <Tag>{auditLog.undone}</Tag>
      ) : (
        entry.undoable && (
          <Button size="small" onClick={() => undo(entry)}>
            {auditLog.undo}
          </Button>
        )
      ),
  };
}

function Actor({ entry }: { entry: Row }) {
  const { auditLog } = useTexts();
  const kind = entry.credential?.split(":")[0] ?? "";
  const origin = [auditLog.credentials[kind] ?? entry.credential, entry.address].filter(Boolean).join(" · ");
  return (
    <Flex vertical>
      <span>{entry.actor}</span>
      <Typography.Text type="secondary" title={entry.credential ?? undefined}>
        {origin}
      </Typography.Text>
    </Flex>
  );
}
