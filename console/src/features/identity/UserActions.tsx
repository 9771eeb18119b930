import { Button } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { User } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { SecretOnce } from "../../components/dialogs/SecretOnce";
import { useChange } from "../../components/page/useChange";
import { useTexts } from "../../texts/language";
import { InviteButton } from "./Invite";
import { deleteUser, endSessions, resetFactors, resetInitialSecret, setStatus, unlock } from "./users";

type UserAction = "disable" | "reset" | "sessions" | "factors" | "delete";

interface UserActionsProps {
  user: User;
  /** Called with the revision from which on no broker allows the user anything. */
  onDisabled: (revision: number | null) => void;
}

/** What can be done to a user, with the confirmation each step needs. */
export function UserActions({ user, onDisabled }: UserActionsProps) {
  const { identity, general, security } = useTexts();
  const [openAction, setOpenAction] = useState<UserAction>();
  const [secret, setSecret] = useState<string>();
  const enable = useChange(() => setStatus(user, "active"), { successText: general.saved });
  const unlocking = useChange(() => unlock(user), { successText: general.saved });
  return (
    <>
      {user.status === "locked" && <Button onClick={() => unlocking.mutate(undefined)}>{identity.unlock}</Button>}
      <InviteButton user={user} />
      {user.kind === "person" && <Button onClick={() => setOpenAction("reset")}>{identity.resetSecret}</Button>}
      {user.kind === "person" && <Button onClick={() => setOpenAction("sessions")}>{security.endAll}</Button>}
      {user.kind === "person" && <Button onClick={() => setOpenAction("factors")}>{security.resetFactors}</Button>}
      {user.status === "disabled" ? (
        <Button onClick={() => enable.mutate(undefined)}>{identity.enable}</Button>
      ) : (
        <Button onClick={() => setOpenAction("disable")}>{identity.disable}</Button>
      )}
      <Button danger onClick={() => setOpenAction("delete")}>
        {general.delete}
      </Button>
      {openAction && (
        <Confirmation
          user={user}
          action={openAction}
          close={() => setOpenAction(undefined)}
          onSecret={setSecret}
          onDisabled={onDisabled}
        />
      )}
      {secret && (
        <SecretOnce
          title={identity.initialOf(user.username)}
          secrets={[{ label: identity.initialSecret, value: secret }]}
          close={() => setSecret(undefined)}
        />
      )}
    </>
  );
}

interface ConfirmationProps {
  user: User;
  action: UserAction;
  close: () => void;
  onSecret: (secret: string) => void;
  onDisabled: UserActionsProps["onDisabled"];
}

function Confirmation({ user, action, close, onSecret, onDisabled }: ConfirmationProps) {
  const { identity, general, security } = useTexts();
  const navigate = useNavigate();
  const name = user.username;
  const confirmations = {
    disable: {
      title: identity.disableTitle(name),
      okText: identity.disable,
      losses: identity.disableGoes,
      action: async () => onDisabled((await setStatus(user, "disabled")).revision),
    },
    reset: {
      title: identity.resetTitle(name),
      okText: identity.resetSecret,
      losses: identity.resetGoes,
      action: async () => onSecret((await resetInitialSecret(user)).initial_secret),
    },
    sessions: {
      title: security.endAllTitle(name),
      okText: security.endAll,
      losses: security.endAllGoes,
      action: () => endSessions(user),
    },
    factors: {
      title: security.resetTitle(name),
      okText: security.resetFactors,
      losses: security.resetGoes,
      action: () => resetFactors(user),
    },
    delete: {
      title: identity.deleteTitle(name),
      okText: general.delete,
      losses: identity.deleteGoes,
      nameToType: name,
      action: () => deleteUser(user).then(() => navigate("/users")),
    },
  };
  return <ConfirmDanger {...confirmations[action]} close={close} />;
}
