import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { useTexts } from "../../texts/language";

const STORAGE_KEY = "puc.tree";
const USUAL = 300;
/** Of a narrow window, the tree takes a quarter. */
const PART = 0.25;
const LEAST = 220;
const MOST = 640;
const STEP = 20;

const usualWidth = () => Math.min(USUAL, window.innerWidth * PART);
const bounded = (width: number) => Math.min(MOST, Math.max(LEAST, Math.round(width)));

/** The width of the tree, which this browser remembers. */
export function useTreeWidth() {
  const [width, setWidth] = useState(() => bounded(Number(localStorage.getItem(STORAGE_KEY)) || usualWidth()));
  const change = (next: number) => {
    setWidth(bounded(next));
    localStorage.setItem(STORAGE_KEY, String(bounded(next)));
  };
  return [width, change] as const;
}

/**
 * The edge between tree and page: dragged, or moved with the arrow keys. Not antd's Splitter, which cannot be reached
 * with the keyboard.
 */
export function TreeEdge({ width, change }: { width: number; change: (width: number) => void }) {
  const { place } = useTexts();
  const onKey = (event: KeyboardEvent) => {
    const next = { ArrowLeft: width - STEP, ArrowRight: width + STEP, Home: LEAST, End: MOST }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    change(next);
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1) return;
    if (event.type === "pointerdown") event.currentTarget.setPointerCapture(event.pointerId);
    change(event.clientX - (event.currentTarget.parentElement?.getBoundingClientRect().left ?? 0) - 8);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that moves is no <hr>.
    <div
      className="tree-edge"
      role="separator"
      tabIndex={0}
      aria-label={place.treeWidth}
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      onKeyDown={onKey}
      onPointerDown={drag}
      onPointerMove={drag}
    />
  );
}
