/** Reads the HTML that docgen writes, without a DOM, because the tools also run outside browsers. */

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/** Returns the text of HTML without raw text elements. */
export function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal?: string, hexadecimal?: string, name = "") => {
      const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? "", 16);
      return entities[name] ?? (code <= 0x10ffff ? String.fromCodePoint(code) : whole);
    });
}

export interface Heading {
  id: string;
  title: string;
  level: number;
}

/** Returns the headings of a page that have an ID, in order. */
export function headingsOf(html: string): Heading[] {
  const found = html.matchAll(/<h([2-6])\b[^>]*\sid="([^"]*)"[^>]*>([\s\S]*?)<\/h\1>/g);
  return Array.from(found, ([, level, id = "", inner = ""]) => {
    const title = plain(inner.replace(/<a [^>]*class="hash-link"[\s\S]*?<\/a>/g, ""));
    return { id: plain(id), title: title.trim(), level: Number(level) };
  });
}
