/** Java. Java's launcher can compile and run a single file. */

import { interpreted } from "./interpreted.ts";

export const java = interpreted("java", "java", "Main.java");
