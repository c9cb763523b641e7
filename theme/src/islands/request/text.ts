/** The strings for this island, which load with the island's code. */

import english from "../../../messages/en.json";
import { messageGroup, type Values } from "../../messages.ts";

type Key = Extract<keyof typeof english, `request_${string}`>;

export type RequestText = Key extends `request_${infer Name}` ? Name : never;

const lookup = messageGroup<Key>(english);

/** Returns the string for a key. Omit `request_` from the key. Fills in the string's `{placeholders}`. */
export const t = (name: RequestText, values?: Values): string => lookup(`request_${name}`, values);
