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
  const values = data.map((row) => `${formatNumber(row.value)} ${unit}`.trim());
  const summary = data.map((row, index) => `${row.name} ${values[index]}`).join(", ");
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <svg role="img" aria-label={`${title}: ${summary}`} width="100%" height={data.length * ROW}>
        {data.map((row, index) => (
          <g key={row.name}>
            <text x="0" y={index * ROW + 18}>{row.name}</text>
            <text x="100%" y={index * ROW + 18} textAnchor="end">{values[index]}</text>
            <rect className="chart-track" y={index * ROW + 26} width="100%" height="8" rx="4" />
            <rect className="chart-bar" y={index * ROW + 26} width={`${(100 * row.value) / largest}%`} height="8" rx="4" />
          </g>
        ))}
      </svg>
    </figure>
  );
}

export function toMarkdown({ data, title, unit = "" }: Props) {
  return `**${title}**\n\n${data.map((row) => `- ${row.name}: ${row.value} ${unit}`).join("\n")}\n`;
}
