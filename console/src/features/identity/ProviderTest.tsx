import { useMutation } from "@tanstack/react-query";
import { Button, Flex, Steps, Typography } from "antd";
import { useEffect, useRef } from "react";
import type { Provider, ProviderStep } from "../../api/types";
import { Dialog } from "../../components/dialogs/Dialog";
import { ErrorState } from "../../components/states/ErrorState";
import { Waiting } from "../../components/states/Waiting";
import { useTexts } from "../../texts/language";
import { beginTrial, leaveFor, testProvider } from "./providers";

const STEPS = ["discovery", "metadata", "keys", "clock"] as const;

/** Asks the provider now, step by step, and offers a sign-in for trial. */
export function ProviderTest({ provider, close }: { provider: Provider; close: () => void }) {
  const { companySignIn } = useTexts();
  const test = useMutation({ mutationFn: () => testProvider(provider) });
  const trial = useMutation({ mutationFn: () => beginTrial(provider.id), onSuccess: leaveFor });
  const { mutate } = test;
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
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
        {test.isPending && <Waiting />}
        {test.data && !test.isPending && <Result steps={test.data} />}
        {(test.error ?? trial.error) != null && <ErrorState error={test.error ?? trial.error} />}
        <Typography.Text type="secondary">{companySignIn.trialHint}</Typography.Text>
      </Flex>
    </Dialog>
  );
}

function Result({ steps }: { steps: ProviderStep[] }) {
  const { companySignIn } = useTexts();
  const items = STEPS.map((name) => {
    const step = steps.find((one) => one.step === name);
    return {
      title: companySignIn.steps[name],
      status: step === undefined ? ("wait" as const) : step.ok ? ("finish" as const) : ("error" as const),
      content:
        step === undefined ? companySignIn.notDone : step.ok ? companySignIn.stepHints[name] : <Reason of={step} />,
    };
  });
  return <Steps orientation="vertical" size="small" items={items} />;
}

/** Why it failed, in the reader's language, and the center's own words. */
export function Reason({ of }: { of: { reason?: unknown; explanation?: unknown } }) {
  const { companySignIn } = useTexts();
  const { reason, explanation } = of;
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
