import type { UseQueryResult } from "@tanstack/react-query";
import { Skeleton } from "antd";
import type { ReactNode } from "react";
import { ErrorState } from "./ErrorState";

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** It is a whole screen: keep the screen's margins while waiting. */
  page?: boolean;
  children: (data: T) => ReactNode;
}

/** The three states of a query: waiting, failed (with a retry), loaded. Loaded data stays while it is refreshed. */
export function Loaded<T>({ query, page, children }: LoadedProps<T>) {
  if (query.data !== undefined) return <>{children(query.data)}</>;
  const meanwhile = query.isError ? (
    <ErrorState error={query.error} retry={() => void query.refetch()} />
  ) : (
    <Skeleton active paragraph={{ rows: 4 }} />
  );
  return page ? <div className="page">{meanwhile}</div> : meanwhile;
}
