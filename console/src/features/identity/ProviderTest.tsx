import { useMutation } from "@tanstack/react-query";
import { Button, Flex, Steps, Typography } from "antd";
import { useEffect, useRef } from "react";
import type { Provider, ProviderStep } from "../../api/types";
import { Dialog } from "../../components/dialogs/Dialog";
import { ErrorState } from "../../components/states/ErrorState";
import { LoadingScreen } from "../../components/states/LoadingScreen";
import { useTexts } from "../../texts/language";
import { beginTrial, goToProvider, testProvider } from "./providers";

const STEPS = ["discovery", "metadata", "keys", "clock"] as const;

/** Asks the provider now, step by step, and offers a sign-in for trial. */
export function ProviderTest({ provider, close }: { provider: Provider; close: () => void }) {
  const { companySignIn } = useTexts();
  const test = useMutation({ mutationFn: () => testProvider(provider) });
  const trial = useMutation({ mutationFn: () => beginTrial(provider.id), onSuccess: goToProvider });
  const { mutate } = test;
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    mutate();
  }, [mutate]);
  return (
    <Dialog
      title={companySignIn.testTitle(provider.name)}
      onCancel={close}
      footer={
        <Flex justify="end" gap={8} wrap>
          <Button loading={test.isPending} onClick={() => mutate()}>
            {companySignIn.again}
          </Button>
          <Button type="primary" loading={trial.isPending} onClick={() => trial.mutate()}>
            {companySignIn.trial}
          </Button>
        </Flex>
      }
    >
      <Flex vertical gap={16} aria-live="polite">
        {test.isPending && <LoadingScreen />}
        {test.data && !test.isPending && <TestResult steps={test.data} />}
        {(test.error ?? trial.error) != null && <ErrorState error={test.error ?? trial.error} />}
        <Typography.Text type="secondary">{companySignIn.trialHint}</Typography.Text>
      </Flex>
    </Dialog>
  );
}

function TestResult({ steps }: { steps: ProviderStep[] }) {
  const { companySignIn } = useTexts();
  const items = STEPS.map((name) => {
    const step = steps.find((candidate) => candidate.step === name);
    return {
      title: companySignIn.steps[name],
      status: step === undefined ? ("wait" as const) : step.ok ? ("finish" as const) : ("error" as const),
      content:
        step === undefined ? (
          companySignIn.notDone
        ) : step.ok ? (
          companySignIn.stepHints[name]
        ) : (
          <Reason failure={step} />
        ),
    };
  });
  return <Steps orientation="vertical" size="small" items={items} />;
}

/** Why it failed, in the reader's language, and the center's own words. */
export function Reason({ failure }: { failure: { reason?: unknown; explanation?: unknown } }) {
  const { companySignIn } = useTexts();
  const { reason, explanation } = failure;
  return (
    <Flex vertical>
      <span>{(typeof reason === "string" && companySignIn.reasons[reason]) || String(reason ?? "")}</span>
      {typeof explanation === "string" && (
        <Typography.Text type="secondary" lang="en" style={{ overflowWrap: "anywhere" }}>
          {explanation}
        </Typography.Text>
      )}
    </Flex>
  );
}
