/**
 * Splits comma-separated or tab-separated values (RFC 4180). The separator is the one of `,`, `;`, and tab that occurs
 * most often in the first line outside quotes.
 */
export function rowsOf(text: string): string[][] {
  const [first = ""] = text.replace(/"[^"]*"/g, "").split("\n");
  const count = (separator: string) => first.split(separator).length;
  const separator = [",", ";", "\t"].reduce((best, next) => (count(next) > count(best) ? next : best));
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = new RegExp(`(?:"((?:[^"]|"")*)"?|([^${separator}\\n]*?))(${separator}|\\r?\\n|$)`, "y");
  cells.lastIndex = text.startsWith("\ufeff") ? 1 : 0;
  while (cells.lastIndex < text.length) {
    const [, quoted, plain = "", end] = cells.exec(text) ?? [];
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === separator && cells.lastIndex < text.length) continue;
    if (end === separator) row.push("");
    rows.push(row);
    row = [];
    if (end === undefined) break;
  }
  return rows;
}
