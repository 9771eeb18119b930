import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Card } from "antd";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { resourceId } from "../../api/resourceNames";
import { clustersQuery } from "../../api/shared";
import { Page } from "../../components/page/Page";
import { EmptyState } from "../../components/states/EmptyState";
import { ErrorState } from "../../components/states/ErrorState";
import { Loaded } from "../../components/states/Loaded";
import { NoClusters } from "../../components/states/NoClusters";
import { useTexts } from "../../texts/language";
import { Verdict } from "./Verdict";
import { WhyForm } from "./WhyForm";
import { asParams, type Question, questionOf } from "./whyQuestion";

/** Why is this allowed or denied? The question lives in the address, so that an answer can be sent to somebody. */
export default function WhyPage() {
  const { frame, why } = useTexts();
  const clusters = useQuery(clustersQuery);
  return (
    <Page title={frame.why} hint={why.hint}>
      <Loaded query={clusters}>
        {({ items }) =>
          items[0] === undefined ? (
            <Card>
              <NoClusters />
            </Card>
          ) : (
            <Asked clusters={items} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Asked({ clusters }: { clusters: { id: number; name: string }[] }) {
  const { why } = useTexts();
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const question = questionOf(params, clusters);
  const decision = useMutation({
    mutationFn: async (body: Question) => {
      const { resource_type: type, resource, as_of } = body;
      // Whether the resource existed at a past revision is not checked.
      const known = as_of === undefined ? queries.fetchQuery(resourceId(type, resource)).catch(() => undefined) : 0;
      return {
        decision: await answer(client.POST("/api/v1/access/explain", { body })),
        noResource: (await known) === null,
      };
    },
  });
  const { mutate, reset } = decision;
  // Asks at once if the address holds a complete question. An answer to another question is dropped.
  const whole = question.principal && question.resource ? params.toString() : "";
  useEffect(() => {
    if (whole) mutate(questionOf(new URLSearchParams(whole), clusters) as Question);
    else reset();
  }, [whole, clusters, mutate, reset]);
  const wrongName = decision.data?.decision.reason === "MALFORMED_NAME" ? why.reasons.MALFORMED_NAME : undefined;
  const ask = (asked: Question) => {
    const next = asParams(asked);
    if (next.toString() === params.toString()) mutate(asked);
    else setParams(next);
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
          <Verdict
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
