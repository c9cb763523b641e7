/**
 * The interface's texts: English from the bundle, another locale's from the site's data.
 *
 * A page lives in one locale (changing it is a full load), so the table is set once, before anything renders.
 */

import english from "../messages/en.json";
import type { Text } from "./frame/data.ts";

/** What the texts of docgen's own pages begin with; no script shows them. */
type OwnTopic =
  | "admonition"
  | "api"
  | "blog"
  | "category"
  | "code_wrap"
  | "date"
  | "draft"
  | "edit"
  | "footnote"
  | "footnotes"
  | "heading"
  | "last"
  | "latest"
  | "llms"
  | "months"
  | "not"
  | "pager"
  | "tabs"
  | "tag"
  | "tags"
  | "task"
  | "unlisted"
  | "version"
  | "view";

/** Those of the search that show before it is there, or say that it does not come. */
type EarlyText = "search_cancel" | "search_error" | "search_error_help" | "search_placeholder";

/**
 * The texts that the app itself shows. Those of the request form and of the search load with them
 * (`islands/request/text.ts`, `search/text.ts`); the theme's build leaves these and docgen's own out of the app, by the
 * same words.
 */
export type MessageKey =
  | Exclude<keyof typeof english, OwnTopic | `${OwnTopic}_${string}` | `request_${string}` | `search_${string}`>
  | EarlyText;

type Lookup = (key: MessageKey, values: Record<string, string>) => string;

function fill(message: string, values: Record<string, string>): string {
  return message.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** The locale's texts, where it is another than English. */
let own: Record<string, string> = {};

let lookup: Lookup = (key, values) => fill(own[key] ?? english[key], values);

/** Uses a locale's texts; what it lacks stays English. */
export function setMessages(messages: Record<string, string>): void {
  own = messages;
}

/** A lookup in texts that load with the part that shows them. */
export function messageGroup<Key extends string>(
  texts: Record<Key, string>,
): (key: Key, values?: Record<string, string>) => string {
  return (key, values = {}) => fill(own[key] ?? texts[key], values);
}

/** Hands the lookup to the theme's build, which puts template tokens in the texts' place. */
export function stageMessages(staged: Lookup): void {
  lookup = staged;
}

/** A text of the interface, with its `{placeholders}` filled. */
export function t(key: MessageKey, values: Record<string, string> = {}): Text {
  return lookup(key, values) as Text;
}
