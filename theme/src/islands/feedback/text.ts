/** The texts of this island. The texts load with the island's code. */

import english from "../../../messages/en.json";
import { messageGroup } from "../../messages.ts";

type Key = Extract<keyof typeof english, `feedback_${string}`>;

const lookup = messageGroup<Key>(english);

/** Returns the text for a key. The key is specified without `feedback_`. */
export const t = (name: Key extends `feedback_${infer Name}` ? Name : never): string => lookup(`feedback_${name}`);
