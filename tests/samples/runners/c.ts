/** C, compiled according to an older standard (C99) in which trigraphs are replaced. */

import { compiled } from "./compiled.ts";

export const c = compiled({
  id: "c",
  file: "sample.c",
  compile: ["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-o", "sample", "sample.c", "-lcurl"],
  run: ["./sample"],
});
