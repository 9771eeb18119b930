/** A bar of what is used within what is granted, or of a part within the most. The words beside it say the same. */
export function Bar({ part, whole }: { part: number; whole: number }) {
  const percent = whole > 0 ? Math.min(100, (100 * part) / whole) : 0;
  return (
    <svg className="bar" width="100%" height="8" aria-hidden="true">
      <rect className="whole" width="100%" height="8" rx="4" />
      <rect className="part" width={`${percent}%`} height="8" rx="4" />
    </svg>
  );
}
