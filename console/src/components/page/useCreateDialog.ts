import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * Whether the page's dialog that creates something is open. A link may ask for it (`state.creates`), once: going back
 * to the page, or reading it again, does not open it again.
 */
export function useCreateDialog(enabled = true): [boolean, (open: boolean) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const requested = enabled && location.state?.creates === true;
  useEffect(() => {
    if (requested) navigate(location, { replace: true, state: null });
  });
  return useState(requested);
}
