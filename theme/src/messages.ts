/**
 * The UI strings. English strings are in the bundle, and the strings of other locales are in the site's data.
 *
 * A page has only one locale, and changing the locale requires a full load. Therefore, the strings are set only once,
 * before anything renders.
 */

import english from "../messages/en.json";
import type { Text } from "./frame/data.ts";

/** The prefixes of strings that docgen writes into pages and that no script shows. */
type OwnTopic =
  | "admonition"
  | "api"
  | "blog"
  | "category"
  | "code_wrap"
  | "draft"
  | "edit"
  | "footnote"
  | "footnotes"
  | "heading"
  | "last"
  | "latest"
  | "llms"
  | "not"
  | "outdated"
  | "page_menu"
  | "pager"
  | "preview"
  | "tabs"
  | "tag"
  | "tags"
  | "task"
  | "unlisted"
  | "untranslated"
  | "version"
  | "view";

/**
 * The strings for the app itself. The strings for feedback, reader features, the request form, and search load with the
 * code for those features (`islands/feedback/text.ts`, `reader/text.ts`, `islands/request/text.ts`, and
 * `search/text.ts`). The theme's build uses the same prefixes to omit these strings, and the strings that only docgen
 * writes, from the app.
 */
export type MessageKey = Exclude<
  keyof typeof english,
  | OwnTopic
  | `${OwnTopic}_${string}`
  | `feedback_${string}`
  | `reader_${string}`
  | `request_${string}`
  | `search_${string}`
>;

/** The values of placeholders. Numbers are written in the format of the language. */
export type Values = Record<string, string | number>;

type Lookup = (key: MessageKey, values: Values) => string;

function fill(message: string, values: Values): string {
  const text = (value: string | number) =>
    typeof value === "number" ? new Intl.NumberFormat(language).format(value) : value;
  return message.replace(/\{(\w+)\}/g, (placeholder, name: string) => text(values[name] ?? placeholder));
}

/** The locale's strings. Empty if the locale is English. */
let own: Record<string, string> = {};

let language = "en";

/**
 * Returns the key of the plural form for a number. `other` is the key of the form that every language has. If the
 * locale doesn't have this form, the string is in English.
 */
function plural(other: string, count: number): string {
  const form = (category: string) => other.replace(/other$/, category);
  if (!(other in own)) return form(count === 1 ? "one" : "other");
  const key = form(new Intl.PluralRules(language).select(count));
  return key in own ? key : other;
}

/** Fills in the `{placeholders}` of a string. `{count}` determines the plural form of a key with `_other`. */
function look(texts: Record<string, string>, name: string, values: Values): string {
  const key = name.endsWith("_other") ? plural(name, Number(values.count)) : name;
  return fill(own[key] ?? texts[key] ?? key, values);
}

let lookup: Lookup = (key, values) => look(english, key, values);

/** The groups of strings that load with the code that shows them. */
type Late = "feedback" | "reader" | "request" | "search";

let late: Partial<Record<Late, string>> = {};

/**
 * Sets a locale's strings, its language tag, and the URLs of its other strings. If a string is missing, the app uses
 * the English string.
 */
export function setMessages(messages: Record<string, string>, tag: string, files: typeof late = {}): void {
  own = messages;
  language = tag;
  late = files;
}

const loads: Partial<Record<Late, Promise<void>>> = {};

/** Waits for a module and for the strings that it shows. If the strings can't be loaded, they stay in English. */
export async function withMessages<Module>(group: Late, module: Promise<Module>): Promise<Module> {
  const url = late[group];
  if (url) {
    loads[group] ??= fetch(url)
      .then((response) => response.json())
      .then((texts: Record<string, string>) => {
        own = { ...own, ...texts };
      })
      .catch(() => {});
  }
  const [loaded] = await Promise.all([module, loads[group]]);
  return loaded;
}

/** Creates a lookup for strings that load with the code that shows them. */
export function messageGroup<Key extends string>(texts: Record<Key, string>): (key: Key, values?: Values) => string {
  return (key, values = {}) => look(texts, key, values);
}

/** Replaces the lookup. The theme's build uses this function to replace the strings with template tokens. */
export function stageMessages(staged: Lookup): void {
  lookup = staged;
}

/** Returns a UI string with its `{placeholders}` filled in. */
export function t(key: MessageKey, values: Values = {}): Text {
  return lookup(key, values) as Text;
}
