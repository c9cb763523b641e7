/**
 * The interface's texts: English from the bundle, another locale's from the site's data.
 *
 * A page lives in one locale (changing it is a full load), so the table is set once, before anything renders.
 */

import english from "../messages/en.json";
import type { Text } from "./frame/data.ts";

export type MessageKey = keyof typeof english;

type Lookup = (key: MessageKey, values: Record<string, string>) => string;

function fill(message: string, values: Record<string, string>): string {
  return message.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

function table(messages: Record<string, string>): Lookup {
  return (key, values) => fill(messages[key] ?? english[key], values);
}

let lookup: Lookup = table(english);

/** Uses a locale's texts; what it lacks stays English. */
export function setMessages(messages: Record<string, string>): void {
  lookup = table(messages);
}

/** Hands the lookup to the theme's build, which puts template tokens in the texts' place. */
export function stageMessages(staged: Lookup): void {
  lookup = staged;
}

/** A text of the interface, with its `{placeholders}` filled. */
export function t(key: MessageKey, values: Record<string, string> = {}): Text {
  return lookup(key, values) as Text;
}
