import { useEffect, useRef, useState } from "react";
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
  const [changedMapping, setChangedMapping] = useState(() => storedMapping(run));
  const latest = useRef(changedMapping);
  latest.current = changedMapping;
  // Stored when the page is left, not at every key: it may be a megabyte.
  useEffect(() => {
    const store = () => storeMapping(run, latest.current);
    window.addEventListener("pagehide", store);
    return () => {
      window.removeEventListener("pagehide", store);
      store();
    };
  }, [run]);
  return {
    mapping: changedMapping ?? draft,
    edited: changedMapping !== undefined,
    change: setChangedMapping,
    discard: () => setChangedMapping(undefined),
  };
}

/** Whether the mapping has changes that were not rehearsed. */
export function useHasChanges(run: number): boolean {
  const [hasChanges, setHasChanges] = useState(false);
  // In an effect, because the table of roles stores its changes when it is unmounted.
  useEffect(() => setHasChanges(sessionStorage.getItem(storageKey(run)) !== null), [run]);
  return hasChanges;
}

const storageKey = (run: number) => `import-mapping-${run}`;

function storedMapping(run: number): Mapping | undefined {
  const text = sessionStorage.getItem(storageKey(run));
  if (text === null) return undefined;
  const { manage, lines } = JSON.parse(text) as { manage: boolean; lines: Line[] };
  return mappingOf(manage, lines);
}

function storeMapping(run: number, mapping: Mapping | undefined): void {
  try {
    if (!mapping) sessionStorage.removeItem(storageKey(run));
    else {
      const text = JSON.stringify({ manage: mapping.manageSubscriptions, lines: orderedLines(mapping) });
      sessionStorage.setItem(storageKey(run), text);
    }
  } catch {
    // Too large for the browser: the changes last as long as the page.
  }
}
