import {
  AuditOutlined,
  DashboardOutlined,
  DeploymentUnitOutlined,
  FormOutlined,
  IdcardOutlined,
  KeyOutlined,
  NodeIndexOutlined,
  QuestionCircleOutlined,
  SafetyCertificateOutlined,
  TeamOutlined,
  UserAddOutlined,
  UserOutlined,
} from "@ant-design/icons";
import { Menu, type MenuProps } from "antd";
import { Link, useLocation } from "react-router";
import { useSession } from "../api/session";
import type { Session } from "../api/types";
import { mayAdminister, mayManageUsers } from "../permissions";
import { useTexts } from "../texts/language";
import type { Texts } from "../texts/texts";

/** The main menu; what the server would refuse anyway is left out. */
export function NavMenu() {
  const texts = useTexts();
  const { frame } = texts;
  const session = useSession();
  const { pathname } = useLocation();
  const selected = `/${pathname.split("/")[1] ?? ""}`;
  return (
    <nav aria-label={frame.menu}>
      <Menu
        mode="inline"
        selectedKeys={[selected]}
        items={sections(texts, session)}
        style={{ borderInlineEnd: "none" }}
      />
    </nav>
  );
}

type Item = NonNullable<MenuProps["items"]>[number];

function sections({ frame, requests }: Texts, session: Session): Item[] {
  const administrator = mayAdminister(session);
  const users = entry("/users", administrator ? frame.users : frame.subAccounts, <UserOutlined />);
  return [
    entry("/", frame.overview, <DashboardOutlined />),
    entry("/resources", frame.resources, <DeploymentUnitOutlined />),
    entry("/why", frame.why, <QuestionCircleOutlined />),
    entry("/requests", requests.nav.requests, <FormOutlined />),
    entry("/credentials", frame.credentials, <KeyOutlined />),
    section(frame.sections.access, [
      entry("/grants", frame.grants, <SafetyCertificateOutlined />),
      ...(mayManageUsers(session) ? [users] : []),
      ...(administrator ? [entry("/registrations", requests.nav.registrations, <UserAddOutlined />)] : []),
      ...(administrator ? [entry("/groups", frame.groups, <TeamOutlined />)] : []),
      ...(administrator ? [entry("/roles", frame.roles, <IdcardOutlined />)] : []),
    ]),
    section(frame.sections.operations, [
      ...(administrator ? [entry("/brokers", frame.brokers, <NodeIndexOutlined />)] : []),
      ...(administrator ? [entry("/trail", frame.trail, <AuditOutlined />)] : []),
    ]),
  ].filter((each) => each !== null);
}

function entry(path: string, label: string, icon: React.ReactNode): Item {
  return { key: path, icon, label: <Link to={path}>{label}</Link> };
}

function section(label: string, children: Item[]): Item | null {
  return children.length === 0 ? null : { key: label, type: "group", label, children };
}
