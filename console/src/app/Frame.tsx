import { Flex, Layout, theme } from "antd";
import { Suspense } from "react";
import { Link, Outlet } from "react-router";
import { Waiting } from "../components/Waiting";
import { Bell } from "../features/requests/Bell";
import { useTexts } from "../texts/language";
import { AccountMenu } from "./AccountMenu";
import { NavMenu } from "./NavMenu";
import { Preferences } from "./Preferences";

/** The page frame: menu at the side, account and preferences above, the screen in the middle. */
export default function Frame() {
  const { frame } = useTexts();
  const { token } = theme.useToken();
  const line = `1px solid ${token.colorBorderSecondary}`;
  return (
    <Layout style={{ minHeight: "100%" }}>
      <a className="skip" href="#content" style={{ background: token.colorPrimary, color: token.colorTextLightSolid }}>
        {frame.skip}
      </a>
      <Layout.Sider
        width={216}
        breakpoint="lg"
        collapsedWidth={64}
        theme="light"
        style={{ borderInlineEnd: line, position: "sticky", top: 0, height: "100vh", overflow: "auto" }}
      >
        <Product />
        <NavMenu />
      </Layout.Sider>
      <Layout>
        <Layout.Header style={{ background: token.colorBgContainer, borderBottom: line }}>
          <Flex gap={8} align="center" justify="flex-end" style={{ height: "100%" }}>
            <Preferences />
            <Bell />
            <AccountMenu />
          </Flex>
        </Layout.Header>
        <Layout.Content id="content" tabIndex={-1} style={{ outline: "none" }}>
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </Layout.Content>
      </Layout>
    </Layout>
  );
}

function Product() {
  const { frame } = useTexts();
  const { token } = theme.useToken();
  return (
    <Link to="/" style={{ color: token.colorText, display: "block", padding: "12px 18px", overflow: "hidden" }}>
      <Flex gap={10} align="center" style={{ height: 28, whiteSpace: "nowrap" }}>
        <img src="/favicon.svg" alt="" width={28} height={28} />
        <strong>{frame.product}</strong>
      </Flex>
    </Link>
  );
}
