import { Card, Typography } from "antd";
import type { Home } from "../../api/types";
import { useTexts } from "../../texts/language";
import { Bar } from "./Bar";

/** The denied attempts of thirty days, by reason. */
export function Denials({ denials: { reasons, complete } }: { denials: Home["denials"] }) {
  const { home, why } = useTexts();
  const words: Record<string, string> = why.reasons;
  const rows = Object.entries(reasons).sort(([, first], [, second]) => second - first);
  const most = Math.max(0, ...rows.map(([, count]) => count));
  return (
    <Card size="small" title={home.denials}>
      {rows.length === 0 && <Typography.Text type="secondary">{home.noDenials}</Typography.Text>}
      <ul className="home-bars">
        {rows.map(([reason, count]) => (
          <li key={reason}>
            <span>{words[reason] ?? (reason || home.noReason)}</span>
            <span>{count}</span>
            <Bar part={count} whole={most} />
          </li>
        ))}
      </ul>
      {!complete && <Typography.Text type="secondary">{home.denialsLeftOut}</Typography.Text>}
    </Card>
  );
}
