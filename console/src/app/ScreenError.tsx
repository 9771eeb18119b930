import { useRouteError } from "react-router";
import { ErrorState } from "../components/states/ErrorState";

/** A screen that failed to load or to draw. */
export function ScreenError() {
  const error = useRouteError();
  return (
    <div className="page">
      <ErrorState error={error} retry={() => window.location.reload()} />
    </div>
  );
}
