import { EllipsisOutlined, LoadingOutlined } from "@ant-design/icons";
import { Typography } from "antd";
import { useTexts } from "../../texts/language";

/** The line that loads the next children when it is selected. */
export function MoreTitle({ left, loading }: { left: number; loading: boolean }) {
  const { resources } = useTexts();
  return (
    <Typography.Text type="secondary">
      {loading ? <LoadingOutlined aria-hidden /> : <EllipsisOutlined aria-hidden />} {resources.more(left)}
    </Typography.Text>
  );
}
