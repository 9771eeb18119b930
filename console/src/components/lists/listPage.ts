/** One page of a list of the API. */
export interface ListPage<T> {
  items: T[];
  next_cursor?: string | null;
  total?: number | null;
  /** False: there are more than `total`, which the service does not count. */
  total_is_exact?: boolean;
}

/** By what a list of named things can be sorted; `id` is the order in which they were made. */
export type NamedSort = "id" | "-id" | "name" | "-name";

/** `S`: the orders that the list offers; none: it has one order. */
export interface PageQuery<S extends string = never> {
  limit: number;
  cursor?: string;
  q?: string;
  sort?: S;
}
