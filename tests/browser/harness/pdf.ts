/** Reads the structure of PDF files that Chromium printed. Chromium compresses only the drawings, not the structure. */

export interface Pdf {
  /** The number of sheets. */
  sheets: number;
  /** The sheet of each named destination, counted from 1. */
  destinations: Record<string, number>;
  /** The names that links point to. */
  links: string[];
  /** The titles of the bookmarks. */
  bookmarks: string[];
  title: string;
  hasDates: boolean;
}

/** Returns the text of a PDF string that contains no escapes. */
function textOf(value = ""): string {
  const hex = /^<([0-9A-Fa-f]*)>$/.exec(value)?.[1];
  if (hex === undefined) return value.slice(1, -1);
  return Buffer.from(hex.slice(4), "hex").swap16().toString("utf16le");
}

export function readPdf(bytes: Buffer): Pdf {
  const file = bytes.toString("latin1");
  const objects = new Map<string, string>();
  for (const [, id = "", text = ""] of file.matchAll(/(\d+) 0 obj\s([\s\S]*?)endobj/g)) objects.set(id, text);
  const catalog = [...objects.values()].find((text) => text.includes("/Type /Catalog")) ?? "";
  const reference = (text: string, key: string) => new RegExp(`/${key} (\\d+) 0 R`).exec(text)?.[1] ?? "";
  const sheets: string[] = [];
  const collect = (id: string): void => {
    const text = objects.get(id) ?? "";
    const kids = /\/Kids \[([^\]]*)\]/.exec(text)?.[1];
    if (kids === undefined) sheets.push(id);
    else for (const [, kid = ""] of kids.matchAll(/(\d+) 0 R/g)) collect(kid);
  };
  collect(reference(catalog, "Pages"));
  const named = objects.get(reference(catalog, "Dests")) ?? "";
  const destinations = [...named.matchAll(/\/(\S+) \[(\d+) 0 R/g)].map(([, name = "", sheet = ""]) => {
    return [name, sheets.indexOf(sheet) + 1] as const;
  });
  const titles = [...objects.values()].filter((text) => /\/Title/.test(text) && /\/Dest/.test(text));
  const titleIn = (text: string) => textOf(/\/Title (\(.*?\)|<[0-9A-Fa-f]*>)/.exec(text)?.[1]);
  return {
    sheets: sheets.length,
    destinations: Object.fromEntries(destinations),
    links: [...file.matchAll(/\/Dest \/(\S+)/g)].map(([, name = ""]) => name),
    bookmarks: titles.map(titleIn),
    title: titleIn([...objects.values()].find((text) => text.includes("/Producer")) ?? ""),
    hasDates: /\/CreationDate/.test(file),
  };
}
