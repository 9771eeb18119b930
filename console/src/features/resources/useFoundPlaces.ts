import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { searchQuery } from "../../api/sharedQueries";
import { RESOURCE_TYPES, type ResourceType } from "../../api/types";
import { useDebounced } from "../../components/fields/useDebounced";
import { useTexts } from "../../texts/language";
import type { Place } from "./tree";

const isPlace = (kind: string): kind is ResourceType => RESOURCE_TYPES.some((type) => type === kind);

/** The places whose names begin with these letters, as a flat tree; no branches without letters. */
export function useFoundPlaces(q: string) {
  const { palette, place } = useTexts();
  const asked = useDebounced(q);
  const { data, error } = useQuery({ ...searchQuery(asked), placeholderData: keepPreviousData });
  if (q === "" || data === undefined) return { error: q === "" ? null : error, status: q && palette.searching };
  const branches = data.items.flatMap(({ kind, id, name }): Place[] =>
    isPlace(kind)
      ? [{ key: `found/${kind}:${id}`, node: { type: kind, id, name: shortName(name), full_name: name }, isLeaf: true }]
      : [],
  );
  const isOld = asked !== q;
  return { branches, error, status: isOld ? palette.searching : place.found(branches.length, data.more.some(isPlace)) };
}

/** `persistent://acme/orders/created` → `acme/orders/created`: the kind of a topic stands beside its name. */
const shortName = (name: string) => name.slice(name.indexOf("://") + 1).replace(/^\/\//, "");
