import type { UseQueryResult } from "@tanstack/react-query";
import { Skeleton } from "antd";
import type { ReactNode } from "react";
import { ErrorState } from "./ErrorState";

interface QueryViewProps<T> {
  query: UseQueryResult<T>;
  /** The query fills a whole screen: keep the screen's margins while loading. */
  page?: boolean;
  children: (data: T) => ReactNode;
}

/** The three states of a query: waiting, failed (with a retry), loaded. Loaded data stays while it is refreshed. */
export function QueryView<T>({ query, page, children }: QueryViewProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  const placeholder = query.isError ? (
    <ErrorState error={query.error} retry={() => void query.refetch()} />
  ) : (
    <Skeleton active title={false} paragraph={{ rows: 5 }} />
  );
  return page ? <div className="page">{placeholder}</div> : placeholder;
}
