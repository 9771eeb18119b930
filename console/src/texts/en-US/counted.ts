/** `1 topic`, `1,200 topics`. */
export const counted = (n: number, one: string) => `${n.toLocaleString("en-US")} ${one}${n === 1 ? "" : "s"}`;
