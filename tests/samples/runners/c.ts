/** C, in the strictest of its older standards: trigraphs are read there. */

import { compiled } from "./compiled.ts";

export const c = compiled({
  id: "c",
  file: "sample.c",
  compile: ["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-o", "sample", "sample.c", "-lcurl"],
  run: ["./sample"],
});
