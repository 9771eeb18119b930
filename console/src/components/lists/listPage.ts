/** One page of a list of the API. */
export interface ListPage<T> {
  items: T[];
  next_cursor?: string | null;
  total?: number | null;
  /** False: there are more rows than `total`; the service stops counting there. */
  total_is_exact?: boolean;
}

/** Orders of a list of named things. `id`: in order of creation. */
export type NamedSort = "id" | "-id" | "name" | "-name";

/** `S`: the orders that the list offers; `never`: it has only one. */
export interface PageQuery<S extends string = never> {
  limit: number;
  cursor?: string;
  q?: string;
  sort?: S;
}
