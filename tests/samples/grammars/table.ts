/**
 * Languages that Debian has no compiler for. Samples in these languages are parsed with a grammar, and an independent
 * implementation of the language's rules decodes each literal in the tree.
 */

import type { Node } from "web-tree-sitter";
import type { RequestDescriptor } from "../../../theme/src/islands/request/model.ts";
import { dart } from "./dart.ts";
import { objectiveC } from "./objectivec.ts";
import { powershell } from "./powershell.ts";
import { swift } from "./swift.ts";

export interface Grammar {
  id: string;
  /** The path of the grammar, relative to `node_modules`. */
  wasm: string;
  /** The kinds of nodes that contain text that might be evaluated. */
  forbidden: readonly string[];
  /**
   * Returns the text of a literal, or of several literals that form one string. Returns `undefined` for other nodes so
   * that their children are checked.
   */
  decode(node: Node): string | undefined;
  /** Returns the values in a request that the sample must contain. Each value must be in a separate literal. */
  values(described: RequestDescriptor): string[];
}

export const PARSED: readonly Grammar[] = [powershell, dart, objectiveC, swift];
