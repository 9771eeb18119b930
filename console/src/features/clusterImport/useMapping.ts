import { useEffect, useRef, useState } from "react";
import { type Line, type Mapping, ofLines, ordered } from "./mapping";

export interface EditedMapping {
  mapping: Mapping;
  /** It differs from the rehearsed one. */
  edited: boolean;
  change: (next: Mapping) => void;
  discard: () => void;
}

/** The mapping of an import while somebody edits it. Changes outlive another step and a reload, in this tab. */
export function useMapping(run: number, draft: Mapping): EditedMapping {
  const [changed, setChanged] = useState(() => kept(run));
  const latest = useRef(changed);
  latest.current = changed;
  // Written when the page is left, and not at every key: it may be a megabyte.
  useEffect(() => {
    const write = () => keep(run, latest.current);
    window.addEventListener("pagehide", write);
    return () => {
      window.removeEventListener("pagehide", write);
      write();
    };
  }, [run]);
  return {
    mapping: changed ?? draft,
    edited: changed !== undefined,
    change: setChanged,
    discard: () => setChanged(undefined),
  };
}

/** Whether the mapping has changes that were not rehearsed. */
export function useHasChanges(run: number): boolean {
  const [has, setHas] = useState(false);
  // Later than the table of roles, which writes them as it goes.
  useEffect(() => setHas(sessionStorage.getItem(keyOf(run)) !== null), [run]);
  return has;
}

const keyOf = (run: number) => `import-mapping-${run}`;

function kept(run: number): Mapping | undefined {
  const text = sessionStorage.getItem(keyOf(run));
  if (text === null) return undefined;
  const { manage, lines } = JSON.parse(text) as { manage: boolean; lines: Line[] };
  return ofLines(manage, lines);
}

function keep(run: number, mapping: Mapping | undefined): void {
  try {
    if (!mapping) sessionStorage.removeItem(keyOf(run));
    else {
      const text = JSON.stringify({ manage: mapping.manageSubscriptions, lines: ordered(mapping) });
      sessionStorage.setItem(keyOf(run), text);
    }
  } catch {
    // Too large for the browser: the changes last as long as the page.
  }
}
