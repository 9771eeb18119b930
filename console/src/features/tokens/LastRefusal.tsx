import { Typography } from "antd";
import type { User } from "../../api/types";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";

/** Why the last token request in a client's name was refused, when, from where, and how many were. */
export function LastRefusal({ of }: { of: NonNullable<User["last_refusal"]> }) {
  const { tokens } = useTexts();
  return (
    <Typography.Text type="secondary" style={{ display: "block", maxWidth: 560 }}>
      <code>{of.error}</code> · <Moment at={of.time} /> · <span className="mono">{of.address}</span> ·{" "}
      {tokens.refusedSince(of.number)} <Moment at={of.since} />
      <br />
      {tokens.refusals[of.error]}
    </Typography.Text>
  );
}
