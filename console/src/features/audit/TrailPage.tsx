import { Flex, Input, Select, type TableColumnsType, Tag } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { TrailEntry } from "../../api/types";
import { EmptyState } from "../../components/EmptyState";
import type { PageQuery } from "../../components/listPage";
import { Moment } from "../../components/Moment";
import { Page } from "../../components/Page";
import { ServerTable } from "../../components/ServerTable";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { Difference } from "./Difference";

interface Filter {
  entity?: string;
  actor?: string;
}

/** Every change there ever was, newest first; a row opens to what it was before and after. */
export default function TrailPage() {
  const texts = useTexts();
  const { audit, frame } = texts;
  const [filter, setFilter] = useState<Filter>({});
  const load = (page: PageQuery) =>
    answer(client.GET("/api/v1/trail", { params: { query: { ...page, ...filter, sort: "-id" } } }));
  return (
    <Page title={frame.trail} hint={audit.trailHint}>
      <ServerTable<TrailEntry>
        name={["trail", filter]}
        load={load}
        columns={columns(texts)}
        rowKey={(entry) => entry.id}
        search={texts.general.search}
        filters={<Filters filter={filter} change={setFilter} />}
        expand={(entry) => <Difference before={entry.before} after={entry.after} />}
        empty={<EmptyState title={audit.noEntries} hint={audit.noEntriesHint} />}
      />
    </Page>
  );
}

function Filters({ filter, change }: { filter: Filter; change: (filter: Filter) => void }) {
  const { audit } = useTexts();
  return (
    <>
      <Select
        allowClear
        aria-label={audit.what}
        placeholder={audit.anyEntity}
        style={{ width: 160 }}
        value={filter.entity}
        options={Object.entries(audit.entities).map(([value, label]) => ({ value, label }))}
        onChange={(entity) => change({ ...filter, entity })}
      />
      <Input.Search
        allowClear
        placeholder={audit.byActor}
        aria-label={audit.byActor}
        style={{ width: 220 }}
        onSearch={(actor) => change({ ...filter, actor: actor || undefined })}
      />
    </>
  );
}

function columns({ audit }: Texts): TableColumnsType<TrailEntry> {
  return [
    { title: audit.revision, dataIndex: "revision", key: "revision", width: 100 },
    { title: audit.time, key: "time", render: (_, entry) => <Moment at={entry.time} /> },
    { title: audit.actor, dataIndex: "actor", key: "actor" },
    {
      title: audit.action,
      key: "action",
      render: (_, entry) => <span title={entry.action}>{verb(entry.action, audit)}</span>,
    },
    {
      title: audit.what,
      key: "what",
      render: (_, entry) => (
        <Flex gap={8} align="center">
          <Tag>{audit.entities[entry.entity] ?? entry.entity}</Tag>
          <span className="mono">{entry.key}</span>
        </Flex>
      ),
    },
  ];
}

/** `user.secret_create` → what that means; the code itself where it is newer than the console. */
function verb(action: string, audit: Texts["audit"]): string {
  return audit.verbs[action.slice(action.indexOf(".") + 1)] ?? action;
}
