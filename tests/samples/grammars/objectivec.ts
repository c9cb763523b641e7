/** Objective-C: strings that start with `@`. Adjacent strings form one string. */

import type { Node } from "web-tree-sitter";
import { decodeEscapes, SIMPLE } from "./escapes.ts";
import type { Grammar } from "./table.ts";
import { writtenOut } from "./values.ts";

/** Returns a string's bytes, with one character for each byte, because escapes encode bytes. */
function bytes(text: string): string {
  const inside = /^@"((?:[^"\\\n]|\\.)*)"$/s.exec(text)?.[1];
  if (inside === undefined || /\?\?[=/'()!<>-]/.test(text)) throw new Error(`no string, or a trigraph: ${text}`);
  return decodeEscapes(Buffer.from(inside).toString("latin1"), /\\[0-7]{1,3}|\\./gs, (written) => {
    if (written === "\\?") return "?";
    const octal = /^\\([0-7]{3})$/.exec(written)?.[1];
    return octal === undefined ? SIMPLE[written] : String.fromCharCode(Number.parseInt(octal, 8));
  });
}

const text = (literals: readonly string[]): string => Buffer.from(literals.map(bytes).join(""), "latin1").toString();

export const objectiveC: Grammar = {
  id: "objective-c",
  wasm: "tree-sitter-objc/tree-sitter-objc.wasm",
  forbidden: [],
  decode: (node: Node) => {
    if (node.type === "concatenated_string") {
      return text(node.namedChildren.flatMap((child) => (child?.type === "string_literal" ? [child.text] : [])));
    }
    return node.type === "string_literal" && node.text.startsWith("@") ? text([node.text]) : undefined;
  },
  values: writtenOut,
};
