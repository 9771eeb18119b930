import type { zhCN } from "./zh-CN";

/** Chinese is the source: a text that another language lacks, or has too much, does not compile. */
export type Texts = typeof zhCN;
