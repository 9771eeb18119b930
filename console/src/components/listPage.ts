/** One page of a list of the API. */
export interface ListPage<T> {
  items: T[];
  next_cursor?: string | null;
  total?: number | null;
}

export interface PageQuery {
  limit: number;
  cursor?: string;
  q?: string;
}
