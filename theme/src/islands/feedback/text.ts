/** The strings for this island, which load with the island's code. */

import english from "../../../messages/en.json";
import { messageGroup } from "../../messages.ts";

type Key = Extract<keyof typeof english, `feedback_${string}`>;

const lookup = messageGroup<Key>(english);

/** Returns the string for a key. Omit `feedback_` from the key. */
export const t = (name: Key extends `feedback_${infer Name}` ? Name : never): string => lookup(`feedback_${name}`);
