import { Flex, Typography, theme } from "antd";
import { useLanguage, useTexts } from "../../../texts/language";
import { rate } from "./numbers";

const WIDTH = 240;
const HEIGHT = 48;

/** A small line of rates, and the newest and highest of them in words. */
export function RateLine({ title, values }: { title: string; values: number[] }) {
  const { live } = useTexts();
  const { language } = useLanguage();
  const { token } = theme.useToken();
  const highest = Math.max(...values, 0);
  const newest = values.at(-1) ?? 0;
  const caption = live.line(title, rate(newest, language), rate(highest, language));
  const x = (index: number) => (values.length < 2 ? 0 : (index * WIDTH) / (values.length - 1));
  const y = (value: number) => HEIGHT - 2 - (highest === 0 ? 0 : (value / highest) * (HEIGHT - 4));
  return (
    <Flex vertical gap={4} style={{ flex: "1 1 200px", maxWidth: 320 }}>
      <Typography.Text type="secondary">{title}</Typography.Text>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={caption}
        preserveAspectRatio="none"
        style={{ width: "100%", height: HEIGHT, background: token.colorFillQuaternary, borderRadius: 4 }}
      >
        <polyline
          fill="none"
          stroke={token.colorPrimary}
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
          points={values.map((value, index) => `${x(index)},${y(value)}`).join(" ")}
        />
      </svg>
      <Typography.Text style={{ fontSize: 12 }}>
        {values.length < 2 ? live.collecting : live.newestAndMost(rate(newest, language), rate(highest, language))}
      </Typography.Text>
    </Flex>
  );
}
