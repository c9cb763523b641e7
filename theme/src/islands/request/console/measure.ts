/** Formats sizes and durations. */

const UNITS = ["B", "KB", "MB", "GB"];

export function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  const digits = unit > 0 && size < 10 ? 1 : 0;
  return `${size.toFixed(digits)} ${UNITS[unit]}`;
}

export const timeText = (milliseconds: number): string =>
  milliseconds < 10_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
