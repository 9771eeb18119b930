/** State of a request → colour; all others are grey. */
export const stateColors: Record<string, string> = {
  with_main: "orange",
  open: "blue",
  approved: "green",
  refused: "red",
};
