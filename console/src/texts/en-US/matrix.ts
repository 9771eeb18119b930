import type { Texts } from "../texts";
import { counted } from "./counted";

export const matrix: Texts["matrix"] = {
  hint: "What several people hold on several resources. Press a letter to grant or revoke; nothing changes before you save.",
  people: "People",
  findPeople: "Find users or roles",
  otherPlaces: "Add other resources",
  places: "Resources",
  findPlaces: "Type the beginning of a name",
  type: "Type a name",
  atMost: (people, places) => `At most ${people} people and ${places} resources at a time.`,
  cut: (n) => `The link names ${n} more, which are not shown.`,
  missing: (n) =>
    `${n} in the link ${n === 1 ? "does" : "do"} not exist, or you may not see ${n === 1 ? "it" : "them"}.`,
  all: "All rights",
  empty: "Choose people and resources",
  emptyHint:
    "With people alone, you see the resources on which they have grants; with a resource alone, who has a grant there.",
  nobody: "Nobody has a grant here yet. Choose people first.",
  legend: {
    here: "granted here",
    role: "by a role, or a wider right",
    inherited: "inherited",
    added: "to be granted",
    removed: "to be revoked",
  },
  byRole: (role) => `by the role ${role}`,
  wider: "part of a wider right",
  notHeld: "not granted",
  keys: "Choose a letter to see what it means and where it comes from. Arrow keys move, Space grants or revokes.",
  tooMany: (n) =>
    `More than ${n.toLocaleString("en-US")} grants: too many for the matrix. See the page of this user or role.`,
  changes: (added, removed) => `${counted(added, "right")} to grant, ${removed.toLocaleString("en-US")} to revoke`,
  stays: (sources) => `still held: ${sources}`,
  discard: "Discard",
  trying: "Working out what this opens and takes…",
  tooManyToTry: (n) => `More than ${n} grants would change: too many to preview. Save in parts.`,
  saved: "Saved",
  undo: "Undo",
  undone: "Undone",
};
