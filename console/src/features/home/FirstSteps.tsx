import { CheckCircleFilled, CloseOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Card, Typography } from "antd";
import { type ComponentType, Suspense, useEffect, useRef, useState } from "react";
import type { Overview } from "../../api/types";
import { useTexts } from "../../texts/language";
import { DemoButton } from "./DemoButton";
import {
  doneSteps,
  firstClientQuery,
  following,
  type Made,
  missingFor,
  STEPS,
  type StepDialogProps,
  type StepName,
} from "./firstSteps";

const STORAGE_KEY = "puc.first-steps";

export interface FirstStepsProps {
  overview: Overview;
  made: Made;
  /** The dialog of a step. */
  StepDialog: ComponentType<StepDialogProps>;
}

/** The way of a new center to its first client: each step opens its dialog. Gone when all is done, or put away. */
export function FirstSteps({ overview, made, StepDialog }: FirstStepsProps) {
  const { general, home, operations } = useTexts();
  const [isAway, setAway] = useState(() => localStorage.getItem(STORAGE_KEY) !== null);
  const [open, setOpen] = useState<StepName>();
  const clusters = overview.brokers.filter(({ gone }) => !gone);
  const clusterId = (clusters.find(({ live }) => live > 0) ?? clusters[0])?.cluster_id;
  const before = doneSteps(overview, made, false);
  const asks = !isAway && missingFor("connection", before) === undefined;
  const connected = useQuery({ ...firstClientQuery(clusterId ?? 0), enabled: asks && clusterId !== undefined });
  const done = doneSteps(overview, made, connected.data === true);
  // A dialog may keep what it was opened with, and more may be done by the time it is sent.
  const doneNow = useRef(done);
  useEffect(() => {
    doneNow.current = done;
  });
  const isComplete = done.size === STEPS.length;
  useEffect(() => {
    if (isComplete) localStorage.setItem(STORAGE_KEY, "done");
  }, [isComplete]);
  if (isAway) return null;
  const putAway = () => {
    localStorage.setItem(STORAGE_KEY, "put away");
    setAway(true);
  };
  return (
    <Card
      title={`${operations.firstSteps} · ${home.first.progress(done.size, STEPS.length)}`}
      extra={<Button type="text" icon={<CloseOutlined />} aria-label={home.first.hide} onClick={putAway} />}
    >
      <ol className="home-list home-steps">
        {STEPS.map((step) => (
          <Step key={step} step={step} done={done} open={() => setOpen(step)} />
        ))}
      </ol>
      <DemoButton isEmpty={done.size === 0} />
      {open && (
        <Suspense fallback={<span role="status">{general.loading}</span>}>
          <StepDialog
            key={open}
            step={open}
            made={made}
            clusterId={clusterId}
            onDone={() => setOpen(following(open, doneNow.current))}
            close={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </Card>
  );
}

/** A step: its dialog, or why it has to wait. */
function Step({ step, done, open }: { step: StepName; done: Set<StepName>; open: () => void }) {
  const { first } = useTexts().home;
  const missing = missingFor(step, done);
  const isNext = STEPS.find((step) => !done.has(step) && missingFor(step, done) === undefined) === step;
  if (done.has(step)) {
    return (
      <li>
        <CheckCircleFilled className="home-done" aria-label={first.done} />
        <Typography.Text type="secondary">{first.steps[step]}</Typography.Text>
      </li>
    );
  }
  return (
    <li>
      <span className="home-open" aria-hidden />
      <div>
        <Typography.Text strong={isNext}>{first.steps[step]}</Typography.Text>
        <br />
        <Typography.Text type="secondary">
          {missing ? first.after(first.steps[missing]) : first.hints[step]}
        </Typography.Text>
      </div>
      <Button
        type={isNext ? "primary" : "default"}
        disabled={missing !== undefined}
        aria-label={`${first.actions[step]}: ${first.steps[step]}`}
        onClick={open}
      >
        {first.actions[step]}
      </Button>
    </li>
  );
}
