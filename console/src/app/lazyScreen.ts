import { type ComponentType, lazy } from "react";
import { boundedFetch } from "../api/patientFetch";
import { Problem } from "../api/problem";

/** Screens are loaded when they are opened. The frame shows that one is being loaded, or that loading failed. */

const STORAGE_KEY = "puc.reloaded";
let loadingScreens = 0;
const listeners = new Set<() => void>();

/** Whether a screen is being loaded, for useSyncExternalStore. */
export const screenLoading = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  now: () => loadingScreens > 0,
};

/** A screen that is loaded from its own file. */
export function lazyScreen<P = object>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(() => {
    countLoading(1);
    return load()
      .catch(reloadOnce)
      .finally(() => countLoading(-1));
  });
}

function countLoading(change: number): void {
  loadingScreens += change;
  for (const notify of listeners) notify();
}

/** After an upgrade the file is gone: reload the page, which names the new one. Only once, to avoid an endless loop. */
export async function reloadOnce(): Promise<never> {
  const attempt = `${document.querySelector<HTMLScriptElement>("script[type=module]")?.src} ${window.location.pathname}`;
  const reachable = await boundedFetch("/health/live", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (reachable && sessionStorage.getItem(STORAGE_KEY) !== attempt) {
    sessionStorage.setItem(STORAGE_KEY, attempt);
    window.location.reload();
    return new Promise(() => undefined);
  }
  throw new Problem(0, { code: reachable ? "screen_missing" : "unreachable" });
}
