/** The texts of the search, loaded with its code. */

import english from "../../messages/en.json";
import { messageGroup } from "../messages.ts";

type Key = Extract<keyof typeof english, `search_${string}`>;

export type SearchText = Key extends `search_${infer Name}` ? Name : never;

const lookup = messageGroup<Key>(english);

/** Returns a text by its key without `search_`, with its `{placeholders}` filled in. */
export const t = (name: SearchText, values?: Record<string, string>): string => lookup(`search_${name}`, values);
