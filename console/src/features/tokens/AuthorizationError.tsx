import { Typography } from "antd";
import { useTitle } from "../../components/page/useTitle";
import { useTexts } from "../../texts/language";

/** A sign-in that failed without an address to return to. Shows nothing of the request: anybody may have made it. */
export function AuthorizationError({ code }: { code: string }) {
  const { applications } = useTexts();
  useTitle(applications.error);
  const explanation = Object.hasOwn(applications.errors, code) ? applications.errors[code] : undefined;
  return (
    <>
      <Typography.Title level={1} style={{ marginTop: 0 }}>
        {applications.error}
      </Typography.Title>
      {explanation && <Typography.Paragraph>{explanation}</Typography.Paragraph>}
      <Typography.Paragraph type="secondary">{applications.errorHint}</Typography.Paragraph>
    </>
  );
}
