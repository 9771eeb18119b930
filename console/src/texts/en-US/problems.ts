import type { Texts } from "../texts";
import { problemCodes } from "./problemCodes";

export const problems: Texts["problems"] = {
  general: "This was not done",
  code: "Code",
  of: (what, names) => `${what}: ${names.join(", ")}`,
  inEnglish: "The center's own words",
  beside: (_, said) => said,
  sentences: {},
  withValues: {},
  codes: problemCodes,
};
