import { type ComponentType, lazy } from "react";
import { boundedFetch } from "../api/again";
import { Problem } from "../api/problem";

/** Screens are loaded when they are opened. The frame shows that one is being loaded, or that loading failed. */

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

/** After an upgrade the file is gone: reload the page, which names the new one. Only once, or it might never end. */
async function reloadOnce(): Promise<never> {
  const attempt = `${document.querySelector<HTMLScriptElement>("script[type=module]")?.src} ${window.location.pathname}`;
  const answers = await boundedFetch("/health/live", { cache: "no-store" }).then(
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
