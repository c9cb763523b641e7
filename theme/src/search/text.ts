/** The search strings, which load with the search code. */

import english from "../../messages/en.json";
import { messageGroup, type Values } from "../messages.ts";

type Key = Extract<keyof typeof english, `search_${string}`>;

export type SearchText = Key extends `search_${infer Name}` ? Name : never;

const lookup = messageGroup<Key>(english);

/** Returns the string for a key. Omit `search_` from the key. Fills in the string's `{placeholders}`. */
export const t = (name: SearchText, values?: Values): string => lookup(`search_${name}`, values);
