import { useQuery } from "@tanstack/react-query";
import { Button, Card, Flex, Typography } from "antd";
import { type ReactNode, useState } from "react";
import { hasHostName, passkeysWork } from "../../api/passkeys";
import type { Factors } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { SecretOnce } from "../../components/dialogs/SecretOnce";
import { Loaded } from "../../components/states/Loaded";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { AddApp, AddPasskey } from "./FactorDialogs";
import { factorsQuery, removeApp, removePasskey, renewCodes } from "./factors";

interface FactorCardsProps {
  /** Called when a factor was added and its recovery codes, if any, were copied. */
  added?: () => void;
}

/** The reader's second factors. */
export function FactorCards({ added }: FactorCardsProps) {
  const factors = useQuery(factorsQuery);
  const { security } = useTexts();
  const [open, setOpen] = useState<"app" | "passkey" | "codes">();
  const [codes, setCodes] = useState<string[]>([]);
  const [gone, setGone] = useState<{ what: string; run: () => Promise<unknown> }>();
  const close = () => setOpen(undefined);
  const show = (fresh: string[]) => {
    close();
    setCodes(fresh);
    if (fresh.length === 0) added?.();
  };
  return (
    <>
      <Loaded query={factors}>
        {(found) => (
          <Flex vertical gap={16}>
            <AppCard found={found} set={() => setOpen("app")} remove={setGone} />
            {(hasHostName() || !added) && (
              <PasskeysCard found={found} add={() => setOpen("passkey")} remove={setGone} />
            )}
            {(found.authenticator_app || found.passkeys.length > 0) && (
              <FactorCard
                title={security.recovery}
                hint={security.recoveryHint}
                action={<Button onClick={() => setOpen("codes")}>{security.recoveryNew}</Button>}
              >
                {security.recoveryLeft(found.recovery_codes_left)}
              </FactorCard>
            )}
          </Flex>
        )}
      </Loaded>
      {open === "app" && <AddApp added={show} cancel={close} />}
      {open === "passkey" && <AddPasskey added={show} cancel={close} />}
      {open === "codes" && (
        <ConfirmDanger
          title={security.recoveryNew}
          okText={security.recoveryNew}
          goes={security.recoveryGoes}
          run={async () => setCodes(await renewCodes())}
          close={close}
        />
      )}
      {gone && (
        <ConfirmDanger
          title={security.removeTitle(gone.what)}
          okText={security.remove}
          goes={security.removeGoes}
          run={gone.run}
          close={() => setGone(undefined)}
        />
      )}
      {codes.length > 0 && (
        <SecretOnce
          title={security.recovery}
          secrets={[{ label: security.recoveryHint, value: codes.join("\n") }]}
          close={() => {
            setCodes([]);
            added?.();
          }}
        />
      )}
    </>
  );
}

interface PartProps {
  found: Factors;
  remove: (gone: { what: string; run: () => Promise<unknown> }) => void;
}

function AppCard({ found, set, remove }: PartProps & { set: () => void }) {
  const { security } = useTexts();
  const app = found.authenticator_app;
  return (
    <FactorCard
      title={security.app}
      hint={security.appHint}
      action={<Button onClick={set}>{app ? security.appReplace : security.appSet}</Button>}
    >
      {app ? (
        <Flex justify="space-between" align="center" gap={8} wrap>
          <span>
            {security.appSince}: <Moment at={app.add_time} /> · {security.lastUse}:{" "}
            <Moment at={app.last_use} otherwise={security.never} />
          </span>
          <Button onClick={() => remove({ what: security.app, run: removeApp })}>{security.remove}</Button>
        </Flex>
      ) : (
        security.appNone
      )}
    </FactorCard>
  );
}

function PasskeysCard({ found, add, remove }: PartProps & { add: () => void }) {
  const { security } = useTexts();
  return (
    <FactorCard
      title={security.passkeys}
      hint={security.passkeysHint}
      action={passkeysWork() && <Button onClick={add}>{security.passkeyAdd}</Button>}
    >
      {!hasHostName() && <Typography.Paragraph>{security.passkeysNeedName}</Typography.Paragraph>}
      {hasHostName() && found.passkeys.length === 0 && security.passkeysNone}
      {found.passkeys.map(({ id, name, add_time, last_use }) => (
        <Flex key={id} justify="space-between" align="center" gap={8} wrap style={{ padding: "4px 0" }}>
          <span style={{ overflowWrap: "anywhere" }}>
            <Typography.Text strong>{name}</Typography.Text> · {security.appSince}: <Moment at={add_time} /> ·{" "}
            {security.lastUse}: <Moment at={last_use} otherwise={security.never} />
          </span>
          <Button
            aria-label={`${security.remove}: ${name}`}
            onClick={() => remove({ what: name, run: () => removePasskey(id) })}
          >
            {security.remove}
          </Button>
        </Flex>
      ))}
    </FactorCard>
  );
}

interface FactorCardProps {
  title: string;
  hint: string;
  action: ReactNode;
  children: ReactNode;
}

export function FactorCard({ title, hint, action, children }: FactorCardProps) {
  return (
    <Card>
      <Flex justify="space-between" align="flex-start" gap={8} wrap>
        <div>
          <Typography.Title level={2} style={{ fontSize: 16, margin: 0 }}>
            {title}
          </Typography.Title>
          <Typography.Text type="secondary">{hint}</Typography.Text>
        </div>
        {action}
      </Flex>
      <div style={{ marginTop: 12 }}>{children}</div>
    </Card>
  );
}
