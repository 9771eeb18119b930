export interface FieldError {
  field: string;
  message: string;
  /** Set for problems in a file. */
  code?: string;
  /** In a file, counted from 1; null: it belongs to no line. */
  line?: number | null;
}

/** A problem document (RFC 9457) of the center, or the failure to reach it (status 0, code `unreachable` or `no_answer`). */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: FieldError[];
  readonly extra: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(text(body.detail) || text(body.title) || text(body.code) || `HTTP ${status}`);
    this.name = "Problem";
    this.status = status;
    this.code = text(body.code) || `http_${status}`;
    this.detail = text(body.detail) || text(body.title);
    this.errors = Array.isArray(body.errors) ? (body.errors as FieldError[]) : [];
    this.extra = body;
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Whatever was thrown, as a Problem. Anything else is an error of the console itself. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  return new Problem(0, { code: "console_failed", detail: thrown instanceof Error ? thrown.message : String(thrown) });
}
