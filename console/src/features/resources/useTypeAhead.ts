import { type Key, type KeyboardEvent, useRef } from "react";
import { type Branch, isMore } from "./tree";

const PAUSE_MS = 1000;

/** Letters go to the next visible name that begins with them, as trees of WAI-ARIA do. */
export function useTypeAhead(
  branches: Branch[],
  expandedKeys: string[],
  active: Key | null,
  setActive: (key: Key) => void,
) {
  const typed = useRef({ letters: "", at: 0 });
  return (event: KeyboardEvent) => {
    if (!/^[\p{L}\p{N}._-]$/u.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    // It is not one of the console's keys then.
    event.stopPropagation();
    const goesOn = event.timeStamp - typed.current.at < PAUSE_MS;
    const letters = (goesOn ? typed.current.letters : "") + event.key.toLowerCase();
    typed.current = { letters, at: event.timeStamp };
    const visible = visibleOf(branches, new Set(expandedKeys));
    const here = visible.findIndex(({ key }) => key === active);
    // More letters may still fit the same name; a single one goes on to the next.
    const start = letters.length > 1 ? Math.max(0, here) : here + 1;
    const around = [...visible.slice(start), ...visible.slice(0, start)];
    const match = around.find((branch) => !isMore(branch) && branch.node.name.toLowerCase().startsWith(letters));
    if (match) setActive(match.key);
  };
}

function visibleOf(branches: Branch[], expanded: ReadonlySet<string>): Branch[] {
  return branches.flatMap((branch) => [
    branch,
    ...(expanded.has(branch.key) ? visibleOf(branch.children ?? [], expanded) : []),
  ]);
}
