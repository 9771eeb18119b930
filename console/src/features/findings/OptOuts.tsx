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
  const [ending, setEnding] = useState<OptOut>();
  return (
    <>
      <Typography.Paragraph type="secondary">{findings.optOutsHint}</Typography.Paragraph>
      <ServerTable<OptOut>
        name={["audit", "opt-outs"]}
        load={listOptOuts}
        columns={columns(texts, setEnding)}
        rowKey={(one) => one.id}
        empty={<EmptyState title={findings.noOptOuts} hint={findings.noOptOutsHint} />}
      />
      {ending && (
        <ConfirmDanger
          title={findings.endOptOutTitle}
          okText={findings.endOptOut}
          goes={[findings.endOptOutGoes(named(texts, ending))]}
          run={() => endOptOut(ending)}
          close={() => setEnding(undefined)}
        />
      )}
    </>
  );
}

function named({ findings, frame }: Texts, { username, grant_id: grant, role_name: role, resource }: OptOut): string {
  if (username !== null) return findings.everythingOf(username);
  return role === null ? `${frame.grants}: ${grant}` : `${role}: ${resource}`;
}

function columns(texts: Texts, end: (one: OptOut) => void): TableColumnsType<OptOut> {
  const { findings, general } = texts;
  return [
    {
      title: findings.optOutOf,
      key: "of",
      render: (_, one) =>
        one.grant_id === null ? (
          named(texts, one)
        ) : (
          <Link to={`/grants/${one.grant_id}`} className="mono">
            {named(texts, one)}
          </Link>
        ),
    },
    { title: findings.optOutUntil, key: "until", render: (_, { until }) => <Moment at={until} /> },
    { title: findings.reason, key: "reason", render: (_, { reason }) => reason },
    { title: findings.optOutBy, key: "by", render: (_, { given_by }) => <span className="mono">{given_by}</span> },
    {
      title: general.actions,
      key: "actions",
      render: (_, one) =>
        one.may_change && (
          <Button size="small" onClick={() => end(one)}>
            {findings.endOptOut}
          </Button>
        ),
    },
  ];
}
