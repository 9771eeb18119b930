import { useQuery } from "@tanstack/react-query";
import { Typography } from "antd";
import { ConfirmDanger } from "../../../components/dialogs/ConfirmDanger";
import { Loaded } from "../../../components/states/Loaded";
import { useTexts } from "../../../texts/language";
import { type Move, move } from "./live";

interface MoveDialogProps {
  what: Move;
  /** Full name of the topic or namespace. */
  name: string;
  close: () => void;
}

/** Asks before a bundle, a namespace or a topic is unloaded, or a bundle split: says whom it interrupts. */
export function MoveDialog({ what, name, close }: MoveDialogProps) {
  const { live } = useTexts();
  const bundle = what.kind === "topic" ? undefined : what.bundle;
  const told = useQuery({
    queryKey: ["live", "move", what],
    queryFn: async () => (await move(what, false)).data,
    gcTime: 0,
    retry: false,
  });
  const splits = what.kind === "split";
  return (
    <ConfirmDanger
      title={splits ? live.splitTitle(bundle ?? "") : live.unloadTitle(bundle ?? name)}
      okText={splits ? live.split : live.unload}
      lead={live.what}
      goes={splits ? [live.splitGoes, live.unloadGoes] : [live.unloadGoes]}
      waiting={!told.isSuccess}
      run={() => move(what, true)}
      close={close}
    >
      <Loaded query={told}>
        {(found) => (
          <Typography.Text data-testid="rehearsal">
            {live.interrupts(found.cluster, found.brokers, found.topics, found.producers, found.consumers)}
          </Typography.Text>
        )}
      </Loaded>
    </ConfirmDanger>
  );
}
