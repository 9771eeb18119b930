/** Where somebody was when they left for the company's sign-in: this tab comes back there. */

const KEY = "way-back";

/** Remember this page. */
export function rememberReturnPath(): void {
  sessionStorage.setItem(KEY, window.location.pathname + window.location.search);
}

/** The page of this console that was remembered, once; else its first page. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(KEY) ?? "/";
  sessionStorage.removeItem(KEY);
  return /^\/(?![/\\])/.test(path) ? path : "/";
}
