/**
 * PowerShell: strings in single quotes or between `@'` and `'@`. Characters that are written as numbers are joined with
 * the strings.
 */

import type { Node } from "web-tree-sitter";
import type { Grammar } from "./table.ts";
import { named } from "./values.ts";

const QUOTE = "['\\u2018-\\u201B]";
const ONE = new RegExp(`^'((?:(?!${QUOTE}).|(${QUOTE})\\2)*)'$`, "s");
const TWICE = new RegExp(`(${QUOTE})\\1`, "g");

function text(node: Node): string | undefined {
  if (node.type === "verbatim_string_characters") {
    if (!ONE.test(node.text)) throw new Error(`a quote ends the string early: ${node.text}`);
    return node.text.slice(1, -1).replace(TWICE, "$1");
  }
  if (node.type === "verbatim_here_string_characters") return /^@'\n(.*)\n'@$/s.exec(node.text)?.[1];
  const number = /^\[char\]0x([0-9A-F]+)$/.exec(node.text)?.[1];
  if (node.type === "cast_expression" && number !== undefined) return String.fromCharCode(Number.parseInt(number, 16));
  return undefined;
}

/** Returns the strings in a node, in order. */
function texts(node: Node): string[] {
  const own = text(node);
  return own === undefined ? node.namedChildren.flatMap((child) => (child ? texts(child) : [])) : [own];
}

export const powershell: Grammar = {
  id: "powershell",
  wasm: "@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm",
  forbidden: ["expandable_string_literal", "expandable_here_string_literal", "sub_expression"],
  decode: (node) =>
    node.type === "expression_with_unary_operator" && node.text.startsWith("-join") ? texts(node).join("") : text(node),
  values: (described) => named(described, described.body ? ["content-type"] : []),
};
