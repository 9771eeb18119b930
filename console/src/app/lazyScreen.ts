import { type ComponentType, lazy } from "react";
import { Problem } from "../api/problem";

/** Screens are loaded when they are opened. While one is on its way the frame shows it; one that never comes says so. */

const RELOADED = "puc.reloaded";
let onTheirWay = 0;
const listeners = new Set<() => void>();

/** Whether a screen is being loaded, for useSyncExternalStore. */
export const screenComing = {
  subscribe: (changed: () => void) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  },
  now: () => onTheirWay > 0,
};

/** A screen of its own file. */
export function lazyScreen<P = object>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(() => {
    count(1);
    return load()
      .catch(reloadOnce)
      .finally(() => count(-1));
  });
}

function count(change: number): void {
  onTheirWay += change;
  for (const changed of listeners) changed();
}

/** After an upgrade the file is gone, and a page that is read again knows the new one. Not twice: that would not end. */
async function reloadOnce(): Promise<never> {
  const attempt = `${document.querySelector<HTMLScriptElement>("script[type=module]")?.src} ${window.location.pathname}`;
  const answers = await fetch("/health/live", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (answers && sessionStorage.getItem(RELOADED) !== attempt) {
    sessionStorage.setItem(RELOADED, attempt);
    window.location.reload();
    return new Promise(() => undefined);
  }
  throw new Problem(0, { code: answers ? "screen_missing" : "unreachable" });
}
