/**
 * Offers the tools to the browser's agents with WebMCP (https://webmachinelearning.github.io/webmcp/), which is a draft.
 * Only this file depends on the draft.
 */

import type { BrowserContext } from "./fill.ts";
import { described } from "./tool.ts";
import { call, type ToolName, tools } from "./tools.ts";

interface ModelContext {
  registerTool(tool: ReturnType<typeof described> & { execute(input: unknown): Promise<unknown> }): unknown;
}

/** Returns the browser's agents. The draft has moved the property, and browsers differ. */
export function modelContext(): ModelContext | undefined {
  const of = (owner: object) => (owner as { modelContext?: ModelContext }).modelContext;
  return of(document) ?? of(navigator);
}

export async function register(context: BrowserContext): Promise<void> {
  for (const name of Object.keys(tools) as ToolName[]) {
    if (!tools[name].isUseful(context)) continue;
    const tool = described(name, tools[name]);
    await modelContext()?.registerTool({ ...tool, execute: (input) => call(context, name, input) });
  }
}
