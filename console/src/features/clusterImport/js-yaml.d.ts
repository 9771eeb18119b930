/** The part of js-yaml that is used; it brings no types of its own. */
declare module "js-yaml" {
  export const FAILSAFE_SCHEMA: unknown;
  export class YAMLException extends Error {
    reason: string;
    mark?: { line: number };
  }
  export function load(text: string, options: { schema: unknown }): unknown;
  export function dump(value: unknown, options: { forceQuotes: boolean; lineWidth: number; noRefs: boolean }): string;
}
