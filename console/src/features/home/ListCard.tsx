import { useQuery } from "@tanstack/react-query";
import { Card, Typography } from "antd";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";

interface ListCardProps {
  title: ReactNode;
  /** The page of all of it. */
  to?: string;
  extra?: ReactNode;
  /** What it says without lines. */
  empty: string;
  lines: { key: string | number; content: ReactNode }[];
  /** How many there are, if not all are shown. */
  total?: number;
}

/** A part of the first page: a title and lines. */
export function ListCard({ title, to, extra, empty, lines, total = 0 }: ListCardProps) {
  const { home } = useTexts();
  return (
    <Card size="small" title={to ? <Link to={to}>{title}</Link> : title} extra={extra}>
      {lines.length === 0 && <Typography.Text type="secondary">{empty}</Typography.Text>}
      <ul className="home-list">
        {lines.map(({ key, content }) => (
          <li key={key}>{content}</li>
        ))}
      </ul>
      {to && total > lines.length && <Link to={to}>{home.all(total)}</Link>}
    </Card>
  );
}

interface ReadCardProps<T> extends Omit<ListCardProps, "lines" | "total"> {
  queryKey: readonly unknown[];
  read: () => Promise<{ items: T[]; total: number }>;
  line: (item: T) => ReactNode;
}

/** Such a part whose lines are the first of a list of the center. */
export function ReadCard<T extends { id: number }>({ queryKey, read, line, ...card }: ReadCardProps<T>) {
  const query = useQuery({ queryKey, queryFn: read });
  return (
    <QueryView query={query}>
      {({ items, total }) => (
        <ListCard {...card} total={total} lines={items.map((item) => ({ key: item.id, content: line(item) }))} />
      )}
    </QueryView>
  );
}
