import {
  AuditOutlined,
  FileSearchOutlined,
  HomeOutlined,
  KeyOutlined,
  NodeIndexOutlined,
  PartitionOutlined,
  QuestionCircleOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  TeamOutlined,
} from "@ant-design/icons";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { useTexts } from "../texts/language";
import { type EntryName, entryAt, pageAt } from "./menu";
import { useMenu } from "./useMenu";

const ICONS: Record<EntryName, ReactNode> = {
  home: <HomeOutlined />,
  resources: <PartitionOutlined />,
  people: <TeamOutlined />,
  access: <SafetyCertificateOutlined />,
  check: <QuestionCircleOutlined />,
  review: <FileSearchOutlined />,
  trail: <AuditOutlined />,
  operations: <NodeIndexOutlined />,
  credentials: <KeyOutlined />,
  settings: <SettingOutlined />,
};

/** The main menu: what the reader came for, with how much waits there. */
export function NavMenu() {
  const { frame } = useTexts();
  const entries = useMenu();
  const selected = entryAt(entries, useLocation().pathname);
  return (
    <nav aria-label={frame.menu}>
      <ul>
        {entries.map((entry) => (
          <li key={entry.name} className={entry.name === "settings" ? "apart" : undefined}>
            <Link to={entry.pages[0].path} aria-current={entry === selected || undefined}>
              <span aria-hidden="true">{ICONS[entry.name]}</span>
              <span className="name">{entry.label}</span>
              <Count number={entry.count} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The pages of the entry that is open, at the head of each of them. */
export function PageTabs() {
  const { pathname } = useLocation();
  const entry = entryAt(useMenu(), pathname);
  if (entry === undefined || entry.pages.length === 1) return null;
  return (
    <nav aria-label={entry.label} className="page-tabs">
      <ul>
        {entry.pages.map(({ path, label, count }) => (
          <li key={path}>
            <Link to={path} aria-current={path === pageAt(pathname) ? "page" : undefined}>
              {label}
              <Count number={count} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Count({ number }: { number: number }) {
  const { frame } = useTexts();
  if (number === 0) return null;
  return (
    <span className="count" title={frame.waiting(number)}>
      {number}
    </span>
  );
}
