import { useEffect, useState } from "react";
import { draftKey } from "../../api/drafts";
import { useSession } from "../../api/session";
import { useDraft } from "../../components/page/useDraft";
import { type Line, type Mapping, mappingOf, orderedLines } from "./mapping";

export interface EditedMapping {
  mapping: Mapping;
  /** The mapping differs from the rehearsed one. */
  edited: boolean;
  change: (next: Mapping) => void;
  discard: () => void;
}

/** The mapping of an import while somebody edits it. Changes survive another step and a reload, in this tab. */
export function useMapping(run: number, draft: Mapping): EditedMapping {
  const [changedMapping, setChangedMapping] = useDraft(storageKey(run), AS_TEXT);
  return {
    mapping: changedMapping ?? draft,
    edited: changedMapping !== undefined,
    change: setChangedMapping,
    discard: () => setChangedMapping(undefined),
  };
}

/** Whether the mapping has changes that were not rehearsed. */
export function useHasChanges(run: number): boolean {
  const key = draftKey(useSession().user.id, storageKey(run));
  const [hasChanges, setHasChanges] = useState(false);
  // In an effect, because the table of roles stores its changes when it is unmounted.
  useEffect(() => setHasChanges(sessionStorage.getItem(key) !== null), [key]);
  return hasChanges;
}

const storageKey = (run: number) => `import-mapping-${run}`;

const AS_TEXT = {
  read: (text: string) => {
    const { manage, lines } = JSON.parse(text) as { manage: boolean; lines: Line[] };
    return mappingOf(manage, lines);
  },
  write: (mapping: Mapping) => JSON.stringify({ manage: mapping.manageSubscriptions, lines: orderedLines(mapping) }),
};
