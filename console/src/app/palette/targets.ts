import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { paths } from "../../api/schema.gen";
import { useSession } from "../../api/session";
import { searchQuery } from "../../api/sharedQueries";
import { useDebounced } from "../../components/fields/useDebounced";
import { useReader } from "../../components/rights/useReader";
import { isSubAccount, type Reader, readsEverything } from "../../permissions";
import { useTexts } from "../../texts/language";
import { menuEntries } from "../menu";

type Answer = paths["/api/v1/search"]["get"]["responses"][200]["content"]["application/json"];
type Found = Answer["items"][number];

/** What the palette offers to go to. */
export interface Target {
  key: string;
  label: string;
  isName?: boolean;
  /** What it is, or the keys that lead there. */
  note?: string;
  path: string;
  /** The page opens its dialog that creates something. */
  creates?: boolean;
}

const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

/** The pages and the things to do whose words, or address, or entry of the menu, have these letters. */
export function usePages(q: string): Target[] {
  const texts = useTexts();
  const reader = useReader();
  const { frame, identity, requests, resources, security, usage } = texts;
  const administers = reader?.administrator === true;
  const entries = menuEntries(texts, reader);
  const hasOwnEntry = entries.some(({ pages }) => pages.some(({ path }) => path === "/credentials"));
  const targets: Omit<Target, "key">[] = [
    ...entries.flatMap(({ label: entry, pages }) =>
      pages.map(({ path, label }) => (pages.length > 1 ? { path, label, note: entry } : { path, label: entry })),
    ),
    ...(["creep", "denials", "runs"] as const)
      .filter((tab) => tab !== "runs" || (reader && readsEverything(reader)))
      .map((tab) => ({ label: usage.tabs[tab], path: `/usage?tab=${tab}`, note: usage.title })),
    { label: requests.ask, path: "/requests/new" },
    ...(administers ? [{ label: resources.register, path: "/resources", creates: true }] : []),
    ...(administers ? [{ label: identity.create, path: "/users", creates: true }] : []),
    { label: requests.nav.notices, path: "/notices" },
    ...(hasOwnEntry ? [] : [{ label: frame.credentials, path: "/credentials" }]),
    { label: frame.changePassword, path: "/password" },
    { label: security.title, path: "/security" },
  ];
  return targets
    .filter(({ label, path, note }) => has(label, q) || has(path, q) || has(note ?? "", q))
    .map((target) => ({ ...target, key: `page ${target.label}` }));
}

/** What the center finds. Until it has answered, what it found before and still has these letters. */
export function useFound(q: string) {
  const { palette } = useTexts();
  const reader = useReader();
  const subAccount = isSubAccount(useSession());
  const asked = useDebounced(q);
  const { data, error, refetch } = useQuery({ ...searchQuery(asked), placeholderData: keepPreviousData });
  const current = q === "" ? undefined : data;
  const targets = (current?.items ?? []).flatMap((found): Target[] => {
    const path = pathOf(found, reader, subAccount);
    if (path === null || !has(found.name, q)) return [];
    const note = palette.kinds[found.kind];
    return [{ key: `${found.kind} ${found.id}`, label: found.name, isName: true, note, path }];
  });
  return { targets, more: (current?.more ?? []).length > 0, error, refetch, isOld: asked !== q };
}

/** The page of what was found; null where the reader has none. */
function pathOf({ kind, id, name }: Found, reader: Reader | undefined, subAccount: boolean): string | null {
  if (kind === "user") return subAccount ? null : `/users/${id}`;
  if (kind === "role") return reader?.administrator ? `/roles/${id}` : null;
  if (kind === "group") return reader?.administrator ? `/groups?q=${encodeURIComponent(name)}` : null;
  return `/resources/${kind}/${id}`;
}
