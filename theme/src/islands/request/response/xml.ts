/** Indents and colors XML. Text that isn't well-formed stays readable, because nothing is dropped. */

import { type Code, join, run } from "../samples/code.ts";

const TOKENS =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<[?!][^>]*>?|<\/?(?:"[^"]*"|'[^']*'|[^>"'])*>?|[^<]+/g;
const ATTRIBUTES = /([^\s=<>/"']+)(\s*=\s*)("[^"]*"|'[^']*')/g;

function tag(text: string): Code {
  const [, open = "", name = "", rest = ""] = /^(<\/?)([^\s/>]*)([\s\S]*)$/.exec(text) ?? [];
  const codes: Code[] = [run(open, "p"), run(name, "t")];
  let done = 0;
  for (const found of rest.matchAll(ATTRIBUTES)) {
    const [, key = "", equals = "", value = ""] = found;
    codes.push(run(rest.slice(done, found.index)), run(key, "a"), run(equals, "o"), run(value, "s"));
    done = found.index + found[0].length;
  }
  codes.push(run(rest.slice(done), "p"));
  return join(codes);
}

function colored(text: string): Code {
  if (text.startsWith("<!--")) return run(text, "c");
  if (/^<[?!]/.test(text)) return run(text, "d");
  return text.startsWith("<") ? tag(text) : run(text);
}

/** Puts each element on its own line, unless the element contains only text. */
export function xmlCode(text: string): Code {
  const tokens = (text.match(TOKENS) ?? []).filter((token) => token.trim() !== "");
  const isEnd = (token: string | undefined) => token?.startsWith("</") ?? false;
  const isStart = (token: string | undefined) => /^<[^/?!]/.test(token ?? "") && !token?.endsWith("/>");
  const codes: Code[] = [];
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    if (isEnd(token)) depth = Math.max(0, depth - 1);
    const isText = !token.startsWith("<");
    // The text of an element without child elements stays on the element's line.
    const isAlone = isText && isStart(before) && isEnd(tokens[at + 1]);
    const closes = isEnd(token) && (isStart(before) || (before?.startsWith("<") === false && isStart(tokens[at - 2])));
    const isOnLine = isAlone || closes;
    if (at > 0 && !isOnLine) codes.push(run(`\n${"  ".repeat(Math.min(depth, 40))}`));
    codes.push(colored(isText && !isAlone ? token.trim() : token));
    if (isStart(token)) depth += 1;
  }
  return join(codes);
}
