/**
 * Scans the text of an example and returns its values with their places in the text. Incomplete text is supported,
 * because long examples are cut. This module doesn't depend on pages or schemas.
 */

/** A value in a text. */
export interface Value {
  /** The name in the object that contains the value. Items of lists and outermost values have no name. */
  name: string | null;
  kind: "object" | "list" | "scalar";
  /** The text of a scalar, without quotes. */
  text: string;
  /** The offset of the first character: that of the name or, without a name, that of the value. */
  start: number;
  /** The offset after the last character. */
  end: number;
  children: Value[];
}

/** Returns the outermost values in a text. */
export type Scan = (text: string) => Value[];

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.replace(/^"|"$/g, "");
  }
}

const JSON_TOKENS = /[{}[\],:]|"(?:[^"\\\n]|\\.)*"?|[^\s{}[\],:"]+/g;

class JsonScan {
  readonly roots: Value[] = [];
  private readonly open: Value[] = [];
  private named: { name: string; start: number } | null = null;

  take(token: string, start: number, length: number): void {
    const isName = !this.named && this.open.at(-1)?.kind === "object";
    if (token === "{" || token === "[") this.open.push(this.add(token === "{" ? "object" : "list", "", start, length));
    else if (token === "}" || token === "]") this.close(start + 1);
    else if (token === ",") this.named = null;
    else if (isName && token !== ":") this.named = { name: unquoted(token), start };
    else if (token !== ":")
      this.add("scalar", token.startsWith('"') ? unquoted(token) : token, start, start + token.length);
  }

  private add(kind: Value["kind"], text: string, start: number, end: number): Value {
    const value = { name: null, kind, text, start, end, children: [], ...this.named };
    (this.open.at(-1)?.children ?? this.roots).push(value);
    this.named = null;
    return value;
  }

  private close(end: number): void {
    const closed = this.open.pop();
    if (closed) closed.end = end;
    this.named = null;
  }
}

/** Scans JSON. The text can contain several values, such as JSON lines. */
export const scanJson: Scan = (text) => {
  const scan = new JsonScan();
  for (const { 0: token, index } of text.matchAll(JSON_TOKENS)) scan.take(token, index, text.length);
  return scan.roots;
};

const XML_TOKENS =
  /<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>|<![^>]*>|<(\/?)([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/gs;
const XML_ATTRIBUTES = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** Scans XML. Attributes count as children of their element. Prefixes of namespaces aren't part of a name. */
export const scanXml: Scan = (text) => {
  const roots: Value[] = [];
  const open: Value[] = [];
  const local = (name: string) => name.replace(/^.*:/, "");
  for (const match of text.matchAll(XML_TOKENS)) {
    const [all, slash, name, attributes = "", empty] = match;
    if (name === undefined) continue;
    const end = match.index + all.length;
    if (slash) {
      const closed = open.pop();
      if (!closed) continue;
      closed.end = end;
      if (closed.children.length > 0) closed.kind = "object";
      else closed.text = text.slice(closed.start, match.index).replace(/^<[^>]*>/, "");
      continue;
    }
    const from = match.index + 1 + name.length;
    const children = [...attributes.matchAll(XML_ATTRIBUTES)].map((attribute): Value => {
      const start = from + attribute.index;
      const own = attribute[2] ?? attribute[3] ?? "";
      return {
        name: local(attribute[1] ?? ""),
        kind: "scalar",
        text: own,
        start,
        end: start + attribute[0].length,
        children: [],
      };
    });
    const kind = children.length > 0 ? "object" : "scalar";
    const root = open.length === 0;
    const value: Value = {
      name: root ? null : local(name),
      kind,
      text: "",
      start: match.index,
      end: empty ? end : text.length,
      children,
    };
    (open.at(-1)?.children ?? roots).push(value);
    if (!empty) open.push(value);
  }
  return roots;
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** Scans `name=value` pairs, as in an encoded form or a query. The name of `filter[a]` is `filter`. */
export const scanPairs: Scan = (text) => {
  const children: Value[] = [];
  let start = 0;
  for (const pair of text.split("&")) {
    const [name = "", own = ""] = pair.split(/=(.*)/s);
    const end = start + pair.length;
    if (name)
      children.push({
        name: decoded(name).replace(/\[.*$/s, ""),
        kind: "scalar",
        text: decoded(own),
        start,
        end,
        children: [],
      });
    start = end + 1;
  }
  return [{ name: null, kind: "object", text: "", start: 0, end: text.length, children }];
};
