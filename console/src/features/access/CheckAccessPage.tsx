import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Card } from "antd";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { asProblem } from "../../api/problem";
import { useSession } from "../../api/session";
import { useFieldErrors } from "../../components/dialogs/fieldErrors";
import { Page } from "../../components/page/Page";
import { EmptyState } from "../../components/states/EmptyState";
import { ErrorState } from "../../components/states/ErrorState";
import { mayAdminister } from "../../permissions";
import { useTexts } from "../../texts/language";
import { DecisionDetails } from "./DecisionDetails";
import { type FieldError, QuestionForm } from "./QuestionForm";
import { type Answered, decisionQuery, type Question, questionOf, questionParams } from "./question";

/** May somebody do something, and why? The question lives in the address, so that an answer can be sent on. */
export default function CheckAccessPage() {
  const { frame, why } = useTexts();
  const session = useSession();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const question = questionOf(params);
  if (!mayAdminister(session)) question.principal ??= session.user.username;
  const complete = Boolean(question.principal && question.resource);
  const { as_of, as_of_time, ...current } = question as Question;
  const now = useQuery({ ...decisionQuery(current), enabled: complete });
  const isPast = complete && (as_of !== undefined || as_of_time !== undefined);
  const then = useQuery({ ...decisionQuery(question as Question), enabled: isPast });
  const wrong = useWrongFields(now, then.error, as_of === undefined ? "as_of_time" : "as_of");
  const ask = (asked: Question) => {
    const newParams = questionParams(asked);
    if (newParams.toString() === params.toString()) void queries.invalidateQueries({ queryKey: ["access"] });
    else setParams(newParams);
  };
  return (
    <Page title={frame.why} hint={why.hint}>
      <Card>
        <QuestionForm initial={question} ask={ask} busy={now.isFetching || then.isFetching} wrong={wrong} />
      </Card>
      <div aria-live="polite" className={isPast ? "then-and-now" : undefined}>
        {!complete || wrong.length > 0 ? (
          <Card>
            <EmptyState title={why.ready} hint={why.readyHint} />
          </Card>
        ) : (
          [...(isPast ? [then] : []), now].map((query) => (
            <Card key={query === now ? "now" : "then"} loading={query.isPending}>
              {query.isError && <ErrorState error={query.error} />}
              {query.data && (
                <DecisionDetails
                  {...query.data}
                  question={question as Question}
                  past={query !== now}
                  other={isPast ? (query === now ? then : now).data?.decision : undefined}
                />
              )}
            </Card>
          ))
        )}
      </div>
    </Page>
  );
}

const FIELDS = ["principal", "resource", "cluster", "subscription", "address", "at", "as_of", "as_of_time"];

/** What is wrong with fields of the question: names that are none, and what the center refuses. */
function useWrongFields(now: { error: unknown; data?: Answered }, pastError: unknown, past: string): FieldError[] {
  const { general, why } = useTexts();
  const administrator = mayAdminister(useSession());
  const fieldErrorsOf = useFieldErrors({ unknown_revision: past });
  const error = now.error ?? pastError;
  const wrong = error ? fieldErrorsOf(error).filter(({ name }) => FIELDS.includes(name)) : [];
  if (now.error && asProblem(now.error).code === "not_found")
    wrong.push({ name: "cluster", errors: [why.unknown.cluster] });
  const { decision, noResource, type } = now.data ?? {};
  if (decision?.reason === "MALFORMED_NAME")
    wrong.push({ name: "resource", errors: [why.malformed(general.types[type ?? "topic"].toLowerCase())] });
  else if (decision?.reason === "UNKNOWN_PRINCIPAL") wrong.push({ name: "principal", errors: [why.unknown.user] });
  // Who sees only some places cannot be told whether there is one of this name.
  else if (decision && !decision.allowed && noResource && administrator)
    wrong.push({ name: "resource", errors: [why.unknown.resource(general.types[type ?? "topic"].toLowerCase())] });
  const text = JSON.stringify(wrong);
  return useMemo(() => JSON.parse(text), [text]);
}
