/** The texts of this island, loaded with its code. */

import english from "../../../messages/en.json";
import { messageGroup } from "../../messages.ts";

type Key = Extract<keyof typeof english, `request_${string}`>;

export type RequestText = Key extends `request_${infer Name}` ? Name : never;

const lookup = messageGroup<Key>(english);

/** Returns a text by its key without `request_`, with its `{placeholders}` filled in. */
export const t = (name: RequestText, values?: Record<string, string>): string => lookup(`request_${name}`, values);
