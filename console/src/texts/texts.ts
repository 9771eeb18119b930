import type { zhCN } from "./zh-CN";

/** Chinese is the source: a missing or superfluous text in another language does not compile. */
export type Texts = typeof zhCN;
