/** The strings for the reader features, which load with the code for these features. */

import english from "../../messages/en.json";
import { messageGroup, type Values } from "../messages.ts";

type Key = Extract<keyof typeof english, `reader_${string}`>;

const lookup = messageGroup<Key>(english);

/** Returns the string for a key. Omit `reader_` from the key. Fills in the string's `{placeholders}`. */
export const t = (name: Key extends `reader_${infer Name}` ? Name : never, values?: Values): string =>
  lookup(`reader_${name}`, values);
