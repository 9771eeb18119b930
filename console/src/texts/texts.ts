import type { zhCN } from "./zh-CN";

/** Chinese is the source: a text that is missing or superfluous in another language does not compile. */
export type Texts = typeof zhCN;
