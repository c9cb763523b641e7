/** A tool for agents. The tools run in the browser (`tools.ts`) and on a server beside a published site (`edge/mcp.ts`). */

import type { Page, SiteData } from "../chunk.ts";
import type { Sections } from "../search/section.ts";

/** What the tools use of the site. */
export interface AgentContext {
  site: SiteData;
  /** Returns the URL of the open page. If no page is open, returns the URL of the home page. */
  url(): URL;
  /** Returns the form of a path that the site uses, with or without a slash at the end. */
  canonical(path: string): string;
  /** Fetches a file by its URL path. */
  fetch(path: string): Promise<Response>;
  /** Loads a page. If the page doesn't exist, returns `null`. */
  load(path: string): Promise<Page | null>;
  /** Returns the best sections for a query, ranked as in the search dialog. */
  search(query: string, limit: number): Promise<Sections>;
}

type Schema = Readonly<Record<string, string | number>>;

export interface Tool<Input = never, Context = AgentContext> {
  title: string;
  /** Tells an agent what the tool does, when to use it, and how. */
  description: string;
  /** The properties of the input as a JSON Schema. */
  properties: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  /** Whether the tool changes nothing in the page. */
  isReadOnly: boolean;
  /** Whether the site has content for the tool. */
  isUseful(context: AgentContext): boolean;
  /** Answers with data that JSON can represent. A failure is an error whose message helps an agent. */
  run(context: Context, input: Input): Promise<unknown>;
}

/** Describes a tool as the protocols do. */
export function described<Context>(name: string, tool: Tool<never, Context>) {
  const { title, description, properties, required = [], isReadOnly } = tool;
  const inputSchema = { type: "object" as const, properties: { ...properties }, required: [...required] };
  return { name, title, description, inputSchema, annotations: { readOnlyHint: isReadOnly } };
}

/** Runs a tool. Input from the outside can be anything, so missing and unknown fields are reported. */
export async function call<Context extends AgentContext>(
  context: Context,
  [name, tool]: [name: string, tool: Tool<never, Context>],
  input: unknown,
): Promise<unknown> {
  const given = Object(input ?? {}) as Record<string, unknown>;
  const known = Object.keys(tool.properties);
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new Error(`Unknown field \`${unknown}\`. The fields are: ${known.join(", ")}.`);
  const missing = tool.required?.find((key) => given[key] === undefined || given[key] === "");
  if (missing !== undefined) throw new Error(`The field \`${missing}\` is missing.`);
  if (!tool.isUseful(context)) throw new Error(`This site has no content for \`${name}\`.`);
  return tool.run(context, given as never);
}
