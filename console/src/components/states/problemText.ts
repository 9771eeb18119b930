import type { Problem } from "../../api/problem";
import type { Language } from "../../texts/startTexts";
import type { Texts } from "../../texts/texts";

type ProblemTexts = Pick<Texts, "problems">;

/** Codes that the center raises with only one sentence: the console's translation of the code says all of it. */
const COMPLETE_CODES = new Set(
  (
    "account_exists actor_not_proven already_linked application_built_in application_exists being_given_up " +
    "body_too_large change_too_long consent_needed cross_site database_not_writable database_unavailable grant_exists " +
    "idempotency_in_progress idempotency_key_reused if_match_required internal_error invalid_email " +
    "invalid_redirect_uri invalid_token key_differs key_exists key_version_active key_version_destroyed " +
    "last_administrator last_factor limited_administrator " +
    "local_sign_in_off locked_by_administrator mail_is_off malformed_request method_not_allowed no_account " +
    "no_address no_answer no_factor no_private_half not_a_person not_approved nothing_to_collect only_way_in " +
    "own_factors own_networks_only_narrower own_secret own_tokens_only passkey_cancelled passkey_not_accepted passkey_refused " +
    "passkeys_need_host_name password_chosen password_not_enough person_needed pkce_needed policy_needs_tenant " +
    "private_key_sent provider_off provider_refuses_domain provider_sign_in_over provider_tells_no_time " +
    "reauthentication_needed registration_closed registration_limit reserved_role run_complete " +
    "run_incomplete screen_missing second_factor_needed second_factor_required secret_needed self_grant " +
    "sign_in_over still_being_deleted too_many_messages too_many_passkeys too_many_questions too_many_secrets " +
    "try_again unknown_link unknown_receipt unreachable unsupported_media_type wrong_code " +
    "wrong_host wrong_new_code"
  ).split(" "),
);

/** What happened, in the reader's language, with the center's values where there is a sentence for them;
 * nothing for a code that the console does not know. */
export function problemText({ problems }: ProblemTexts, problem: Problem): string | undefined {
  return exactText(problems, problem) ?? problems.codes[problem.code];
}

/** Whether this text leaves out something that the center's own sentence says. */
export function omitsDetail({ problems }: ProblemTexts, problem: Problem): boolean {
  return exactText(problems, problem) === undefined && !COMPLETE_CODES.has(problem.code);
}

/** What happened, in one line. If the translation leaves something out, the center's sentence follows it.
 * `sentence`: the center's sentence about one field. */
export function problemLine(
  texts: ProblemTexts,
  language: Language,
  problem: Problem,
  sentence = problem.detail,
): string {
  const { problems } = texts;
  const title = translate(problems.sentences, sentence) ?? problemText(texts, problem);
  if (language === "en-US" || title === undefined) return sentence || (title ?? problem.code);
  const complete = title !== problems.codes[problem.code] || !omitsDetail(texts, problem);
  return complete || sentence === "" ? title : problems.beside(title, sentence);
}

function exactText({ sentences, withValues }: Texts["problems"], { code, detail, extra }: Problem): string | undefined {
  const sentence = translate(sentences, detail) ?? withValues[code]?.(extra);
  return typeof sentence === "string" && sentence !== "" ? sentence : undefined;
}

/** The reader's words for a sentence of the center; `…` stands for a value, which is `$1`, `$2` in the words. */
function translate(sentences: Record<string, string>, sentence: string): string | undefined {
  for (const [english, words] of Object.entries(sentences)) {
    const parts = english.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const pattern = new RegExp(`^${parts.join("(.+)")}$`);
    if (pattern.test(sentence)) return sentence.replace(pattern, words);
  }
  return undefined;
}
