/** Ruby. */

import { interpreted } from "./interpreted.ts";

export const ruby = interpreted("ruby", "ruby", "sample.rb");
