import type { SuggestionDetail } from "../../api/types";
import { useLanguage, useTexts } from "../../texts/language";
import { Curve } from "./Curve";
import { percent } from "./findings";

/** The share of later uses that would have been denied, by the length of the window. */
export function BacktestCurve({ curve }: { curve: SuggestionDetail["backtest"] }) {
  const { findings } = useTexts();
  const { language } = useLanguage();
  if (curve.length === 0) return <span>{findings.noBacktest}</span>;
  return (
    <Curve
      marks={curve.map((point) => findings.days(point.window_days))}
      lines={[{ values: curve.map((point) => point.share) }]}
      least={0.01}
      text={(share) => percent(share, language)}
      captions={curve.map((point) => findings.backtestCaption(point.window_days, point.denied, point.uses))}
    />
  );
}
