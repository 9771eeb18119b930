import { useQuery } from "@tanstack/react-query";
import { Form, Input } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import { LIMITS } from "../../api/limits.gen";
import type { SigningKey } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { useTexts } from "../../texts/language";

const TOKENS_SHOWN = 10;

/** Revokes a key that has leaked. Says first which API tokens end, and asks for the reason. */
export function RevokeKey({ signingKey: { kid, state }, close }: { signingKey: SigningKey; close: () => void }) {
  const { signingKeys, tokens } = useTexts();
  const [reason, setReason] = useState("");
  const path = { params: { path: { kid } } };
  const signedTokens = useQuery({
    queryKey: ["signing-keys", kid, "tokens"],
    queryFn: () => answer(client.GET("/api/v1/signing-keys/{kid}/tokens", path)),
  });
  const tokenNames = (signedTokens.data?.items ?? [])
    .slice(0, TOKENS_SHOWN)
    .map((token) => `${token.username}: ${token.name}`);
  const moreCount = (signedTokens.data?.total ?? 0) - tokenNames.length;
  const services = signedTokens.data?.services ?? [];
  const losses = [
    ...signingKeys.revokeGoes,
    ...(state === "active" ? [signingKeys.revokeActiveGoes] : []),
    ...tokenNames,
    ...(moreCount > 0 ? [signingKeys.moreTokens(moreCount)] : []),
    ...(services.length > 0 ? [signingKeys.restart(services.join(", "))] : []),
  ];
  return (
    <ConfirmDanger
      title={signingKeys.revokeTitle(kid.slice(0, 10))}
      okText={tokens.revoke}
      losses={losses}
      loading={!signedTokens.isSuccess || reason.trim() === ""}
      action={() => answer(client.POST("/api/v1/signing-keys/{kid}/revoke", { ...path, body: { reason } }))}
      close={close}
    >
      <Form.Item label={signingKeys.reason} layout="vertical" style={{ margin: 0 }} htmlFor="reason" required>
        <Input
          id="reason"
          autoComplete="off"
          maxLength={LIMITS.Revocation.reason.maxLength}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Form.Item>
    </ConfirmDanger>
  );
}
