import { Alert, Typography } from "antd";
import { Problem } from "../../api/problem";
import type { DriftLine, LineResult } from "../../api/types";
import { problemLine } from "../../components/states/problemText";
import { useLanguage, useTexts } from "../../texts/language";

const SHOWN = 20;

/** Which lines were not answered, or would not be, and why. Nothing when there are none. */
export function RefusedLines({ results, lines }: { results: LineResult[]; lines: DriftLine[] }) {
  const texts = useTexts();
  const { drift } = texts;
  const { language } = useLanguage();
  const places = new Map(lines.map(({ id, place }) => [id, place]));
  const refused = results.flatMap(({ id, refusal }) => (refusal === null ? [] : [{ id, refusal }]));
  if (refused.length === 0) return null;
  const why = ({ code, detail }: { code: string; detail: string }) =>
    problemLine(texts, language, new Problem(409, { code, detail }));
  return (
    <Alert
      type="warning"
      showIcon
      title={drift.refused(refused.length)}
      description={
        <>
          {refused.slice(0, SHOWN).map(({ id, refusal }) => (
            <div key={id}>
              <Typography.Text className="mono" style={{ overflowWrap: "anywhere" }}>
                {places.get(id)}
              </Typography.Text>
              {": "}
              {why(refusal)}
            </div>
          ))}
          {refused.length > SHOWN && drift.more(refused.length - SHOWN)}
        </>
      }
    />
  );
}
