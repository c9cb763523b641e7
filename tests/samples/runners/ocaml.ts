/** OCaml. */

import { compiled } from "./compiled.ts";

export const ocaml = compiled({
  id: "ocaml",
  file: "sample.ml",
  compile: ["ocamlfind", "ocamlopt", "-package", "curl", "-linkpkg", "sample.ml", "-o", "sample"],
  run: ["./sample"],
  limits: { resolvesDots: true },
});
