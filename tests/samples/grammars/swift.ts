/** Swift: single-line and multiline strings. */

import { braced, decodeEscapes, SIMPLE } from "./escapes.ts";
import type { Grammar } from "./table.ts";
import { writtenOut } from "./values.ts";

export const swift: Grammar = {
  id: "swift",
  wasm: "@repomix/tree-sitter-wasms/out/tree-sitter-swift.wasm",
  forbidden: ["interpolated_expression", "raw_str_interpolation"],
  decode: (node) => {
    if (node.type === "multi_line_string_literal") {
      const lines = /^"""\n([^\\]*)\n"""$/.exec(node.text)?.[1];
      if (lines === undefined) throw new Error(`no string over lines: ${node.text}`);
      return lines;
    }
    if (node.type !== "line_string_literal") return undefined;
    return decodeEscapes(node.text.slice(1, -1), /\\u\{[^}]*\}|\\./gs, (written) => SIMPLE[written] ?? braced(written));
  },
  values: writtenOut,
};
