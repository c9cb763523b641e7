/** Java, whose launcher compiles a single file by itself. */

import { interpreted } from "./interpreted.ts";

export const java = interpreted("java", "java", "Main.java");
