import { theme } from "antd";
import type { SuggestionDetail } from "../../api/types";
import { useLanguage, useTexts } from "../../texts/language";
import { percent } from "./findings";

const WIDTH = 360;
const HEIGHT = 140;
const LEFT = 56;
const BOTTOM = 28;
const TOP = 14;

/** The share of later uses that would have been denied, by the length of the window: a curve, and the same in words. */
export function BacktestCurve({ curve }: { curve: SuggestionDetail["backtest"] }) {
  const { findings } = useTexts();
  const { language } = useLanguage();
  const { token } = theme.useToken();
  if (curve.length === 0) return <span>{findings.noBacktest}</span>;
  const maxShare = Math.max(0.01, ...curve.map((point) => point.share));
  const x = (index: number) => LEFT + ((index + 0.5) * (WIDTH - LEFT)) / curve.length;
  const y = (share: number) => TOP + (1 - share / maxShare) * (HEIGHT - TOP - BOTTOM);
  const captions = curve.map((point) => findings.backtestCaption(point.window_days, point.denied, point.uses));
  return (
    <figure style={{ margin: 0 }}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={captions.join("; ")} style={{ maxWidth: WIDTH }}>
        {[0, maxShare].map((share) => (
          <g key={share}>
            <line x1={LEFT} x2={WIDTH} y1={y(share)} y2={y(share)} stroke={token.colorBorderSecondary} />
            <text x={LEFT - 6} y={y(share) + 4} textAnchor="end" fontSize={11} fill={token.colorTextSecondary}>
              {percent(share, language)}
            </text>
          </g>
        ))}
        <polyline
          fill="none"
          stroke={token.colorPrimary}
          strokeWidth={2}
          points={curve.map((point, index) => `${x(index)},${y(point.share)}`).join(" ")}
        />
        {curve.map((point, index) => (
          <g key={point.window_days}>
            <circle cx={x(index)} cy={y(point.share)} r={4} fill={token.colorPrimary} />
            <text x={x(index)} y={HEIGHT - 8} textAnchor="middle" fontSize={11} fill={token.colorTextSecondary}>
              {findings.days(point.window_days)}
            </text>
          </g>
        ))}
      </svg>
      <figcaption>
        <ul style={{ margin: 0, paddingInlineStart: 20 }}>
          {captions.map((caption) => (
            <li key={caption}>{caption}</li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
