import { Typography } from "antd";
import type { User } from "../../api/types";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";

/** Why the last token request in a client's name was refused, when, from where, and how many were. */
export function LastRefusal({ refusal }: { refusal: NonNullable<User["last_refusal"]> }) {
  const { tokens } = useTexts();
  return (
    <Typography.Text type="secondary" style={{ display: "block", maxWidth: 560 }}>
      <code>{refusal.error}</code> · <Moment at={refusal.time} /> · <span className="mono">{refusal.address}</span> ·{" "}
      {tokens.refusedSince(refusal.number)} <Moment at={refusal.since} />
      <br />
      {tokens.refusals[refusal.error]}
    </Typography.Text>
  );
}
