import { useQuery } from "@tanstack/react-query";
import { Typography } from "antd";
import { LIMITS } from "../../api/limits.gen";
import type { DriftLine } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { type ReasonUntil, ReasonUntilDialog } from "../../components/dialogs/ReasonUntilDialog";
import { QueryView } from "../../components/states/QueryView";
import { useTexts } from "../../texts/language";
import { accept, adopt, type LineOfCluster, loses, lossQuery, lossText, repair } from "./drift";

interface AnswerDialogProps extends LineOfCluster {
  close: () => void;
}

/** Adopts the line: the center takes over what the cluster has. */
export function AdoptLine({ cluster, line, close }: AnswerDialogProps) {
  const texts = useTexts();
  const { drift } = texts;
  const losesData = loses(line, "adopt");
  return (
    <ConfirmDanger
      title={drift.adoptTitle}
      okText={drift.adopt}
      lead=""
      losses={[
        losesData
          ? lossText(line, "adopt", texts)
          : (line.field === "rights" ? drift.endGoes : drift.adoptGoes)(line.place),
      ]}
      nameToType={losesData ? line.place : undefined}
      action={() => adopt({ cluster, line })}
      close={close}
    />
  );
}

/** Repairs the cluster; shows the calls first. */
export function RepairLine({ cluster, line, close }: AnswerDialogProps) {
  const texts = useTexts();
  const { drift } = texts;
  const losesData = loses(line, "repair");
  return (
    <ConfirmDanger
      title={drift.repairTitle}
      okText={drift.repair}
      lead=""
      losses={[
        losesData
          ? lossText(line, "repair", texts)
          : (line.field === "rights" ? drift.giveGoes : drift.repairGoes)(line.place),
      ]}
      nameToType={losesData ? line.place : undefined}
      action={() => repair({ cluster, line })}
      close={close}
    >
      {losesData && line.field === "resource" && <ResourceLoss cluster={cluster} line={line} />}
      <Calls line={line} />
    </ConfirmDanger>
  );
}

/** What the cluster says would be lost. `withPlace`: with the name of the place. */
export function ResourceLoss({ cluster, line, withPlace = false }: LineOfCluster & { withPlace?: boolean }) {
  const { drift } = useTexts();
  const loss = useQuery(lossQuery({ cluster, line }));
  return (
    <QueryView query={loss}>
      {({ clusters }) =>
        clusters.map((clusterLoss) => (
          <Typography.Text key={clusterLoss.cluster_id} type="danger">
            {withPlace && `${line.place}: `}
            {clusterLoss.message ??
              drift.taken(
                clusterLoss.topics,
                clusterLoss.subscriptions,
                clusterLoss.backlog,
                clusterLoss.producers + clusterLoss.consumers,
              )}
          </Typography.Text>
        ))
      }
    </QueryView>
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

/** Accepts the line: it is left as it is until a day. */
export function AcceptLine({ cluster, line, close }: AnswerDialogProps) {
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
