/** The page from which somebody left for the company's sign-in; this tab returns to it. */

const KEY = "way-back";

/** Remember this page. */
export function rememberReturnPath(): void {
  sessionStorage.setItem(KEY, window.location.pathname + window.location.search);
}

/** The remembered page, which is then forgotten; else the first page. */
export function takeReturnPath(): string {
  const path = sessionStorage.getItem(KEY) ?? "/";
  sessionStorage.removeItem(KEY);
  return /^\/(?![/\\])/.test(path) ? path : "/";
}
