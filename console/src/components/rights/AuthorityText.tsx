import { Tag, Tooltip } from "antd";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";

/** The sentence of an authority in the reader's language; the server's own if the console does not know the id yet. */
export function authorityText(texts: Texts, id: number, fallback: string): string {
  return (texts.authorities as Record<number, string>)[id] ?? fallback;
}

/** An authority as a tag: its sentence, its number on hover. */
export function AuthorityTag({ id, text }: { id: number; text: string }) {
  const texts = useTexts();
  return (
    <Tooltip title={id}>
      <Tag style={{ marginInlineEnd: 0 }}>{authorityText(texts, id, text)}</Tag>
    </Tooltip>
  );
}
