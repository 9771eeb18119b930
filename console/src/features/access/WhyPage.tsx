import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Card } from "antd";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { resourceIdQuery } from "../../api/resourceNames";
import { clustersQuery } from "../../api/sharedQueries";
import { Page } from "../../components/page/Page";
import { EmptyState } from "../../components/states/EmptyState";
import { ErrorState } from "../../components/states/ErrorState";
import { NoClusters } from "../../components/states/NoClusters";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { DecisionDetails } from "./DecisionDetails";
import { WhyForm } from "./WhyForm";
import { type Question, questionOf, questionParams } from "./whyQuestion";

/** Why is this allowed or denied? The question lives in the address, so that an answer can be sent to somebody. */
export default function WhyPage() {
  const { frame, why } = useTexts();
  const clusters = useQuery(clustersQuery);
  return (
    <Page title={frame.why} hint={why.hint}>
      <QueryView query={clusters}>
        {({ items }) =>
          items[0] === undefined ? (
            <Card>
              <NoClusters />
            </Card>
          ) : (
            <QuestionAndDecision clusters={items} />
          )
        }
      </QueryView>
    </Page>
  );
}

function QuestionAndDecision({ clusters }: { clusters: { id: number; name: string }[] }) {
  const { why } = useTexts();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const question = questionOf(params, clusters);
  const decision = useMutation({
    mutationFn: async (body: Question) => {
      const { resource_type: type, resource, as_of } = body;
      // Whether the resource existed at a past revision is not checked.
      const existingId =
        as_of === undefined ? queries.fetchQuery(resourceIdQuery(type, resource)).catch(() => undefined) : 0;
      return {
        decision: await answer(client.POST("/api/v1/access/explain", { body })),
        noResource: (await existingId) === null,
      };
    },
  });
  const { mutate, reset } = decision;
  // If the address holds a complete question, asks it at once. An earlier answer is dropped.
  const completeParams = question.principal && question.resource ? params.toString() : "";
  useEffect(() => {
    if (completeParams) mutate(questionOf(new URLSearchParams(completeParams), clusters) as Question);
    else reset();
  }, [completeParams, clusters, mutate, reset]);
  const wrongName = decision.data?.decision.reason === "MALFORMED_NAME" ? why.reasons.MALFORMED_NAME : undefined;
  const ask = (newQuestion: Question) => {
    const newParams = questionParams(newQuestion);
    if (newParams.toString() === params.toString()) mutate(newQuestion);
    else setParams(newParams);
  };
  return (
    <div className="split split-form">
      <Card>
        <WhyForm
          key={params.toString()}
          clusters={clusters}
          initial={question}
          ask={ask}
          busy={decision.isPending}
          wrongName={wrongName}
        />
      </Card>
      <Card aria-live="polite" loading={decision.isPending}>
        {decision.isError && <ErrorState error={decision.error} />}
        {decision.isSuccess && !wrongName && (
          <DecisionDetails
            {...decision.data}
            question={decision.variables}
            backToNow={() => ask({ ...decision.variables, as_of: undefined })}
          />
        )}
        {(decision.isIdle || wrongName) && <EmptyState title={why.ready} hint={why.readyHint} />}
      </Card>
    </div>
  );
}
