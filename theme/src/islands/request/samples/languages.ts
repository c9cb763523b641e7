/**
 * The languages of the samples, in the order of the tabs. Each language has a module that loads on demand, except curl,
 * which loads with the page.
 */

import type { RequestDescriptor } from "../model.ts";
import { type Code, lines, run } from "./code.ts";
import * as curl from "./curl.ts";
import { hasDots } from "./request.ts";

/** Writes a request in one language. */
export type Generator = (request: RequestDescriptor) => Code;

export interface Language {
  /** The language's ID, which is also the stored value of a reader's selection. */
  id: string;
  label: string;
  /** The library that the sample uses. */
  library: string;
  /** Other names for the language in documents, in lowercase. */
  aliases: readonly string[];
  load: () => Promise<{ generate: Generator }>;
}

const language = (id: string, label: string, library: string, aliases: string[], load: Language["load"]): Language => ({
  id,
  label,
  library,
  aliases,
  load,
});

export const LANGUAGES: readonly Language[] = [
  language("curl", "curl", "curl", ["shell", "bash", "sh", "zsh", "console", "shell+curl"], async () => curl),
  language("nodejs", "Node.js", "fetch", ["node", "node.js", "node+fetch"], () => import("./nodejs.ts")),
  language("python", "Python", "Requests", ["py", "python3", "python+requests"], () => import("./python.ts")),
  language("go", "Go", "net/http", ["golang"], () => import("./go.ts")),
  language("csharp", "C#", "HttpClient", ["c#", "cs", "dotnet", ".net"], () => import("./csharp.ts")),
  language("ruby", "Ruby", "Net::HTTP", ["rb"], () => import("./ruby.ts")),
  language("php", "PHP", "cURL", ["php+curl"], () => import("./php.ts")),
  language("java", "Java", "java.net.http", [], () => import("./java.ts")),
  language("powershell", "PowerShell", "Invoke-RestMethod", ["ps", "ps1", "pwsh"], () => import("./powershell.ts")),
  language("dart", "Dart", "http", ["flutter"], () => import("./dart.ts")),
  language("javascript", "JavaScript", "fetch", ["js", "browser"], () => import("./javascript.ts")),
  language("c", "C", "libcurl", ["libcurl"], () => import("./c.ts")),
  language(
    "objective-c",
    "Objective-C",
    "NSURLSession",
    ["objectivec", "objective c", "objc", "obj-c"],
    () => import("./objectivec.ts"),
  ),
  language("ocaml", "OCaml", "ocurl", ["ml"], () => import("./ocaml.ts")),
  language("r", "R", "httr2", ["rlang"], () => import("./r.ts")),
  language("swift", "Swift", "URLSession", [], () => import("./swift.ts")),
  language("kotlin", "Kotlin", "java.net.http", ["kt"], () => import("./kotlin.ts")),
  language("rust", "Rust", "reqwest", ["rs"], () => import("./rust.ts")),
];

/** Returns the language that a language name in a document refers to. */
export function languageOf(name: string): Language | undefined {
  const wanted = name.trim().toLowerCase();
  return LANGUAGES.find(({ id, label, aliases }) => {
    return id === wanted || label.toLowerCase() === wanted || aliases.includes(wanted);
  });
}

/** Loads the generator for a language. */
export async function loadGenerator(id: string): Promise<Generator> {
  const found = LANGUAGES.find((language) => language.id === id);
  if (!found) throw new Error(`unknown sample language ${id}`);
  const { generate } = await found.load();
  const mark = RESOLVING[id];
  if (mark === undefined) return generate;
  const note = run(
    mark.replace("%", "This code resolves `.` and `..` in the path, so it calls a different URL. Use curl."),
    "c",
  );
  return (request) => (hasDots(request.url) ? lines(note, generate(request)) : generate(request));
}

/** The comments for languages whose libraries always resolve `.` and `..` in a path, encoded or not. */
const RESOLVING: { readonly [id: string]: string } = {
  nodejs: "// %",
  python: "# %",
  csharp: "// %",
  powershell: "# %",
  dart: "// %",
  javascript: "// %",
  ocaml: "(* % *)",
  rust: "// %",
};
