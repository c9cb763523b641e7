/** Dart: strings in single quotes, both raw and not raw. */

import { braced, decodeEscapes, SIMPLE } from "./escapes.ts";
import type { Grammar } from "./table.ts";
import { named } from "./values.ts";

export const dart: Grammar = {
  id: "dart",
  wasm: "@repomix/tree-sitter-wasms/out/tree-sitter-dart.wasm",
  forbidden: ["template_substitution"],
  decode: (node) => {
    if (node.type !== "string_literal") return undefined;
    const raw = /^r'''(.*)'''$/s.exec(node.text)?.[1];
    if (raw !== undefined) return raw;
    const inside = /^'([^'\n\\$]|\\.)*'$/s.test(node.text) ? node.text.slice(1, -1) : undefined;
    if (inside === undefined) throw new Error(`no string of Dart: ${node.text}`);
    return decodeEscapes(inside, /\\u\{[^}]*\}|\\./gs, (written) =>
      written === "\\$" ? "$" : (SIMPLE[written] ?? braced(written)),
    );
  },
  values: (described) => named(described),
};
