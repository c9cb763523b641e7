/** Go. */

import { compiled } from "./compiled.ts";

export const go = compiled({
  id: "go",
  file: "sample.go",
  compile: ["go", "build", "-o", "sample", "sample.go"],
  run: ["./sample"],
});
