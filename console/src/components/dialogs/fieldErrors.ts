import { asProblem } from "../../api/problem";
import { useLanguage, useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { authorityText } from "../rights/AuthorityText";
import { problemLine } from "../states/problemText";

interface FieldErrors {
  name: string;
  errors: string[];
}

const NUMBER = /^\d+$/;

/** Turns what was thrown into errors at fields, in the reader's language. `fieldOf`: problem code → field, for codes
 * where the center names none. */
export function useFieldErrors(fieldOf: Record<string, string> = {}): (thrown: unknown) => FieldErrors[] {
  const texts = useTexts();
  const { language } = useLanguage();
  return (thrown) => {
    const problem = asProblem(thrown);
    const { code, detail, errors, extra } = problem;
    // The center's own sentences are English and name authorities by number.
    const errorText = (message: string) =>
      authoritiesProblem(texts, code, extra.authorities) ?? problemLine(texts, language, problem, message);
    const field = fieldOf[code];
    if (field && errors.length === 0) return [{ name: field, errors: [errorText(detail)] }];
    return errors.map((error) => ({ name: fieldName(error.field), errors: [errorText(error.message)] }));
  };
}

/** The problem with the authorities that it is about, by their names. */
function authoritiesProblem(texts: Texts, code: string, numbers: unknown): string | undefined {
  const problemText = texts.problems.codes[code];
  if (problemText === undefined || !Array.isArray(numbers)) return undefined;
  return texts.problems.of(
    problemText,
    numbers.map((id) => authorityText(texts, id, String(id))),
  );
}

/** `limits.subscriptions.3` is the field `subscriptions`. */
function fieldName(path: string): string {
  return path.split(".").findLast((part) => !NUMBER.test(part)) ?? path;
}
