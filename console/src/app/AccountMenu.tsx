import { KeyOutlined, LockOutlined, LogoutOutlined, SafetyOutlined, UserOutlined } from "@ant-design/icons";
import { useQueryClient } from "@tanstack/react-query";
import { Button, Dropdown } from "antd";
import { useNavigate } from "react-router";
import { answer } from "../api/answer";
import { client } from "../api/client";
import { changeSession, useSession } from "../api/session";
import { useChange } from "../components/page/useChange";
import { isSubAccount, mayAdminister } from "../permissions";
import { useTexts } from "../texts/language";

/** Who is signed in, and the way out. */
export function AccountMenu() {
  const { frame, security } = useTexts();
  const session = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const signOut = useChange(() => answer(client.DELETE("/api/v1/session")), {
    onSuccess: () => {
      changeSession(queries, null);
      void navigate("/");
    },
  });
  const kind = mayAdminister(session)
    ? frame.administrator
    : isSubAccount(session)
      ? frame.subAccount
      : frame.mainAccount;
  return (
    <Dropdown
      trigger={["click"]}
      menu={{
        items: [
          { key: "who", type: "group", label: kind },
          { key: "credentials", icon: <KeyOutlined />, label: frame.credentials },
          { key: "password", icon: <LockOutlined />, label: frame.changePassword },
          { key: "security", icon: <SafetyOutlined />, label: security.title },
          { key: "out", icon: <LogoutOutlined />, label: frame.signOut },
        ],
        onClick: ({ key }) => (key === "out" ? signOut.mutate(undefined) : void navigate(`/${key}`)),
      }}
    >
      <Button
        type="text"
        className="account"
        icon={<UserOutlined />}
        aria-label={`${frame.account}: ${session.user.username}`}
      >
        {session.user.username}
      </Button>
    </Dropdown>
  );
}
