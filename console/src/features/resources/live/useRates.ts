import { useEffect, useState } from "react";
import type { TopicNumbers } from "../../../api/types";

/** Messages per second at a moment (epoch ms). */
export interface Point {
  at: number;
  in: number;
  out: number;
}

interface Read {
  at: number;
  stats: TopicNumbers;
}

/** Ten minutes of reads every five seconds. */
const MOST = 120;

/**
 * The rates of the last minutes, from what the page has read since it was opened. Pulsar's own rates are averages of a
 * minute; the difference of its counters shows what happens now.
 */
export function useRates(stats: TopicNumbers, at: number): Point[] {
  const [reads, setReads] = useState<Read[]>([]);
  useEffect(() => {
    setReads((before) => (before.at(-1)?.at === at ? before : [...before, { at, stats }].slice(-MOST)));
  }, [stats, at]);
  return reads.slice(1).map((read, index) => between(reads[index] ?? read, read));
}

function between(before: Read, now: Read): Point {
  const seconds = (now.at - before.at) / 1000;
  const difference = (name: "msg_in_counter" | "msg_out_counter") => now.stats[name] - before.stats[name];
  const [came, went] = [difference("msg_in_counter"), difference("msg_out_counter")];
  // A broker that loads the topic anew counts from zero.
  if (seconds <= 0 || came < 0 || went < 0)
    return { at: now.at, in: now.stats.msg_rate_in, out: now.stats.msg_rate_out };
  return { at: now.at, in: came / seconds, out: went / seconds };
}
