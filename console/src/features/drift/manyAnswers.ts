import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import type { DriftLine, LineResult } from "../../api/types";
import { type Answer, type DriftFilter, listLines, loses } from "./drift";

const BATCH_SIZE = LIMITS.ManyAnswers.lines.maxItems;
const PAGE_SIZE = 500;

export interface ManyAnswers {
  cluster: number;
  answerKind: Answer;
  lines: DriftLine[];
  /** For `accept` only. */
  acceptance?: { reason: string; until: number };
}

/** Gives every line the same answer, each judged on its own; `try`: only returns what would happen. The requests follow
 * each other: an error ends them, and what was answered before it stays. */
export async function answerMany(many: ManyAnswers, mode: "try" | "do"): Promise<LineResult[]> {
  const lines = sortForAnswer(many.lines, many.answerKind);
  const results: LineResult[] = [];
  for (let start = 0; start < lines.length; start += BATCH_SIZE) {
    results.push(...(await answerBatch(many, lines.slice(start, start + BATCH_SIZE), mode)));
  }
  return results;
}

/** The lines that match a filter, over all pages. The center keeps 5000 of a cluster. */
export async function readMatchingLines(
  cluster: number,
  filter: DriftFilter,
  q: string | undefined,
): Promise<DriftLine[]> {
  const lines: DriftLine[] = [];
  let cursor: string | undefined;
  do {
    const page = await listLines(cluster, filter)({ limit: PAGE_SIZE, cursor, q });
    lines.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return lines;
}

const answerBatch = async (
  { cluster, answerKind, acceptance }: ManyAnswers,
  lines: DriftLine[],
  mode: "try" | "do",
) => {
  const confirmedLines = lines.map((line) => ({
    id: line.id,
    confirm: loses(line, answerKind) ? line.place : undefined,
  }));
  const { results } = await answer(
    client.POST("/api/v1/clusters/{cluster_id}/drift/lines/answers", {
      params: { path: { cluster_id: cluster }, query: mode === "try" ? { dry_run: "true" } : {} },
      body: { answer: answerKind, lines: confirmedLines, notice_hours: 0, acceptance },
    }),
  );
  return results;
};

/** Higher places come first, and rights after their place. But removals start with the lowest place, and ended rights
 * are answered before their place is forgotten with them. */
function sortForAnswer(lines: DriftLine[], answerKind: Answer): DriftLine[] {
  const rank = (line: DriftLine) => {
    const level = loses(line, answerKind) ? -line.res_type : line.res_type;
    if (line.field !== "rights") return level;
    return answerKind === "adopt" ? level - 100 : level + 0.5;
  };
  return lines.toSorted((a, b) => rank(a) - rank(b));
}
