import { useMutation } from "@tanstack/react-query";
import { Button, Flex, Radio, Tag, Typography } from "antd";
import { useState } from "react";
import { answer } from "../../api/answer";
import { client } from "../../api/client";
import type { Simulation } from "../../api/types";
import { ErrorState } from "../../components/ErrorState";
import { useTexts } from "../../texts/language";
import type { GrantContent } from "./grants";

/** What would be done; of each kind as much as the API takes. */
export interface Proposal {
  revoke?: number[];
  change?: ({ id: number } & GrantContent)[];
  disable?: number[];
  leave?: { user_id: number; role_id: number }[];
}

type Change = Simulation["principals"][number]["changes"][number];

const DAYS = 90;
const SHOWN = 5;

/** Before a change: which decisions of whom would become others. `propose` is asked when the button is pressed. */
export function WhatChanges({ propose }: { propose: () => Proposal }) {
  const { explain } = useTexts();
  const [used, setUsed] = useState(false);
  const trying = useMutation({
    mutationFn: (byUse: boolean) =>
      answer(
        client.POST("/api/v1/access/simulate", {
          body: { changes: propose(), ...(byUse ? { usage_days: DAYS, all: false } : { all: true }) },
        }),
      ),
  });
  return (
    <Flex vertical gap={8} data-testid="what-changes">
      <Flex gap={8} wrap align="center">
        <Button onClick={() => trying.mutate(used)} loading={trying.isPending}>
          {explain.whatChanges}
        </Button>
        <Radio.Group
          size="small"
          optionType="button"
          value={used}
          onChange={(event) => {
            setUsed(event.target.value);
            if (!trying.isIdle) trying.mutate(event.target.value);
          }}
          options={[
            { value: false, label: explain.everything },
            { value: true, label: explain.seenUse },
          ]}
        />
      </Flex>
      <div aria-live="polite">
        {trying.isError && <ErrorState error={trying.error} />}
        {trying.isSuccess && <Outcome outcome={trying.data} byUse={trying.variables} />}
      </div>
    </Flex>
  );
}

function Outcome({ outcome, byUse }: { outcome: Simulation; byUse: boolean }) {
  const { explain } = useTexts();
  const { principals, lost, gained, not_shown: hidden } = outcome;
  const nothing = byUse ? explain.noUseLost : explain.nothingChanges;
  return (
    <Flex vertical gap={12}>
      <strong>{principals.length === 0 ? nothing : explain.affected(principals.length, lost, gained)}</strong>
      <Flex vertical gap={12} style={{ maxHeight: 280, overflow: "auto" }}>
        {principals.map((one) => (
          <div key={one.principal}>
            <strong>{one.principal}</strong>
            <Flex component="ul" vertical gap={6} style={{ margin: "4px 0 0", padding: 0, listStyle: "none" }}>
              {one.changes.map((change) => (
                <ChangeLine
                  key={JSON.stringify([change.resource, change.questions, change.subscription])}
                  {...change}
                />
              ))}
            </Flex>
          </div>
        ))}
      </Flex>
      {hidden > 0 && <Typography.Text type="secondary">{explain.notShown(hidden)}</Typography.Text>}
    </Flex>
  );
}

function ChangeLine({ before, after, resource, questions: asked, uses }: Change) {
  const { explain, questions, why } = useTexts();
  const sentence = (id: string) => (questions as Record<string, string>)[id] ?? id;
  const more = asked.length - SHOWN;
  const flip = before.allowed === after.allowed ? "other" : after.allowed ? "gains" : "loses";
  const color = { loses: "red", gains: "green", other: "default" }[flip];
  const word = { loses: explain.loses, gains: explain.gains, other: explain.otherReason }[flip];
  return (
    <li>
      <Tag color={color}>{word}</Tag> <span className="mono">{resource}</span>{" "}
      <Typography.Text type="secondary">{uses === null ? null : explain.uses(uses)}</Typography.Text>
      <br />
      <span title={asked.map(sentence).join("\n")}>
        {asked.slice(0, SHOWN).map(sentence).join(" · ")} {more > 0 && explain.andOthers(more)}
      </span>
      <br />
      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
        {why.reasons[after.reason] ?? after.reason}
      </Typography.Text>
    </li>
  );
}
