import { Button, type TableColumnsType, Typography } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import type { OptOut } from "../../api/types";
import { ConfirmDanger } from "../../components/dialogs/ConfirmDanger";
import { ServerTable } from "../../components/lists/ServerTable";
import { EmptyState } from "../../components/states/EmptyState";
import { Moment } from "../../components/values/Moment";
import { useTexts } from "../../texts/language";
import type { Texts } from "../../texts/texts";
import { endOptOut, listOptOuts } from "./findings";

/** The opt-outs: by whom and until when; each can be ended. */
export function OptOuts() {
  const texts = useTexts();
  const { findings } = texts;
  const [optOutToEnd, setOptOutToEnd] = useState<OptOut>();
  return (
    <>
      <Typography.Paragraph type="secondary">{findings.optOutsHint}</Typography.Paragraph>
      <ServerTable<OptOut>
        queryKey={["audit", "opt-outs"]}
        load={listOptOuts}
        columns={columns(texts, setOptOutToEnd)}
        rowKey={(optOut) => optOut.id}
        empty={<EmptyState title={findings.noOptOuts} hint={findings.noOptOutsHint} />}
      />
      {optOutToEnd && (
        <ConfirmDanger
          title={findings.endOptOutTitle}
          okText={findings.endOptOut}
          losses={[findings.endOptOutGoes(optOutText(texts, optOutToEnd))]}
          action={() => endOptOut(optOutToEnd)}
          close={() => setOptOutToEnd(undefined)}
        />
      )}
    </>
  );
}

function optOutText(
  { findings, frame }: Texts,
  { username, grant_id: grant, role_name: role, resource }: OptOut,
): string {
  if (username !== null) return findings.everythingOf(username);
  return role === null ? `${frame.grants}: ${grant}` : `${role}: ${resource}`;
}

function columns(texts: Texts, end: (optOut: OptOut) => void): TableColumnsType<OptOut> {
  const { findings, general } = texts;
  return [
    {
      title: findings.optOutOf,
      key: "of",
      render: (_, optOut) =>
        optOut.grant_id === null ? (
          optOutText(texts, optOut)
        ) : (
          <Link to={`/grants/${optOut.grant_id}`} className="mono">
            {optOutText(texts, optOut)}
          </Link>
        ),
    },
    { title: findings.optOutUntil, key: "until", render: (_, { until }) => <Moment at={until} /> },
    { title: findings.reason, key: "reason", render: (_, { reason }) => reason },
    { title: findings.optOutBy, key: "by", render: (_, { given_by }) => <span className="mono">{given_by}</span> },
    {
      title: general.actions,
      key: "actions",
      render: (_, optOut) =>
        optOut.may_change && (
          <Button size="small" onClick={() => end(optOut)}>
            {findings.endOptOut}
          </Button>
        ),
    },
  ];
}
