import { BellOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Badge, Button } from "antd";
import { useNavigate } from "react-router";
import { overviewQuery } from "../../api/sharedQueries";
import { useTexts } from "../../texts/language";

/** The number of unread notices, linked to them. */
export function Bell() {
  const { requests } = useTexts();
  const navigate = useNavigate();
  const unread = useQuery(overviewQuery).data?.waiting.notices ?? 0;
  return (
    <Badge count={unread} size="small" offset={[-6, 8]}>
      <Button
        type="text"
        icon={<BellOutlined />}
        aria-label={unread === 0 ? requests.nav.notices : requests.unread(unread)}
        title={requests.nav.notices}
        onClick={() => void navigate("/notices")}
      />
    </Badge>
  );
}
