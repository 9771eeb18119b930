import { Alert, Typography } from "antd";
import type { Problem } from "../../api/problem";
import { useLanguage, useTexts } from "../../texts/language";
import { problemLine } from "./problemText";

const SHOWN = 20;

interface RefusedListProps {
  title: string;
  refused: { id: string | number; name: string; problem: Problem }[];
}

/** What was refused, or would be: each by its name, with the reason. Nothing when there is none. */
export function RefusedList({ title, refused }: RefusedListProps) {
  const texts = useTexts();
  const { language } = useLanguage();
  if (refused.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={title}
      description={
        <>
          {refused.slice(0, SHOWN).map(({ id, name, problem }) => (
            <div key={id}>
              <Typography.Text className="mono" style={{ overflowWrap: "anywhere" }}>
                {name}
              </Typography.Text>
              {": "}
              {problemLine(texts, language, problem)}
            </div>
          ))}
          {refused.length > SHOWN && texts.access.andMore(refused.length - SHOWN)}
        </>
      }
    />
  );
}
