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
import { hasPage, type Reader } from "../permissions";
import { useTexts } from "../texts/language";
import type { Texts } from "../texts/texts";

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
      <Menu
        mode="inline"
        selectedKeys={[selected]}
        items={sections(texts, reader)}
        style={{ borderInlineEnd: "none" }}
      />
    </nav>
  );
}

type Item = NonNullable<MenuProps["items"]>[number];

function sections(texts: Texts, reader: Reader | undefined): Item[] {
  const { applications, companySignIn, drift, findings, frame, messages, requests, signingKeys } = texts;
  const entry = (path: string, label: string, icon: ReactNode): Item[] =>
    hasPage(reader, path)
      ? // The title names the icon where the menu is too narrow for words.
        [{ key: path, icon, title: label, label: <Link to={path}>{label}</Link> }]
      : [];
  return [
    ...entry("/", frame.overview, <DashboardOutlined />),
    ...entry("/resources", frame.resources, <DeploymentUnitOutlined />),
    ...entry("/why", frame.why, <QuestionCircleOutlined />),
    ...entry("/credentials", frame.credentials, <KeyOutlined />),
    ...section(frame.sections.access, [
      ...entry("/users", reader?.administrator ? frame.users : frame.subAccounts, <UserOutlined />),
      ...entry("/roles", frame.roles, <IdcardOutlined />),
      ...entry("/groups", frame.groups, <TeamOutlined />),
      ...entry("/networks", frame.networks, <GlobalOutlined />),
      ...entry("/grants", frame.grants, <SafetyCertificateOutlined />),
      ...entry("/requests", requests.nav.requests, <FormOutlined />),
      ...entry("/registrations", requests.nav.registrations, <UserAddOutlined />),
    ]),
    ...section(frame.sections.audit, [
      ...entry("/findings", findings.nav.findings, <FileSearchOutlined />),
      ...entry("/suggestions", findings.nav.suggestions, <BulbOutlined />),
      ...entry("/remediations", findings.nav.remediations, <ScissorOutlined />),
      ...entry("/trail", frame.trail, <AuditOutlined />),
    ]),
    ...section(frame.sections.operations, [
      ...entry("/drift", drift.title, <DiffOutlined />),
      ...entry("/brokers", frame.brokers, <NodeIndexOutlined />),
    ]),
    ...section(frame.sections.identity, [
      ...entry("/applications", applications.title, <AppstoreOutlined />),
      ...entry("/signing-keys", signingKeys.title, <LockOutlined />),
      ...entry("/company-sign-in", companySignIn.title, <BankOutlined />),
      ...entry("/mail", messages.mail, <MailOutlined />),
      ...entry("/web-hooks", messages.hooks, <ApiOutlined />),
    ]),
  ];
}

function section(label: string, children: Item[]): Item[] {
  return children.length === 0 ? [] : [{ key: label, type: "group", label, children }];
}
