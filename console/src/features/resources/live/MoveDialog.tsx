import { useQuery } from "@tanstack/react-query";
import { Typography } from "antd";
import { ConfirmDanger } from "../../../components/dialogs/ConfirmDanger";
import { QueryView } from "../../../components/states/QueryView";
import { useTexts } from "../../../texts/language";
import { type Move, move } from "./live";

interface MoveDialogProps {
  request: Move;
  /** Full name of the topic or namespace. */
  name: string;
  close: () => void;
}

/** Asks before a bundle, a namespace or a topic is unloaded, or a bundle split: says whom it interrupts. */
export function MoveDialog({ request, name, close }: MoveDialogProps) {
  const { live } = useTexts();
  const bundle = request.kind === "topic" ? undefined : request.bundle;
  const rehearsal = useQuery({
    queryKey: ["live", "move", request],
    queryFn: async () => (await move(request, false)).data,
    gcTime: 0,
    retry: false,
  });
  const isSplit = request.kind === "split";
  return (
    <ConfirmDanger
      title={isSplit ? live.splitTitle(bundle ?? "") : live.unloadTitle(bundle ?? name)}
      okText={isSplit ? live.split : live.unload}
      lead={live.what}
      losses={isSplit ? [live.splitGoes, live.unloadGoes] : [live.unloadGoes]}
      loading={!rehearsal.isSuccess}
      action={() => move(request, true)}
      close={close}
    >
      <QueryView query={rehearsal}>
        {(effect) => (
          <Typography.Text data-testid="rehearsal">
            {live.interrupts(effect.cluster, effect.brokers, effect.topics, effect.producers, effect.consumers)}
          </Typography.Text>
        )}
      </QueryView>
    </ConfirmDanger>
  );
}
