/** What people were editing, kept in this tab until they sign out or somebody else signs in. */
const BEGIN = "draft-";
/** Whose drafts are kept; null: nobody's. Undefined: nobody has signed in or out since the page was loaded. */
let keptFor: number | null | undefined;

/** Under what the storage of the tab has a draft of this user. */
export const draftKey = (userId: number, key: string) => `${BEGIN}${userId}-${key}`;

/** Whether a draft of this user may be stored: what has just left the screen comes after the sign-out. */
export const mayKeep = (userId: number) => keptFor === undefined || keptFor === userId;

/** Removes the drafts of all others, who would find them here in the tools of the browser. */
export function keepOnlyDraftsOf(userId: number | null): void {
  keptFor = userId;
  const isOfOthers = (key: string) =>
    key.startsWith(BEGIN) && (userId === null || !key.startsWith(draftKey(userId, "")));
  for (const key of Object.keys(sessionStorage).filter(isOfOthers)) sessionStorage.removeItem(key);
}
