import { formatNumber } from "docgen";
import "./chart.css";

interface Props {
  data: { name: string; value: number }[];
  title: string;
  unit?: string;
}

const ROW = 44;

// The widths are percentages, so the text keeps its size on a narrow screen.
export default function Chart({ data, title, unit = "" }: Props) {
  const largest = Math.max(...data.map((row) => row.value));
  const rows = data.map(({ name, value }, index) => ({
    name,
    top: index * ROW,
    width: `${(100 * value) / largest}%`,
    text: `${formatNumber(value)} ${unit}`,
  }));
  const summary = rows.map((row) => `${row.name} ${row.text}`).join(", ");
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <svg
        role="img"
        aria-label={`${title}: ${summary}`}
        width="100%"
        height={rows.length * ROW}
      >
        {rows.map(({ name, top, width, text }) => (
          <g key={name}>
            <text y={top + 18}>{name}</text>
            <text y={top + 18} x="100%" textAnchor="end">{text}</text>
            <rect y={top + 26} className="track" width="100%" height="8" rx="4" />
            <rect y={top + 26} className="bar" width={width} height="8" rx="4" />
          </g>
        ))}
      </svg>
    </figure>
  );
}

export function toMarkdown({ data, title, unit = "" }: Props) {
  const rows = data.map((row) => `- ${row.name}: ${row.value} ${unit}`);
  return `**${title}**\n\n${rows.join("\n")}\n\n`;
}
