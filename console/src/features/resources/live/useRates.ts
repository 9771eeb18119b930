import { useEffect, useState } from "react";
import type { TopicNumbers } from "../../../api/types";

/** Messages per second at a moment (epoch ms). */
export interface Point {
  at: number;
  in: number;
  out: number;
}

interface Reading {
  at: number;
  stats: TopicNumbers;
}

/** Ten minutes of reads every five seconds. */
const MOST_READS = 120;

/**
 * The rates of the last minutes, from what the page has read since it opened. Pulsar's own rates are averages of a
 * minute; the difference of its counters shows what happens now.
 */
export function useRates(stats: TopicNumbers, at: number): Point[] {
  const [reads, setReads] = useState<Reading[]>([]);
  useEffect(() => {
    setReads((earlier) => (earlier.at(-1)?.at === at ? earlier : [...earlier, { at, stats }].slice(-MOST_READS)));
  }, [stats, at]);
  return reads.slice(1).map((read, index) => ratesBetween(reads[index] ?? read, read));
}

function ratesBetween(previous: Reading, current: Reading): Point {
  const seconds = (current.at - previous.at) / 1000;
  const increase = (name: "msg_in_counter" | "msg_out_counter") => current.stats[name] - previous.stats[name];
  const [messagesIn, messagesOut] = [increase("msg_in_counter"), increase("msg_out_counter")];
  // A broker that loads the topic anew counts from zero.
  if (seconds <= 0 || messagesIn < 0 || messagesOut < 0)
    return { at: current.at, in: current.stats.msg_rate_in, out: current.stats.msg_rate_out };
  return { at: current.at, in: messagesIn / seconds, out: messagesOut / seconds };
}
