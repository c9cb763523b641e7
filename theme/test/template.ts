/**
 * Implements the subset of minijinja that the frame's templates use. With this subset, tests can fill the templates
 * without docgen.
 */

type Scope = Record<string, unknown>;
type Loop = (items: unknown) => string;

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? "");

function lookUp(path: string, scope: Scope): unknown {
  let value: unknown = scope;
  for (const name of path.trim().split(".")) {
    if (typeof value !== "object" || value === null || !(name in value)) throw new Error(`${path} is undefined`);
    value = (value as Scope)[name];
  }
  return value;
}

function filled(text: string, call: string, scope: Scope): string {
  const values = new Map(
    call.split(",").map((pair) => {
      const [name = "", path = ""] = pair.split("=");
      return [name.trim(), String(lookUp(path, scope))];
    }),
  );
  return text.replace(/\{(\w+)\}/g, (all, name: string) => values.get(name) ?? all);
}

function expression(source: string, scope: Scope, loop: Loop | null): string {
  const again = /^loop\((.*)\)$/.exec(source);
  if (again?.[1]) {
    if (!loop) throw new Error(`${source} is outside a recursive loop`);
    return loop(lookUp(again[1], scope));
  }
  const [path = "", ...filters] = source.split("|");
  let value = String(lookUp(path, scope));
  for (const filter of filters) {
    if (filter === "safe") return value;
    const call = /^fill\((.*)\)$/.exec(filter)?.[1];
    if (call === undefined) throw new Error(`there is no filter ${filter}`);
    value = filled(value, call, scope);
  }
  return escaped(value);
}

const truthy = (value: unknown) => Boolean(value) && !(Array.isArray(value) && value.length === 0);

/** Returns the end of the block that was opened before `tokens[from]`. */
function endOf(tokens: string[], from: number): number {
  let depth = 1;
  for (let at = from; at < tokens.length; at += 1) {
    if (/^\{% (if|for) /.test(tokens[at] ?? "")) depth += 1;
    if (/^\{% end/.test(tokens[at] ?? "")) depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error("a block isn't closed");
}

function run(tokens: string[], scope: Scope, loop: Loop | null): string {
  let out = "";
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? "";
    const [, condition] = /^\{% if (.*) %\}$/.exec(token) ?? [];
    const [, variable = "", list, recursive] = /^\{% for (\w+) in (\S+)( recursive)? %\}$/.exec(token) ?? [];
    if (condition !== undefined || list !== undefined) {
      const end = endOf(tokens, at + 1);
      const block = tokens.slice(at + 1, end);
      at = end;
      if (condition !== undefined) out += truthy(lookUp(condition, scope)) ? run(block, scope, loop) : "";
      else {
        const each: Loop = (items) =>
          (items as unknown[])
            .map((item) => run(block, { ...scope, [variable]: item }, recursive ? each : null))
            .join("");
        out += each(lookUp(list ?? "", scope));
      }
    } else if (token.startsWith("{{")) out += expression(token.slice(2, -2).trim(), scope, loop);
    else out += token;
  }
  return out;
}

/** Fills a template. An undefined value is an error. */
export function fill(template: string, scope: Scope): string {
  return run(template.split(/(\{%.*?%\}|\{\{.*?\}\})/), scope, null);
}
