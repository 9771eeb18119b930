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
import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { useSession } from "../api/session";
import type { Session } from "../api/types";
import { mayAdminister, mayGrant, mayManageUsers } from "../permissions";
import { useTexts } from "../texts/language";
import type { Texts } from "../texts/texts";
import { useReadsBrokers } from "./useReadsBrokers";

/** The main menu, without entries that the server would refuse. */
export function NavMenu() {
  const texts = useTexts();
  const { frame } = texts;
  const session = useSession();
  const readsBrokers = useReadsBrokers() ?? false;
  const { pathname } = useLocation();
  const [, first = ""] = pathname.split("/");
  const selected = first === "clusters" ? "/resources" : `/${first}`;
  const menu = useRef<HTMLElement>(null);
  // The last entries lie below the fold; a page that was opened by its address shows where it is.
  useEffect(() => {
    menu.current?.querySelector(".ant-menu-item-selected")?.scrollIntoView({ block: "nearest" });
  }, [selected, readsBrokers]);
  return (
    <nav ref={menu} aria-label={frame.menu}>
      <Menu
        mode="inline"
        selectedKeys={[selected]}
        items={sections(texts, session, readsBrokers)}
        style={{ borderInlineEnd: "none" }}
      />
    </nav>
  );
}

type Item = NonNullable<MenuProps["items"]>[number];

function sections(
  { applications, companySignIn, drift, findings, frame, messages, requests, signingKeys }: Texts,
  session: Session,
  readsBrokers: boolean,
): Item[] {
  const administrator = mayAdminister(session);
  const users = entry("/users", administrator ? frame.users : frame.subAccounts, <UserOutlined />);
  const requested = [
    entry("/requests", requests.nav.requests, <FormOutlined />),
    ...(administrator ? [entry("/registrations", requests.nav.registrations, <UserAddOutlined />)] : []),
  ];
  return [
    entry("/", frame.overview, <DashboardOutlined />),
    entry("/resources", frame.resources, <DeploymentUnitOutlined />),
    entry("/why", frame.why, <QuestionCircleOutlined />),
    entry("/credentials", frame.credentials, <KeyOutlined />),
    section(frame.sections.access, [
      ...(mayManageUsers(session) ? [users] : []),
      ...(administrator ? [entry("/roles", frame.roles, <IdcardOutlined />)] : []),
      ...(administrator ? [entry("/groups", frame.groups, <TeamOutlined />)] : []),
      entry("/networks", frame.networks, <GlobalOutlined />),
      entry("/grants", frame.grants, <SafetyCertificateOutlined />),
      ...requested,
    ]),
    section(frame.sections.audit, [
      entry("/findings", findings.nav.findings, <FileSearchOutlined />),
      entry("/suggestions", findings.nav.suggestions, <BulbOutlined />),
      ...(mayGrant(session) ? [entry("/remediations", findings.nav.remediations, <ScissorOutlined />)] : []),
      ...(administrator ? [entry("/trail", frame.trail, <AuditOutlined />)] : []),
    ]),
    section(frame.sections.operations, [
      ...(readsBrokers || mayGrant(session) ? [entry("/drift", drift.title, <DiffOutlined />)] : []),
      ...(readsBrokers ? [entry("/brokers", frame.brokers, <NodeIndexOutlined />)] : []),
    ]),
    section(frame.sections.identity, [
      ...(administrator ? [entry("/applications", applications.title, <AppstoreOutlined />)] : []),
      ...(administrator ? [entry("/signing-keys", signingKeys.title, <LockOutlined />)] : []),
      ...(administrator ? [entry("/company-sign-in", companySignIn.title, <BankOutlined />)] : []),
      ...(administrator ? [entry("/mail", messages.mail, <MailOutlined />)] : []),
      ...(administrator ? [entry("/web-hooks", messages.hooks, <ApiOutlined />)] : []),
    ]),
  ].filter((each) => each !== null);
}

function entry(path: string, label: string, icon: React.ReactNode): Item {
  // The title names the icon where the menu is too narrow for words.
  return { key: path, icon, title: label, label: <Link to={path}>{label}</Link> };
}

function section(label: string, children: Item[]): Item | null {
  return children.length === 0 ? null : { key: label, type: "group", label, children };
}
