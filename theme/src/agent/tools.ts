/**
 * The tools for agents in the browser. Each tool is a file. `docgen mcp` has the same tools for agents outside the
 * browser, except `fill`.
 */

import type { Page, SiteData } from "../chunk.ts";
import { fill } from "./fill.ts";
import { operations } from "./operations.ts";
import { read } from "./read.ts";
import { search } from "./search.ts";

/** What the tools use of the app. */
export interface AgentContext {
  site: SiteData;
  /** Returns the form of a path that the site uses, with or without a slash at the end. */
  canonical(path: string): string;
  /** Loads a page. If the page doesn't exist, returns `null`. */
  load(path: string): Promise<Page | null>;
  /** Opens a URL on the site. */
  navigate(to: string): void;
}

type Schema = Readonly<Record<string, unknown>>;

export interface Tool<Input = never> {
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
  run(context: AgentContext, input: Input): Promise<unknown>;
}

export const tools = { search, read, operations, fill };

export type ToolName = keyof typeof tools;

/** Runs a tool. Input from the outside can be anything, so missing and unknown fields are reported. */
export async function call(context: AgentContext, name: ToolName, input: unknown): Promise<unknown> {
  const tool = tools[name] as Tool<unknown>;
  const given = Object(input ?? {}) as Record<string, unknown>;
  const known = Object.keys(tool.properties);
  const unknown = Object.keys(given).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new Error(`Unknown field \`${unknown}\`. The fields are: ${known.join(", ")}.`);
  const missing = tool.required?.find((key) => given[key] === undefined || given[key] === "");
  if (missing !== undefined) throw new Error(`The field \`${missing}\` is missing.`);
  if (!tool.isUseful(context)) throw new Error(`This site has no content for \`${name}\`.`);
  return tool.run(context, given);
}
