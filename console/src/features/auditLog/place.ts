export interface Place {
  res_type: number;
  res_id: number;
}

/** The place in the address, if it has both type and id; without it, changes of everything are shown. */
export function placeFromParams(type: string | null | undefined, id: string | null | undefined): Place | undefined {
  return type && id ? { res_type: Number(type), res_id: Number(id) } : undefined;
}
