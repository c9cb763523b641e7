/** C#, with Mono's compiler and runtime. */

import { compiled } from "./compiled.ts";

export const csharp = compiled({
  id: "csharp",
  file: "sample.cs",
  compile: ["mcs", "-r:System.Net.Http", "-out:sample.exe", "sample.cs"],
  run: ["mono", "sample.exe"],
  limits: { resolvesDots: true, decodesMarks: true },
});
