import {
  ApiOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BankOutlined,
  BulbOutlined,
  DashboardOutlined,
  DeploymentUnitOutlined,
  DiffOutlined,
  FileSearchOutlined,
  FormOutlined,
  GlobalOutlined,
  IdcardOutlined,
  KeyOutlined,
  LockOutlined,
  MailOutlined,
  NodeIndexOutlined,
  QuestionCircleOutlined,
  SafetyCertificateOutlined,
  ScissorOutlined,
  TeamOutlined,
  UserAddOutlined,
  UserOutlined,
} from "@ant-design/icons";
import { Menu, type MenuProps } from "antd";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { useReader } from "../components/rights/useReader";
import type { Reader } from "../permissions";
import { useTexts } from "../texts/language";
import type { Texts } from "../texts/texts";
import { menuSections } from "./menu";

/** The main menu, without entries of pages that show nothing to the reader. */
export function NavMenu() {
  const texts = useTexts();
  const { frame } = texts;
  const reader = useReader();
  const { pathname } = useLocation();
  const [, first = ""] = pathname.split("/");
  const selected = first === "clusters" ? "/resources" : `/${first}`;
  const menu = useRef<HTMLElement>(null);
  const readerLoaded = reader !== undefined;
  // The last entries lie below the fold; a page that was opened by its address shows where it is.
  useEffect(() => {
    if (readerLoaded) menu.current?.querySelector(".ant-menu-item-selected")?.scrollIntoView({ block: "nearest" });
  }, [selected, readerLoaded]);
  return (
    <nav ref={menu} aria-label={frame.menu}>
      <Menu mode="inline" selectedKeys={[selected]} items={items(texts, reader)} style={{ borderInlineEnd: "none" }} />
    </nav>
  );
}

const ICONS: Record<string, ReactNode> = {
  "/": <DashboardOutlined />,
  "/resources": <DeploymentUnitOutlined />,
  "/why": <QuestionCircleOutlined />,
  "/credentials": <KeyOutlined />,
  "/users": <UserOutlined />,
  "/roles": <IdcardOutlined />,
  "/groups": <TeamOutlined />,
  "/networks": <GlobalOutlined />,
  "/grants": <SafetyCertificateOutlined />,
  "/requests": <FormOutlined />,
  "/registrations": <UserAddOutlined />,
  "/findings": <FileSearchOutlined />,
  "/suggestions": <BulbOutlined />,
  "/remediations": <ScissorOutlined />,
  "/trail": <AuditOutlined />,
  "/drift": <DiffOutlined />,
  "/brokers": <NodeIndexOutlined />,
  "/applications": <AppstoreOutlined />,
  "/signing-keys": <LockOutlined />,
  "/company-sign-in": <BankOutlined />,
  "/mail": <MailOutlined />,
  "/web-hooks": <ApiOutlined />,
};

type Item = NonNullable<MenuProps["items"]>[number];

function items(texts: Texts, reader: Reader | undefined): Item[] {
  return menuSections(texts, reader).flatMap(({ title, entries }): Item[] => {
    const children = entries.map(({ path, label }) => ({
      key: path,
      icon: ICONS[path],
      // The title names the icon where the menu is too narrow for words.
      title: label,
      label: <Link to={path}>{label}</Link>,
    }));
    return title === null ? children : [{ key: title, type: "group", label: title, children }];
  });
}
