import { Button, Result } from "antd";
import { Link, useRouteError } from "react-router";
import { useTitle } from "../components/page/useTitle";
import { ErrorState } from "../components/states/ErrorState";
import { useTexts } from "../texts/language";

/** 404: an unknown address. */
export function NotFound() {
  const { frame } = useTexts();
  useTitle(frame.notFound);
  return <Result status="404" title={frame.notFound} subTitle={frame.notFoundHint} extra={<HomeLink />} />;
}

/** 403: an address that this person may not see. */
export function Forbidden() {
  const { frame } = useTexts();
  useTitle(frame.forbidden);
  return <Result status="403" title={frame.forbidden} subTitle={frame.forbiddenHint} extra={<HomeLink />} />;
}

/** A screen that failed to load or to draw. */
export function ScreenError() {
  const error = useRouteError();
  return (
    <div className="page">
      <ErrorState error={error} retry={() => window.location.reload()} />
    </div>
  );
}

function HomeLink() {
  const { frame } = useTexts();
  return (
    <Link to="/">
      <Button type="primary">{frame.home}</Button>
    </Link>
  );
}
