import { frame } from "./frame";
import { general } from "./general";
import { identity } from "./identity";
import { security } from "./security";

/** The texts of the first page: signing in. */
export const startTexts = { frame, general, identity, security };
