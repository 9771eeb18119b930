const DAYS_AT_FIRST = 7;
const DAY_MS = 24 * 3_600_000;

/**
 * When the user looked at the first page before (epoch ms), in this browser; at the first time a week ago. A tab keeps
 * its answer, so that reading the page again does not hide what it showed.
 */
export function sinceLastLook(userId: number): number {
  const key = `puc.look.${userId}`;
  const inTab = Number(sessionStorage.getItem(key));
  if (inTab) return inTab;
  const now = Date.now();
  const since = Number(localStorage.getItem(key)) || now - DAYS_AT_FIRST * DAY_MS;
  sessionStorage.setItem(key, String(since));
  localStorage.setItem(key, String(now));
  return since;
}
