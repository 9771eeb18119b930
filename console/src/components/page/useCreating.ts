import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * Whether the dialog of a page that creates something is open. A link may ask for it (`state.creates`), once: going back
 * to the page, or reading it again, does not open it again.
 */
export function useCreating(here = true): [boolean, (open: boolean) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const asked = here && location.state?.creates === true;
  useEffect(() => {
    if (asked) navigate(location, { replace: true, state: null });
  });
  return useState(asked);
}
