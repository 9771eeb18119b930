import { useEffect, useRef, useState } from "react";
import { draftKey, mayKeep } from "../../api/drafts";
import { useSession } from "../../api/session";

/** How something that is edited is kept as text. */
interface Kept<T> {
  read: (text: string) => T;
  write: (draft: T) => string;
}

/** What somebody is editing; undefined: nothing yet. Survives another page and a reload, in this tab and until
 * the sign-out. */
export function useDraft<T>(name: string, kept: Kept<T>): [T | undefined, (next: T | undefined) => void] {
  const userId = useSession().user.id;
  const key = draftKey(userId, name);
  const [draft, setDraft] = useState(() => readDraft(key, kept));
  const latest = useRef(draft);
  latest.current = draft;
  // Stored when the page is left, not at every key: it may be a megabyte.
  useEffect(() => {
    const store = () => {
      if (mayKeep(userId)) storeDraft(key, latest.current === undefined ? undefined : kept.write(latest.current));
    };
    window.addEventListener("pagehide", store);
    return () => {
      window.removeEventListener("pagehide", store);
      store();
    };
  }, [key, userId, kept]);
  return [draft, setDraft];
}

function readDraft<T>(key: string, kept: Kept<T>): T | undefined {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : kept.read(text);
}

function storeDraft(key: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Too large for the browser: the draft lasts as long as the page.
  }
}
