/**
 * Languages that Debian has no compiler for: their samples are parsed by a grammar, and each literal in the tree is decoded by
 * the rules of the language, written down here once more.
 */

import type { Node } from "web-tree-sitter";
import type { RequestDescriptor } from "../../../theme/src/islands/request/model.ts";
import { dart } from "./dart.ts";
import { objectiveC } from "./objectivec.ts";
import { powershell } from "./powershell.ts";
import { swift } from "./swift.ts";

export interface Grammar {
  id: string;
  /** In `node_modules`. */
  wasm: string;
  /** Kinds of nodes that would let a value be more than text. */
  forbidden: readonly string[];
  /** The text of a literal, or of several that are one; `undefined` for other nodes, which are looked into. */
  decode(node: Node): string | undefined;
  /** What of a request the sample has to hold, each in a literal of its own. */
  values(described: RequestDescriptor): string[];
}

export const PARSED: readonly Grammar[] = [powershell, dart, objectiveC, swift];
