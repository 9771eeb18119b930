import { useQuery } from "@tanstack/react-query";
import { Typography } from "antd";
import { LIMITS } from "../../api/limits.gen";
import type { DriftLine } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { type ReasonUntil, ReasonUntilDialog } from "../../components/dialogs/ReasonUntilDialog";
import { Loaded } from "../../components/states/Loaded";
import { useTexts } from "../../texts/language";
import { accept, adopt, loses, lossQuery, lossText, type OfCluster, repair } from "./drift";

interface Asked extends OfCluster {
  close: () => void;
}

/** The center takes over what the cluster has. */
export function AdoptLine({ cluster, line, close }: Asked) {
  const texts = useTexts();
  const { drift } = texts;
  const lost = loses(line, "adopt");
  return (
    <ConfirmDanger
      title={drift.adoptTitle}
      okText={drift.adopt}
      lead=""
      goes={[
        lost ? lossText(line, "adopt", texts) : (line.field === "rights" ? drift.endGoes : drift.adoptGoes)(line.place),
      ]}
      typed={lost ? line.place : undefined}
      run={() => adopt({ cluster, line })}
      close={close}
    />
  );
}

/** The cluster is put right; the calls are shown first. */
export function RepairLine({ cluster, line, close }: Asked) {
  const texts = useTexts();
  const { drift } = texts;
  const lost = loses(line, "repair");
  return (
    <ConfirmDanger
      title={drift.repairTitle}
      okText={drift.repair}
      lead=""
      goes={[
        lost
          ? lossText(line, "repair", texts)
          : (line.field === "rights" ? drift.giveGoes : drift.repairGoes)(line.place),
      ]}
      typed={lost ? line.place : undefined}
      run={() => repair({ cluster, line })}
      close={close}
    >
      {lost && line.field === "resource" && <Taken cluster={cluster} line={line} />}
      <Calls line={line} />
    </ConfirmDanger>
  );
}

/** What the cluster says would be lost. `named`: with the place. */
export function Taken({ cluster, line, named = false }: OfCluster & { named?: boolean }) {
  const { drift } = useTexts();
  const loss = useQuery(lossQuery({ cluster, line }));
  return (
    <Loaded query={loss}>
      {({ clusters }) =>
        clusters.map((one) => (
          <Typography.Text key={one.cluster_id} type="danger">
            {named && `${line.place}: `}
            {one.message ?? drift.taken(one.topics, one.subscriptions, one.backlog, one.producers + one.consumers)}
          </Typography.Text>
        ))
      }
    </Loaded>
  );
}

/** The calls of a repair. `lead`: with a sentence above them. */
export function Calls({ line, lead = true }: { line: DriftLine; lead?: boolean }) {
  const { drift } = useTexts();
  const calls = line.calls ?? [];
  if (calls.length === 0) return <Typography.Text>{drift.repairJobs}</Typography.Text>;
  return (
    <div>
      {lead && <Typography.Text>{drift.repairCalls}</Typography.Text>}
      {calls.map((call) => (
        <div key={call.method + call.path} className="mono" style={{ overflowWrap: "anywhere" }}>
          {call.method} /admin/v2{call.path} {call.body === null ? "" : JSON.stringify(call.body)}
        </div>
      ))}
    </div>
  );
}

/** It is left as it is until a day. */
export function AcceptLine({ cluster, line, close }: Asked) {
  const { drift } = useTexts();
  return <AcceptDialog title={drift.acceptTitle} submit={(body) => accept({ cluster, line }, body)} close={close} />;
}

interface AcceptProps {
  title: string;
  submit: (acceptance: ReasonUntil) => Promise<unknown>;
  close: () => void;
}

/** Asks until when, and why. */
export function AcceptDialog({ title, submit, close }: AcceptProps) {
  const { drift } = useTexts();
  return (
    <ReasonUntilDialog
      title={title}
      okText={drift.accept}
      reason={{ label: drift.reason, maxLength: LIMITS.Acceptance.reason.maxLength }}
      until={{ label: drift.acceptUntil, hint: drift.acceptHint }}
      submit={submit}
      close={close}
    />
  );
}
