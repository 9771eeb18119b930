import type { ButtonHTMLAttributes } from "react";

interface PlainButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: "primary" | "default" | "quiet" | "link";
  /** What it started is on its way. */
  pending?: boolean;
}

/** A button that looks like antd's. */
export function PlainButton({ kind = "default", pending, children, ...button }: PlainButtonProps) {
  return (
    <button type="button" className={`plain ${kind}`} aria-busy={pending || undefined} {...button}>
      {children}
    </button>
  );
}
