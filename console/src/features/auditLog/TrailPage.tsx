import { Flex, Input, Select, type TableColumnsType, Tag, Typography } from "antd";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { useSession } from "../../api/session";
import type { TrailEntry } from "../../api/types";
import { ListFilter } from "../../components/lists/ListFilter";
import type { ListPage, PageQuery } from "../../components/lists/listPage";
import { ServerTable } from "../../components/lists/ServerTable";
import { useListAddress } from "../../components/lists/useListAddress";
import { Page } from "../../components/page/Page";
import { useReader } from "../../components/rights/useReader";
import { EmptyState } from "../../components/states/EmptyState";
import { Moment } from "../../components/values/Moment";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { Difference } from "./Difference";
import { Origin } from "./Origin";
import { type Place, placeFromParams } from "./place";

type Filter = {
  entity?: string;
  action?: string;
  actor?: string;
  credential?: string;
  request_id?: string;
};

const OWNER_FIELDS: Record<string, string[]> = {
  grant: ["role_name", "resource"],
  access_request: ["receiver", "resource"],
  registration: ["username", "group_name"],
  client_secret: ["user", "hint"],
  client_key: ["user", "name"],
  token: ["user", "name"],
  cluster_credential: ["hint"],
};

/** `sameChange`: made together with the entry above, so revision, time, actor and credential are not repeated. */
type Row = TrailEntry & { sameChange: boolean };

/** The audit log, newest first. A row opens to its origin and to the values before and after. */
export default function TrailPage() {
  const texts = useTexts();
  const { auditLog, frame } = texts;
  const { get, set } = useListAddress();
  const filter: Filter = {
    entity: get("entity"),
    action: get("action"),
    actor: get("actor"),
    credential: get("credential"),
    request_id: get("request_id"),
  };
  const [firstPlace] = useReader()?.reads ?? [];
  // Only administrators see the changes of everything; others see those of one place.
  const place =
    placeFromParams(get("res_type"), get("res_id")) ??
    (firstPlace && placeFromParams(String(firstPlace.res_type), String(firstPlace.res_id)));
  const load = async (page: PageQuery) =>
    markSameChange(
      await answer(client.GET("/api/v1/trail", { params: { query: { ...page, ...filter, ...place, sort: "-id" } } })),
    );
  return (
    <Page title={frame.trail} hint={auditLog.trailHint}>
      <ServerTable<Row>
        queryKey={["trail", filter, place]}
        load={load}
        columns={columns(texts)}
        rowKey={(entry) => entry.id}
        search={texts.general.search}
        filters={
          <>
            <PlaceSelect place={place} change={set} />
            <TrailFilters filter={filter} change={set} />
          </>
        }
        expand={(entry) => (
          <Flex vertical gap={12}>
            <Origin entry={entry} />
            <Difference before={entry.before} after={entry.after} />
          </Flex>
        )}
        empty={<EmptyState title={auditLog.noEntries} hint={auditLog.noEntriesHint} />}
      />
    </Page>
  );
}

/** The places of which the reader may see the changes; administrators see all of them. */
function PlaceSelect({
  place,
  change,
}: {
  place: Place | undefined;
  change: (place: Record<keyof Place, string>) => void;
}) {
  const { access, auditLog, general } = useTexts();
  const reads = useReader()?.reads ?? [];
  if (reads.length === 0 || place === undefined) return null;
  const isShownPlace = ({ res_type, res_id }: Place) => res_type === place.res_type && res_id === place.res_id;
  return (
    <Select
      aria-label={access.resource}
      placeholder={auditLog.otherPlace}
      style={{ minWidth: 220 }}
      value={reads.find(isShownPlace) && reads.findIndex(isShownPlace)}
      options={reads.map(({ res_type, resource }, value) => ({
        value,
        label: res_type ? resource : general.types.root,
      }))}
      onChange={(index: number) =>
        change({ res_type: String(reads[index]?.res_type), res_id: String(reads[index]?.res_id) })
      }
    />
  );
}

function TrailFilters({ filter, change }: { filter: Filter; change: (filter: Filter) => void }) {
  const { auditLog } = useTexts();
  const administrator = mayAdminister(useSession());
  return (
    <>
      <ListFilter
        label={auditLog.what}
        placeholder={auditLog.anyEntity}
        width={160}
        value={filter.entity}
        options={Object.entries(auditLog.entities).map(([value, label]) => ({ value, label }))}
        change={(entity) => change({ entity })}
      />
      {filter.action && (
        <ExactFilter label={auditLog.action} value={filter.action} change={(action) => change({ action })} />
      )}
      <ExactFilter label={auditLog.byActor} value={filter.actor} change={(actor) => change({ actor })} />
      {administrator && (
        <ExactFilter
          label={auditLog.byCredential}
          value={filter.credential}
          change={(credential) => change({ credential })}
        />
      )}
      {administrator && (
        <ExactFilter
          label={auditLog.byRequest}
          value={filter.request_id}
          change={(request_id) => change({ request_id })}
        />
      )}
    </>
  );
}

interface ExactFilterProps {
  label: string;
  value: string | undefined;
  change: (value: string | undefined) => void;
}

function ExactFilter({ label, value, change }: ExactFilterProps) {
  return (
    <Input.Search
      key={value}
      defaultValue={value}
      allowClear
      placeholder={label}
      aria-label={label}
      style={{ width: 200 }}
      onSearch={(value) => change(value.trim() || undefined)}
    />
  );
}

function markSameChange(page: ListPage<TrailEntry>): ListPage<Row> {
  const items = page.items.map((entry, index) => ({
    ...entry,
    sameChange: page.items[index - 1]?.revision === entry.revision,
  }));
  return { ...page, items };
}

function columns({ auditLog }: Texts): TableColumnsType<Row> {
  return [
    {
      title: auditLog.revision,
      key: "revision",
      width: 100,
      render: (_, entry) =>
        entry.sameChange ? (
          <Typography.Text type="secondary" title={auditLog.together(entry.revision)}>
            〃
          </Typography.Text>
        ) : (
          entry.revision
        ),
    },
    { title: auditLog.time, key: "time", render: (_, entry) => (entry.sameChange ? null : <Moment at={entry.time} />) },
    { title: auditLog.actor, key: "actor", render: (_, entry) => (entry.sameChange ? null : entry.actor) },
    {
      title: auditLog.credential,
      key: "credential",
      render: (_, entry) => (entry.sameChange ? null : <CredentialCell entry={entry} />),
    },
    {
      title: auditLog.action,
      key: "action",
      render: (_, entry) => <span title={entry.action}>{verb(entry.action, auditLog)}</span>,
    },
    {
      title: auditLog.what,
      key: "what",
      render: (_, entry) => (
        <Flex gap={8} align="center" wrap>
          <Tag>{auditLog.entities[entry.entity] ?? entry.entity}</Tag>
          <span className="mono">{entry.key}</span>
          <span className="long">{ownerText(entry)}</span>
        </Flex>
      ),
    },
  ];
}

function CredentialCell({ entry }: { entry: Row }) {
  const { auditLog } = useTexts();
  const kind = entry.credential?.split(":")[0] ?? "";
  return (
    <Flex vertical>
      <span title={entry.credential ?? undefined}>{auditLog.credentials[kind] ?? entry.credential ?? "—"}</span>
      {entry.address && <Typography.Text type="secondary">{entry.address}</Typography.Text>}
    </Flex>
  );
}

/** The owner or place of an entity whose key is only a number. */
function ownerText({ entity, before, after }: TrailEntry): string {
  const facts = (after ?? before ?? {}) as Record<string, unknown>;
  const names = OWNER_FIELDS[entity]?.map((field) => facts[field]).filter((name) => typeof name === "string") ?? [];
  return names.join(" · ");
}

/** `user.secret_create` → its meaning; the code itself if the console does not know it yet. */
function verb(action: string, auditLog: Texts["auditLog"]): string {
  return auditLog.verbs[action.slice(action.indexOf(".") + 1)] ?? action;
}
