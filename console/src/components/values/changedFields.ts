export interface ChangedField {
  field: string;
  before: unknown;
  after: unknown;
}

/** The fields with different values. */
export function changedFields(before: Record<string, unknown>, after: Record<string, unknown>): ChangedField[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((line) => JSON.stringify(line.before ?? null) !== JSON.stringify(line.after ?? null));
}
