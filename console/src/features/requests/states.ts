/** Colours of the states of a request; those that are left out are grey. */
export const stateColors: Record<string, string> = {
  with_main: "gold",
  open: "blue",
  approved: "green",
  refused: "red",
};
