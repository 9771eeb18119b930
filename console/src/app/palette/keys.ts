import { useEffect, useRef } from "react";

/** The second key after g, and its page. */
export const GO_KEYS: Record<string, string> = {
  h: "/",
  r: "/resources",
  w: "/why",
  c: "/credentials",
  u: "/users",
  o: "/roles",
  g: "/grants",
  q: "/requests",
  f: "/findings",
  a: "/trail",
  d: "/drift",
  b: "/brokers",
};

/** The keys that lead to a page, as people read them. */
export function keysTo(path: string): string | undefined {
  const letter = Object.keys(GO_KEYS).find((key) => GO_KEYS[key] === path);
  return letter && `g ${letter}`;
}

const STORAGE_KEY = "puc.keys";

/** Keys without Ctrl can be switched off (WCAG 2.1.4): who speaks to the browser would press them by words. */
export const singleKeys = {
  areOn: () => localStorage.getItem(STORAGE_KEY) !== "off",
  switch: (on: boolean) => localStorage.setItem(STORAGE_KEY, on ? "on" : "off"),
};

export interface KeyActions {
  search: () => void;
  showKeys: () => void;
  goTo: (path: string) => void;
}

const TYPING = "input, textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu]";

/** Whether a key belongs to something else: what is typed into, an open dialog or menu. */
function belongsElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey) return true;
  if (event.target instanceof Element && event.target.closest(TYPING)) return true;
  return document.querySelector("[role=dialog]") !== null;
}

/** The keys of the console. After g, the next key alone decides. None works without actions. */
export function useKeys(actions: KeyActions | undefined): void {
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    let afterG = false;
    const press = (event: KeyboardEvent) => {
      const path = afterG ? GO_KEYS[event.key] : undefined;
      afterG = false;
      if (current.current === undefined || belongsElsewhere(event)) return;
      const { search, showKeys, goTo } = current.current;
      const withControl = event.ctrlKey || event.metaKey;
      const action = withControl
        ? { k: search }[event.key]
        : singleKeys.areOn()
          ? path
            ? () => goTo(path)
            : { "/": search, "?": showKeys }[event.key]
          : undefined;
      afterG = !withControl && !path && event.key === "g";
      if (!action) return;
      // Browsers search by Ctrl+K and by /.
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
