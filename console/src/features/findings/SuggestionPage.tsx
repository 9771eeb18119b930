import { useMutation, useQuery } from "@tanstack/react-query";
import { Alert, Button, Card, Flex, Radio, Tag } from "antd";
import { useState } from "react";
import { Link, useParams } from "react-router";
import type { SuggestionDetail } from "../../api/types";
import { Page } from "../../components/page/Page";
import { ErrorState } from "../../components/states/ErrorState";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { BacktestCurve } from "./BacktestCurve";
import { BeforeAfter } from "./BeforeAfter";
import { suggestionQuery } from "./findings";
import { OptOutDialog } from "./OptOutDialog";
import { PlanDialog } from "./PlanDialog";
import { RemediationPreviewResult } from "./RemediationPreviewResult";
import { Run } from "./Run";
import { suggestionReason } from "./reasons";
import { previewRemediation } from "./remediations";
import { Uses } from "./Uses";

const DAYS = 400;

/** One suggestion: before and after, its users, back-test, decisions that would change, and the next step. */
export default function SuggestionPage() {
  const { id = "" } = useParams();
  return (
    <QueryView query={useQuery(suggestionQuery(id))} page>
      {(suggestion) => <SuggestionDetails key={suggestion.id} suggestion={suggestion} />}
    </QueryView>
  );
}

function SuggestionDetails({ suggestion }: { suggestion: SuggestionDetail }) {
  const texts = useTexts();
  const { findings } = texts;
  const { kind, role_name: role, why, leaves_before: before, leaves_after: after } = suggestion;
  const title = (
    <Flex gap={12} align="center">
      <span className="mono">{role}</span>
      <Tag>{findings.kinds[kind] ?? kind}</Tag>
    </Flex>
  );
  const name = `${role}: ${findings.kinds[kind] ?? kind}`;
  return (
    <Page
      title={title}
      name={name}
      hint={<Run hint={suggestionReason(texts, why)} />}
      actions={suggestion.may_change && <Actions suggestion={suggestion} />}
    >
      {suggestion.outdated && <Alert type="warning" showIcon title={findings.outdated} />}
      {suggestion.remediation_id !== null && (
        <Alert
          type="info"
          showIcon
          title={
            <Link to={`/remediations/${suggestion.remediation_id}`}>{findings.planned(suggestion.remediation_id)}</Link>
          }
        />
      )}
      <Card>
        <BeforeAfter role={role} removed={suggestion.gone} added={suggestion.come} leafCounts={[before, after]} />
      </Card>
      <Card title={findings.backtest}>
        <p style={{ marginTop: 0 }}>{findings.backtestHint}</p>
        <BacktestCurve curve={suggestion.backtest} />
      </Card>
      <Card title={findings.uses}>
        <Uses uses={suggestion.uses} />
      </Card>
      {!suggestion.outdated && suggestion.may_change && (
        <Card title={findings.try}>
          <SuggestionPreview id={suggestion.id} />
        </Card>
      )}
    </Page>
  );
}

function Actions({ suggestion }: { suggestion: SuggestionDetail }) {
  const { findings } = useTexts();
  const [open, setOpen] = useState<"plan" | "opt-out">();
  const close = () => setOpen(undefined);
  const blocked =
    suggestion.remediation_id !== null || suggestion.opted_out_until !== null || suggestion.outdated !== null;
  const [grant] = suggestion.removes;
  return (
    <>
      <Button onClick={() => setOpen("opt-out")}>{findings.optOut}</Button>
      <Button type="primary" disabled={blocked} onClick={() => setOpen("plan")}>
        {findings.announce}
      </Button>
      {open === "plan" && <PlanDialog suggestions={[suggestion]} close={close} />}
      {open === "opt-out" && grant !== undefined && <OptOutDialog grant={grant} close={close} />}
    </>
  );
}

function SuggestionPreview({ id }: { id: string }) {
  const { findings } = useTexts();
  const [byUse, setByUse] = useState(true);
  const preview = useMutation({
    mutationFn: (onlyUsed: boolean) => previewRemediation([id], onlyUsed ? DAYS : undefined),
  });
  return (
    <Flex vertical gap={12}>
      <Flex gap={8} wrap align="center">
        <Button loading={preview.isPending} onClick={() => preview.mutate(byUse)}>
          {findings.try}
        </Button>
        <Radio.Group
          size="small"
          optionType="button"
          value={byUse}
          onChange={(event) => {
            setByUse(event.target.value);
            if (!preview.isIdle) preview.mutate(event.target.value);
          }}
          options={[
            { value: true, label: findings.tryUse },
            { value: false, label: findings.tryAll },
          ]}
        />
      </Flex>
      <div aria-live="polite">
        {preview.isError && <ErrorState error={preview.error} />}
        {preview.isSuccess && (
          <RemediationPreviewResult preview={preview.data} days={preview.variables ? DAYS : undefined} />
        )}
      </div>
    </Flex>
  );
}
