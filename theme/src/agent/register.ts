/**
 * Offers the tools to the browser's agents with WebMCP (https://webmachinelearning.github.io/webmcp/), which is a draft.
 * Only this file depends on the draft.
 */

import { type AgentContext, call, type ToolName, tools } from "./tools.ts";

interface ModelContext {
  registerTool(tool: {
    name: string;
    title: string;
    description: string;
    inputSchema: object;
    annotations: { readOnlyHint: boolean };
    execute(input: unknown): Promise<unknown>;
  }): unknown;
}

/** Returns the browser's agents. The draft has moved the property, and browsers differ. */
export function modelContext(): ModelContext | undefined {
  const of = (owner: object) => (owner as { modelContext?: ModelContext }).modelContext;
  return of(document) ?? of(navigator);
}

export async function register(context: AgentContext): Promise<void> {
  for (const [name, tool] of Object.entries(tools) as [ToolName, (typeof tools)[ToolName]][]) {
    if (!tool.isUseful(context)) continue;
    const { title, description, properties, required = [], isReadOnly } = tool;
    await modelContext()?.registerTool({
      name,
      title,
      description,
      inputSchema: { type: "object", properties, required },
      annotations: { readOnlyHint: isReadOnly },
      execute: (input) => call(context, name, input),
    });
  }
}
