import { Problem } from "../../api/problem";
import type { DriftLine, LineResult } from "../../api/types";
import { RefusedList } from "../../components/states/RefusedList";
import { useTexts } from "../../texts/language";

/** Which lines were not answered, or would not be, and why. Nothing when there are none. */
export function RefusedLines({ results, lines }: { results: LineResult[]; lines: DriftLine[] }) {
  const { drift } = useTexts();
  const places = new Map(lines.map(({ id, place }) => [id, place]));
  const refused = results.flatMap(({ id, refusal }) =>
    refusal === null ? [] : [{ id, name: places.get(id) ?? String(id), problem: new Problem(409, { ...refusal }) }],
  );
  return <RefusedList title={drift.refused(refused.length)} refused={refused} />;
}
