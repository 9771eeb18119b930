/** One page of a list of the API. */
export interface ListPage<T> {
  items: T[];
  next_cursor?: string | null;
  total?: number | null;
  /** False: there are more than `total`, which the service does not count. */
  total_is_exact?: boolean;
}

export interface PageQuery {
  limit: number;
  cursor?: string;
  q?: string;
}
