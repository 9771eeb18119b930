export interface Place {
  res_type: number;
  res_id: number;
}

/** The place that a list of changes is about; none: it is about everything. It takes both, type and id. */
export function placeFromParams(type: string | null | undefined, id: string | null | undefined): Place | undefined {
  return type && id ? { res_type: Number(type), res_id: Number(id) } : undefined;
}
