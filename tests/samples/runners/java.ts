/** Java. Its launcher compiles single files by itself. */

import { interpreted } from "./interpreted.ts";

export const java = interpreted("java", "java", "Main.java");
