import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * Whether the page's dialog that creates something is open. A link may ask for it (`state[wish]`), once: going back
 * to the page, or reading it again, does not open it again.
 */
export function useCreateDialog(
  enabled = true,
  wish: "creates" | "grants" = "creates",
): [boolean, (open: boolean) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const requested = enabled && location.state?.[wish] === true;
  const [open, setOpen] = useState(requested);
  // The address changes later than the page: a dialog that was shut meanwhile stays shut.
  const answered = useRef<string>(undefined);
  useEffect(() => {
    if (!requested || answered.current === location.key) return;
    answered.current = location.key;
    setOpen(true);
    navigate(location, { replace: true, state: null });
  });
  return [open, setOpen];
}
