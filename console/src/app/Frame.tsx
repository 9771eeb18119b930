import { MenuOutlined } from "@ant-design/icons";
import { Button, Flex, Layout, theme } from "antd";
import { type CSSProperties, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link, Outlet, useLocation } from "react-router";
import { LoadingScreen } from "../components/states/LoadingScreen";
import { Bell } from "../features/requests/Bell";
import logo from "../logo.svg?inline";
import { useTexts } from "../texts/language";
import { AccountMenu } from "./AccountMenu";
import { screenLoading } from "./lazyScreen";
import "./menu.css";
import { NavMenu, PageTabs } from "./NavMenu";
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
  const menu = useNarrowMenu();
  const side = {
    "--selected": token.controlItemBgActive,
    "--hover": token.colorFillTertiary,
    background: token.colorBgContainer,
    borderInlineEnd: line,
  } as CSSProperties;
  return (
    <Layout hasSider style={{ minHeight: "100%" }}>
      <a className="skip" href="#content" style={{ background: token.colorPrimary, color: token.colorTextLightSolid }}>
        {frame.skip}
      </a>
      <aside id="menu" className={menu.isOpen ? "side open" : "side"} style={side}>
        <Product />
        <NavMenu />
      </aside>
      <Layout>
        <Layout.Header style={{ background: token.colorBgContainer, borderBottom: line }}>
          <Flex align="center" className="header">
            <Button
              type="text"
              className="menu-button"
              icon={<MenuOutlined />}
              aria-label={frame.openMenu}
              aria-expanded={menu.isOpen}
              aria-controls="menu"
              onClick={menu.toggle}
            >
              {frame.openMenu}
            </Button>
            <PaletteButton />
            <span style={{ flex: 1 }} />
            <Preferences />
            <Bell />
            <AccountMenu />
          </Flex>
        </Layout.Header>
        <ScreenLoadingBar />
        <Layout.Content ref={content} id="content" tabIndex={-1} style={{ outline: "none" }}>
          <PageTabs />
          <Suspense fallback={<LoadingScreen />}>
            <Outlet />
          </Suspense>
        </Layout.Content>
      </Layout>
      <Reauthentication />
    </Layout>
  );
}

/** The menu of a narrow window lies over the page: a click opens it, another page or Escape closes it. */
function useNarrowMenu() {
  const [isOpen, setIsOpen] = useState(false);
  const { pathname } = useLocation();
  useEffect(() => setIsOpen(false), [pathname]);
  useEffect(() => {
    if (!isOpen) return;
    document.querySelector<HTMLElement>("#menu nav a")?.focus();
    const close = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setIsOpen(false);
      document.querySelector<HTMLElement>(".menu-button")?.focus();
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [isOpen]);
  return { isOpen, toggle: () => setIsOpen(!isOpen) };
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
    <Link to="/" aria-label={frame.product} className="product" style={{ color: token.colorText }}>
      <Flex gap={10} align="center" style={{ height: 28, whiteSpace: "nowrap" }}>
        <img src={logo} alt="" width={28} height={28} />
        <strong>{frame.product}</strong>
      </Flex>
    </Link>
  );
}
