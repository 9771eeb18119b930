import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import type { DriftLine, LineResult } from "../../api/types";
import { type Answer, type DriftFilter, listLines, loses } from "./drift";

const AT_ONCE = LIMITS.ManyAnswers.lines.maxItems;
const PAGE = 500;

export interface ManyAnswers {
  cluster: number;
  what: Answer;
  lines: DriftLine[];
  /** Belongs to `accept`. */
  acceptance?: { reason: string; until: number };
}

/** Gives every line the same answer, each judged on its own; `try`: says what would become of each. The requests follow
 * each other: an error ends them, and what was answered before it stays. */
export async function answerMany(many: ManyAnswers, how: "try" | "do"): Promise<LineResult[]> {
  const lines = inOrder(many.lines, many.what);
  const results: LineResult[] = [];
  for (let start = 0; start < lines.length; start += AT_ONCE) {
    results.push(...(await answerSome(many, lines.slice(start, start + AT_ONCE), how)));
  }
  return results;
}

/** The lines that match a filter, over all pages. The center keeps 5000 of a cluster. */
export async function allMatching(cluster: number, filter: DriftFilter, q: string | undefined): Promise<DriftLine[]> {
  const lines: DriftLine[] = [];
  let cursor: string | undefined;
  do {
    const page = await listLines(cluster, filter)({ limit: PAGE, cursor, q });
    lines.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return lines;
}

const answerSome = async ({ cluster, what, acceptance }: ManyAnswers, lines: DriftLine[], how: "try" | "do") => {
  const named = lines.map((line) => ({ id: line.id, confirm: loses(line, what) ? line.place : undefined }));
  const { results } = await answer(
    client.POST("/api/v1/clusters/{cluster_id}/drift/lines/answers", {
      params: { path: { cluster_id: cluster }, query: how === "try" ? { dry_run: "true" } : {} },
      body: { answer: what, lines: named, notice_hours: 0, acceptance },
    }),
  );
  return results;
};

/** What lies above comes first, and rights after their place; but what is removed goes from below, and ended rights
 * are answered before their place is forgotten with them. */
function inOrder(lines: DriftLine[], what: Answer): DriftLine[] {
  const rank = (line: DriftLine) => {
    const kind = loses(line, what) ? -line.res_type : line.res_type;
    if (line.field !== "rights") return kind;
    return what === "adopt" ? kind - 100 : kind + 0.5;
  };
  return lines.toSorted((one, other) => rank(one) - rank(other));
}
