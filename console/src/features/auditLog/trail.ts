import { answer, answerWithRevision } from "../../api/answer";
import { client } from "../../api/client";
import type { paths } from "../../api/schema.gen";
import type { TrailEntry } from "../../api/types";
import type { PageQuery } from "../../components/lists/listPage";
import { useListAddress } from "../../components/lists/useListAddress";
import { useReader } from "../../components/rights/useReader";
import { type Period, PRESETS, timesOf } from "./period";
import { type Place, placeFromParams } from "./place";

type Query = NonNullable<paths["/api/v1/trail"]["get"]["parameters"]["query"]>;
/** What the list is filtered by; names of several are separated by commas. */
type TrailFilter = Partial<Record<"entity" | "action" | "actor" | "credential" | "request_id", string>>;

export interface TrailAddress {
  filter: TrailFilter;
  period: Period;
  place: Place | undefined;
  set: (changes: Record<string, string | undefined>) => void;
  /** All of that as the API takes it. */
  query: Query;
}

/** The filter in the address. Only administrators see the changes of everything; others see those of one place. */
export function useTrailAddress(): TrailAddress {
  const { get, set } = useListAddress();
  const [firstPlace] = useReader()?.reads ?? [];
  const filter: TrailFilter = {
    entity: get("entity"),
    action: get("action"),
    actor: get("actor"),
    credential: get("credential"),
    request_id: get("request_id"),
  };
  const period: Period = { preset: get("when", PRESETS), from: get("from"), to: get("to") };
  const place =
    placeFromParams(get("res_type"), get("res_id")) ??
    (firstPlace && placeFromParams(String(firstPlace.res_type), String(firstPlace.res_id)));
  const query = { ...filter, ...place, ...timesOf(period), q: get("q") };
  return { filter, period, place, set, query };
}

/** A page, newest first. By time where days are named: the index of times finds days long ago, too. */
export const loadTrail = (query: Query) => (page: PageQuery) => {
  const dated = query.from_time !== undefined || query.until_time !== undefined;
  const sort = dated ? "-time" : "-id";
  return answer(client.GET("/api/v1/trail", { params: { query: { ...query, ...page, sort } } }));
};

/** The address of the table with all pages. */
export function tableAddress(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  return `/api/v1/trail/table?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** The address of every entry with its hashes. */
export const EVERY_ENTRY = "/api/v1/trail/export";

/** The address of everything as it was at a revision. */
export const stateAddress = (revision: number) => `/api/v1/trail/state?revision=${revision}`;

/** Throws what the center says when it does not know the revision: a download would only fail. */
export async function checkState(revision: number): Promise<void> {
  const body = await answer(client.GET("/api/v1/trail/state", { params: { query: { revision } }, parseAs: "stream" }));
  await body?.cancel();
}

const numbers = (entries: TrailEntry[]) => entries.map(({ id }) => id);

/** What undoing would open and take; throws what undoing would throw. */
export const rehearseUndo = (entries: TrailEntry[]) =>
  answer(client.POST("/api/v1/access/simulate", { body: { changes: { undo: numbers(entries) }, all: true } }));

export const undoChanges = (entries: TrailEntry[]) =>
  answerWithRevision(client.POST("/api/v1/trail/undo", { body: { entries: numbers(entries) } }));

export const readHead = () => answer(client.GET("/api/v1/trail/head"));
