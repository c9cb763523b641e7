/**
 * The tools for agents in the browser. Each tool is a file. `docgen mcp` has the same tools for agents outside the
 * browser, except `fill`.
 */

import { type BrowserContext, fill } from "./fill.ts";
import { operations } from "./operations.ts";
import { outline } from "./outline.ts";
import { read } from "./read.ts";
import { search } from "./search.ts";
import { call as run, type Tool } from "./tool.ts";

const all = { search, read, outline, operations, fill };

export type ToolName = keyof typeof all;

export const tools: Record<ToolName, Tool<never, BrowserContext>> = all;

/** Runs a tool. */
export const call = (context: BrowserContext, name: ToolName, input: unknown): Promise<unknown> =>
  run(context, [name, tools[name]], input);
