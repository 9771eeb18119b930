import { Input } from "antd";
import type { TextAreaRef } from "antd/es/input/TextArea";
import { type RefObject, useMemo, useRef } from "react";
import { useTexts } from "../../texts/language";
import "./policyFile.css";

const LINE_PX = 20;
const ROWS = 20;
const LINES_ABOVE = 5;

interface EditorProps {
  text: string;
  change: (text: string) => void;
  /** Lines with mistakes, counted from 1. */
  wrongLines: number[];
  area: RefObject<TextAreaRef | null>;
}

/** The file as text, with the number of each line. */
export function Editor({ text, change, wrongLines, area }: EditorProps) {
  const { policyFile } = useTexts();
  const numbers = useRef<HTMLPreElement>(null);
  const listed = useMemo(
    () =>
      text
        .split("\n")
        .map((_, index) => index + 1)
        .join("\n"),
    [text],
  );
  return (
    <div className="policy-editor">
      <div className="numbers" aria-hidden="true">
        <pre className="mono" ref={numbers}>
          {wrongLines.map((line) => (
            <span key={line} className="wrong" style={{ top: (line - 1) * LINE_PX }} />
          ))}
          {listed}
        </pre>
      </div>
      <Input.TextArea
        ref={area}
        className="mono"
        aria-label={policyFile.title}
        aria-invalid={wrongLines.length > 0}
        wrap="off"
        rows={ROWS}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={({ target }) => change(target.value)}
        onScroll={({ currentTarget }) => {
          if (numbers.current) numbers.current.style.transform = `translateY(${-currentTarget.scrollTop}px)`;
        }}
      />
    </div>
  );
}

/** Selects a line of the file and brings it into sight. */
export function goToLine(area: TextAreaRef | null, line: number): void {
  const field = area?.resizableTextArea?.textArea;
  if (!field) return;
  const lines = field.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  field.focus();
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  field.scrollTop = Math.max(0, line - LINES_ABOVE) * LINE_PX;
  field.scrollLeft = 0;
}
