/**
 * The interface's texts: English from the bundle, another locale's from the site's data.
 *
 * A page lives in one locale (changing it is a full load), so the table is set once, before anything renders.
 */

import english from "../messages/en.json";
import type { Text } from "./frame/data.ts";

/**
 * The texts that the app itself shows. Those of the request form load with it (`islands/request/text.ts`), and those of
 * the pages of an API are docgen's alone; the theme's build leaves both out of the app by the same prefixes.
 */
export type MessageKey = Exclude<keyof typeof english, `request_${string}` | `api_${string}`>;

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
