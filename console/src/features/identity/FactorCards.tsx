import { useQuery } from "@tanstack/react-query";
import { Button, Card, Flex, Typography } from "antd";
import { type ReactNode, useState } from "react";
import { hasHostName, passkeysWork } from "../../api/passkeys";
import type { Factors } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { SecretOnce } from "../../components/dialogs/SecretOnce";
import { QueryView } from "../../components/states/QueryView";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import { AddApp, AddPasskey } from "./FactorDialogs";
import { factorsQuery, removeApp, removePasskey, renewCodes } from "./factors";

interface FactorCardsProps {
  /** Called when a factor was added and its recovery codes, if any, were copied. */
  onAdded?: () => void;
}

/** The reader's second factors. */
export function FactorCards({ onAdded }: FactorCardsProps) {
  const factors = useQuery(factorsQuery);
  const { security } = useTexts();
  const [open, setOpen] = useState<"app" | "passkey" | "codes">();
  const [codes, setCodes] = useState<string[]>([]);
  const [factorToRemove, setFactorToRemove] = useState<{ name: string; run: () => Promise<unknown> }>();
  const close = () => setOpen(undefined);
  const showCodes = (newCodes: string[]) => {
    close();
    setCodes(newCodes);
    if (newCodes.length === 0) onAdded?.();
  };
  return (
    <>
      <QueryView query={factors}>
        {(data) => (
          <Flex vertical gap={16}>
            <AppCard factors={data} set={() => setOpen("app")} remove={setFactorToRemove} />
            {(hasHostName() || !onAdded) && (
              <PasskeysCard factors={data} add={() => setOpen("passkey")} remove={setFactorToRemove} />
            )}
            {(data.authenticator_app || data.passkeys.length > 0) && (
              <FactorCard
                title={security.recovery}
                hint={security.recoveryHint}
                action={<Button onClick={() => setOpen("codes")}>{security.recoveryNew}</Button>}
              >
                {security.recoveryLeft(data.recovery_codes_left)}
              </FactorCard>
            )}
          </Flex>
        )}
      </QueryView>
      {open === "app" && <AddApp onAdded={showCodes} cancel={close} />}
      {open === "passkey" && <AddPasskey onAdded={showCodes} cancel={close} />}
      {open === "codes" && (
        <ConfirmDanger
          title={security.recoveryNew}
          okText={security.recoveryNew}
          losses={security.recoveryGoes}
          action={async () => setCodes(await renewCodes())}
          close={close}
        />
      )}
      {factorToRemove && (
        <ConfirmDanger
          title={security.removeTitle(factorToRemove.name)}
          okText={security.remove}
          losses={security.removeGoes}
          action={factorToRemove.run}
          close={() => setFactorToRemove(undefined)}
        />
      )}
      {codes.length > 0 && (
        <SecretOnce
          title={security.recovery}
          secrets={[{ label: security.recoveryHint, value: codes.join("\n") }]}
          close={() => {
            setCodes([]);
            onAdded?.();
          }}
        />
      )}
    </>
  );
}

interface PartProps {
  factors: Factors;
  remove: (factor: { name: string; run: () => Promise<unknown> }) => void;
}

function AppCard({ factors, set, remove }: PartProps & { set: () => void }) {
  const { security } = useTexts();
  const app = factors.authenticator_app;
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
            <Moment at={app.last_use} fallback={security.never} />
          </span>
          <Button onClick={() => remove({ name: security.app, run: removeApp })}>{security.remove}</Button>
        </Flex>
      ) : (
        security.appNone
      )}
    </FactorCard>
  );
}

function PasskeysCard({ factors, add, remove }: PartProps & { add: () => void }) {
  const { security } = useTexts();
  return (
    <FactorCard
      title={security.passkeys}
      hint={security.passkeysHint}
      action={passkeysWork() && <Button onClick={add}>{security.passkeyAdd}</Button>}
    >
      {!hasHostName() && <Typography.Paragraph>{security.passkeysNeedName}</Typography.Paragraph>}
      {hasHostName() && factors.passkeys.length === 0 && security.passkeysNone}
      {factors.passkeys.map(({ id, name, add_time, last_use }) => (
        <Flex key={id} justify="space-between" align="center" gap={8} wrap style={{ padding: "4px 0" }}>
          <span style={{ overflowWrap: "anywhere" }}>
            <Typography.Text strong>{name}</Typography.Text> · {security.appSince}: <Moment at={add_time} /> ·{" "}
            {security.lastUse}: <Moment at={last_use} fallback={security.never} />
          </span>
          <Button
            aria-label={`${security.remove}: ${name}`}
            onClick={() => remove({ name: name, run: () => removePasskey(id) })}
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
          <Typography.Title level={2} style={{ margin: 0 }}>
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
