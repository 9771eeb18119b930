import { Button, Result } from "antd";
import { Link } from "react-router";
import { useTitle } from "../components/page/useTitle";
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

function HomeLink() {
  const { frame } = useTexts();
  return (
    <Link to="/">
      <Button type="primary">{frame.home}</Button>
    </Link>
  );
}
