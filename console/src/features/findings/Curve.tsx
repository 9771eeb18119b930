import { Flex, theme } from "antd";

const WIDTH = 360;
const HEIGHT = 140;
const LEFT = 56;
const BOTTOM = 28;
const TOP = 14;
const DASHES = "5 4";
/** More marks than these would write over each other. */
const MARKS = 4;
/** So many of the last points are said below in words, too. */
const CAPTIONS = 8;

interface CurveProps {
  /** What stands below each point. */
  marks: string[];
  /** Values, one for each mark. The second line is dashed; several have names. */
  lines: { name?: string; values: number[] }[];
  /** The axis reaches at least so far. */
  least: number;
  /** A value as it stands beside the axis. */
  text: (value: number) => string;
  /** The same in words, a sentence for each mark. */
  captions: string[];
}

/** Lines over a few moments or lengths, and the same in words. */
export function Curve({ marks, lines, least, text, captions }: CurveProps) {
  const { token } = theme.useToken();
  const most = Math.max(least, ...lines.flatMap(({ values }) => values));
  const x = (index: number) => LEFT + ((index + 0.5) * (WIDTH - LEFT)) / marks.length;
  const y = (value: number) => TOP + (1 - value / most) * (HEIGHT - TOP - BOTTOM);
  const step = Math.ceil(marks.length / MARKS);
  const looks = [
    { stroke: token.colorPrimary, strokeWidth: 2 },
    { stroke: token.colorTextSecondary, strokeWidth: 2, strokeDasharray: DASHES },
  ];
  const small = { fontSize: 12, fill: token.colorTextSecondary };
  return (
    <figure style={{ margin: 0 }}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={captions.join("; ")} style={{ maxWidth: WIDTH }}>
        {[0, most].map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} stroke={token.colorBorderSecondary} />
            <text x={LEFT - 6} y={y(value) + 4} textAnchor="end" {...small}>
              {text(value)}
            </text>
          </g>
        ))}
        {lines.map(({ name, values }, line) => (
          <g key={name ?? line}>
            <polyline
              fill="none"
              {...looks[line]}
              points={values.map((value, at) => `${x(at)},${y(value)}`).join(" ")}
            />
            {values.map((value, at) => (
              <circle key={marks[at]} cx={x(at)} cy={y(value)} r={4} fill={looks[line]?.stroke} />
            ))}
          </g>
        ))}
        {marks.map((mark, at) => (
          <text key={mark} x={x(at)} y={HEIGHT - 8} textAnchor="middle" {...small}>
            {(marks.length - 1 - at) % step === 0 && mark}
          </text>
        ))}
      </svg>
      <figcaption>
        {lines.length > 1 && (
          <Flex gap={16} wrap aria-hidden>
            {lines.map(({ name }, line) => (
              <Flex key={name} gap={8} align="center">
                <svg width={24} height={4} aria-hidden="true">
                  <line x2={24} y1={2} y2={2} {...looks[line]} />
                </svg>
                {name}
              </Flex>
            ))}
          </Flex>
        )}
        <ul style={{ margin: 0, paddingInlineStart: 20 }}>
          {captions.slice(-CAPTIONS).map((caption) => (
            <li key={caption}>{caption}</li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
