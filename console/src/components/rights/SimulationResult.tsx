import { Flex, Tag, Typography } from "antd";
import type { Simulation } from "../../api/types";
import { MEANINGS } from "../../design";
import { useTexts } from "../../texts/language";

type Change = Simulation["principals"][number]["changes"][number];

const QUESTIONS_SHOWN = 5;

interface SimulationResultProps {
  simulation: Simulation;
  /** Only uses of the last `days` days were tried. */
  days?: number;
  /** At first only how many. */
  folded?: boolean;
}

/** Whose decisions would change. */
export function SimulationResult({ simulation, days, folded }: SimulationResultProps) {
  const { explain } = useTexts();
  const { principals, lost, gained, not_shown: hidden } = simulation;
  const noChangeText = days === undefined ? explain.nothingChanges : explain.noUseLost(days);
  return (
    <details open={!folded}>
      <summary>
        <strong>{principals.length === 0 ? noChangeText : explain.affected(principals.length, lost, gained)}</strong>
      </summary>
      <Flex vertical gap={12} style={{ maxHeight: 280, overflow: "auto" }}>
        {principals.map((affected) => (
          <div key={affected.principal}>
            <strong>{affected.principal}</strong>
            <Flex component="ul" vertical gap={6} style={{ margin: "4px 0 0", padding: 0, listStyle: "none" }}>
              {affected.changes.map((change) => (
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
    </details>
  );
}

function ChangeLine({ before, after, resource, subscription, questions: questionIds, uses }: Change) {
  const { explain, questions, why } = useTexts();
  const sentence = (id: string) => (questions as Record<string, string>)[id] ?? id;
  const moreCount = questionIds.length - QUESTIONS_SHOWN;
  const effect = before.allowed === after.allowed ? "other" : after.allowed ? "gains" : "loses";
  const color = { loses: MEANINGS.denied, gains: MEANINGS.granted, other: "default" }[effect];
  const effectText = { loses: explain.loses, gains: explain.gains, other: explain.otherReason }[effect];
  return (
    <li>
      <Tag color={color}>{effectText}</Tag> <span className="mono">{resource}</span>{" "}
      {subscription !== null && <span>{explain.subscription(subscription)} </span>}
      <Typography.Text type="secondary">{uses === null ? null : explain.uses(uses)}</Typography.Text>
      <br />
      <span title={questionIds.map(sentence).join("\n")}>
        {questionIds.slice(0, QUESTIONS_SHOWN).map(sentence).join(" · ")}{" "}
        {moreCount > 0 && explain.andOthers(moreCount)}
      </span>
      <br />
      <Typography.Text type="secondary" style={{ fontSize: 12 }}>
        {why.reasons[after.reason] ?? after.reason}
      </Typography.Text>
    </li>
  );
}
