/**
 * The UI strings. English texts are in the bundle, and the texts of other locales are in the site's data.
 *
 * A page has only one locale, and changing the locale requires a full load. Therefore, the texts are set only once,
 * before anything renders.
 */

import english from "../messages/en.json";
import type { Text } from "./frame/data.ts";

/** The prefixes of texts that docgen writes into pages and that no script shows. */
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
  | "preview"
  | "tabs"
  | "tag"
  | "tags"
  | "task"
  | "unlisted"
  | "version"
  | "view";

/** The search texts that are shown before the search code loads or if the search code can't be loaded. */
type EarlyText = "search_cancel" | "search_error" | "search_error_help" | "search_placeholder";

/**
 * The texts of the app itself. The texts for feedback, the request form, and search load with the code for those
 * features (`islands/feedback/text.ts`, `islands/request/text.ts`, and `search/text.ts`). The theme's build uses the same prefixes to omit these texts, and
 * the texts that only docgen writes, from the app.
 */
export type MessageKey =
  | Exclude<
      keyof typeof english,
      OwnTopic | `${OwnTopic}_${string}` | `feedback_${string}` | `request_${string}` | `search_${string}`
    >
  | EarlyText;

type Lookup = (key: MessageKey, values: Record<string, string>) => string;

function fill(message: string, values: Record<string, string>): string {
  return message.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** The locale's texts. Empty if the locale is English. */
let own: Record<string, string> = {};

let lookup: Lookup = (key, values) => fill(own[key] ?? english[key], values);

/** Sets the texts of a locale. If a text is missing, the English text is used. */
export function setMessages(messages: Record<string, string>): void {
  own = messages;
}

/** Creates a lookup for texts that load with the code that shows them. */
export function messageGroup<Key extends string>(
  texts: Record<Key, string>,
): (key: Key, values?: Record<string, string>) => string {
  return (key, values = {}) => fill(own[key] ?? texts[key], values);
}

/** Replaces the lookup. The theme's build uses this function to replace the texts with template tokens. */
export function stageMessages(staged: Lookup): void {
  lookup = staged;
}

/** Returns a UI string with its `{placeholders}` filled in. */
export function t(key: MessageKey, values: Record<string, string> = {}): Text {
  return lookup(key, values) as Text;
}
