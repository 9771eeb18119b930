import { Flex, Layout, theme } from "antd";
import { Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import { Link, Outlet } from "react-router";
import { LoadingScreen } from "../components/states/LoadingScreen";
import { Bell } from "../features/requests/Bell";
import logo from "../logo.svg";
import { useTexts } from "../texts/language";
import { AccountMenu } from "./AccountMenu";
import { screenLoading } from "./lazyScreen";
import { NavMenu } from "./NavMenu";
import { Preferences } from "./Preferences";
import { PaletteButton } from "./palette/PaletteButton";
import { Reauthentication } from "./Reauthentication";

/** The page frame: menu at the side, account and preferences above, the screen in the middle. */
export default function Frame({ justSignedIn }: { justSignedIn: boolean }) {
  const { frame } = useTexts();
  const content = useRef<HTMLElement>(null);
  useEffect(() => {
    // The sign-in form, which had the focus, is gone.
    if (justSignedIn) content.current?.focus({ preventScroll: true });
  }, [justSignedIn]);
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
          <Flex align="center" className="header">
            <PaletteButton />
            <span style={{ flex: 1 }} />
            <Preferences />
            <Bell />
            <AccountMenu />
          </Flex>
        </Layout.Header>
        <ScreenLoadingBar />
        <Layout.Content ref={content} id="content" tabIndex={-1} style={{ outline: "none" }}>
          <Suspense fallback={<LoadingScreen />}>
            <Outlet />
          </Suspense>
        </Layout.Content>
      </Layout>
      <Reauthentication />
    </Layout>
  );
}

/** A moving line while the next screen is loaded; the screen before stays visible meanwhile. */
function ScreenLoadingBar() {
  const { general } = useTexts();
  const { token } = theme.useToken();
  if (!useSyncExternalStore(screenLoading.subscribe, screenLoading.now)) return null;
  return (
    <div className="coming" role="progressbar" aria-label={general.loading}>
      <div style={{ background: token.colorPrimary }} />
    </div>
  );
}

function Product() {
  const { frame } = useTexts();
  const { token } = theme.useToken();
  return (
    <Link
      to="/"
      aria-label={frame.product}
      className="product"
      style={{ color: token.colorText, background: token.colorBgContainer }}
    >
      <Flex gap={10} align="center" style={{ height: 28, whiteSpace: "nowrap" }}>
        <img src={logo} alt="" width={28} height={28} />
        <strong>{frame.product}</strong>
      </Flex>
    </Link>
  );
}
