/**
 * The scripts for interactive components: a script that starts components, and the modules that components import. The
 * scripts are part of the app's bundle so that components use the app's React. The development server has a separate
 * copy that includes React's checks.
 */

import path from "node:path";
import { build } from "esbuild";
import { patch } from "./patch.mjs";

const START = "src/client/start.ts";

/** The modules that components can import, and the source file of each module. */
const MODULES = {
  docgen: "src/client/docgen.tsx",
  react: "src/client/react.ts",
  "react-dom": "src/client/reactDom.ts",
  "react/jsx-runtime": "src/client/jsxRuntime.ts",
};

/** Returns the names of an output file and of all files that it imports. */
function closure(outputs, name, seen = new Set()) {
  if (!seen.has(name)) {
    seen.add(name);
    const { imports } = outputs.find((output) => output.name === name);
    for (const { path: file, kind } of imports) {
      if (kind === "import-statement") closure(outputs, path.basename(file), seen);
    }
  }
  return seen;
}

/** Returns the part of the manifest about these scripts. */
function manifest(outputs) {
  const output = (entry) => outputs.find(({ entryPoint }) => entryPoint === entry).name;
  const modules = Object.fromEntries(Object.entries(MODULES).map(([name, source]) => [name, output(source)]));
  const own = [output(START), ...Object.values(modules)];
  const others = outputs.filter(({ name, entryPoint }) => entryPoint && !own.includes(name));
  const elsewhere = new Set(others.flatMap(({ name }) => [...closure(outputs, name)]));
  const files = new Set(own.flatMap((name) => [...closure(outputs, name)]));
  return { start: output(START), modules, files: [...files].filter((name) => !elsewhere.has(name)).sort() };
}

export const client = {
  entries: Object.values(MODULES).map((source) => ({ in: source, out: path.parse(source).name })),
  manifest,
};

/**
 * Omits the list of the app's shared code, because the development server's copy needs only a small part of that code.
 */
const alone = {
  name: "alone",
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/shared\.ts$/ }, () => ({ contents: "" }));
  },
};

/** Omits the console message that advertises React's developer tools. */
const quiet = patch("quiet", /react-dom-client\.development\.js$/, [
  ["/^(https?|file):$/.test(protocol) &&\n        console.info(", "0 &&\n        console.info("],
]);

/** Bundles the development server's copy. */
export async function devClient(shared) {
  const { outputFiles, metafile } = await build({
    ...shared,
    define: { "process.env.NODE_ENV": '"development"' },
    entryPoints: [...client.entries, { in: START, out: "start" }],
    outdir: "dist/dev",
    format: "esm",
    splitting: true,
    metafile: true,
    entryNames: "dev-[name].[hash]",
    chunkNames: "dev-[name]-[hash]",
    plugins: [alone, quiet, ...shared.plugins],
  });
  const outputs = Object.entries(metafile.outputs).map(([file, output]) => ({ name: path.basename(file), ...output }));
  const files = outputFiles.map(({ path: file, contents }) => ({ name: path.basename(file), contents }));
  return { files, manifest: { ...manifest(outputs), files: files.map(({ name }) => name).sort() } };
}
