import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Cluster } from "../../api/types";
import { ifMatchHeader } from "../../api/version";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { useTexts } from "../../texts/language";

/** Stops waiting for a cluster that will never answer again. */
export function GiveUpCluster({ cluster, close }: { cluster: Cluster; close: () => void }) {
  const { resources } = useTexts();
  const run = () =>
    answer(
      client.POST("/api/v1/clusters/{cluster_id}/give-up", {
        params: { path: { cluster_id: cluster.id }, header: ifMatchHeader(cluster), query: { confirm: cluster.name } },
      }),
    );
  return (
    <ConfirmDanger
      title={resources.giveUpTitle(cluster.name)}
      okText={resources.giveUp}
      lead={resources.giveUpLead}
      losses={resources.giveUpGoes}
      nameToType={cluster.name}
      action={run}
      close={close}
    />
  );
}
