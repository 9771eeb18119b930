import { Button } from "antd";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { User } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { SecretOnce } from "../../components/dialogs/SecretOnce";
import { useChange } from "../../components/page/useChange";
import { useTexts } from "../../texts/language";
import { InviteButton } from "./Invite";
import { endSessions, remove, resetFactors, resetInitialSecret, setStatus, unlock } from "./users";

type Asked = "disable" | "reset" | "sessions" | "factors" | "delete";

interface UserActionsProps {
  user: User;
  /** Called with the revision from which on no broker allows the user anything. */
  disabled: (revision: number | null) => void;
}

/** What can be done to a user, with the confirmation each step needs. */
export function UserActions({ user, disabled }: UserActionsProps) {
  const { identity, general, security } = useTexts();
  const [asked, setAsked] = useState<Asked>();
  const [secret, setSecret] = useState<string>();
  const enable = useChange(() => setStatus(user, "active"), { said: general.saved });
  const free = useChange(() => unlock(user), { said: general.saved });
  return (
    <>
      {user.status === "locked" && <Button onClick={() => free.mutate(undefined)}>{identity.unlock}</Button>}
      <InviteButton user={user} />
      {user.kind === "person" && <Button onClick={() => setAsked("reset")}>{identity.resetSecret}</Button>}
      {user.kind === "person" && <Button onClick={() => setAsked("sessions")}>{security.endAll}</Button>}
      {user.kind === "person" && <Button onClick={() => setAsked("factors")}>{security.resetFactors}</Button>}
      {user.status === "disabled" ? (
        <Button onClick={() => enable.mutate(undefined)}>{identity.enable}</Button>
      ) : (
        <Button onClick={() => setAsked("disable")}>{identity.disable}</Button>
      )}
      <Button danger onClick={() => setAsked("delete")}>
        {general.delete}
      </Button>
      {asked && (
        <Confirmation
          user={user}
          asked={asked}
          close={() => setAsked(undefined)}
          shown={setSecret}
          disabled={disabled}
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
  asked: Asked;
  close: () => void;
  shown: (secret: string) => void;
  disabled: UserActionsProps["disabled"];
}

function Confirmation({ user, asked, close, shown, disabled }: ConfirmationProps) {
  const { identity, general, security } = useTexts();
  const navigate = useNavigate();
  const name = user.username;
  const steps = {
    disable: {
      title: identity.disableTitle(name),
      okText: identity.disable,
      goes: identity.disableGoes,
      run: async () => disabled((await setStatus(user, "disabled")).revision),
    },
    reset: {
      title: identity.resetTitle(name),
      okText: identity.resetSecret,
      goes: identity.resetGoes,
      run: async () => shown((await resetInitialSecret(user)).initial_secret),
    },
    sessions: {
      title: security.endAllTitle(name),
      okText: security.endAll,
      goes: security.endAllGoes,
      run: () => endSessions(user),
    },
    factors: {
      title: security.resetTitle(name),
      okText: security.resetFactors,
      goes: security.resetGoes,
      run: () => resetFactors(user),
    },
    delete: {
      title: identity.deleteTitle(name),
      okText: general.delete,
      goes: identity.deleteGoes,
      typed: name,
      run: () => remove(user).then(() => navigate("/users")),
    },
  };
  return <ConfirmDanger {...steps[asked]} close={close} />;
}
