/**
 * Builds the theme into `dist`, which docgen embeds: the bundle with hashed names, the frame's templates, the inline
 * scripts, and a manifest of it all. The same sources give the same bytes.
 *
 *     node build/build.mjs [OUT]
 */

import { createHash } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { licenses } from "./licenses.mjs";
import { load } from "./load.mjs";

const theme = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const shared = {
  absWorkingDir: theme,
  bundle: true,
  write: false,
  minify: true,
  target: "es2022",
  jsx: "automatic",
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
  define: { "process.env.NODE_ENV": '"production"' },
};

/** The app, its lazily loaded parts and the styles. */
async function bundle() {
  const { outputFiles, metafile } = await build({
    ...shared,
    entryPoints: [
      { in: "src/boot.ts", out: "app" },
      { in: "src/styles/index.css", out: "app" },
      { in: "src/styles/late.css", out: "late" },
    ],
    outdir: "dist/assets",
    format: "esm",
    splitting: true,
    metafile: true,
    entryNames: "[name].[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name].[hash]",
    legalComments: "external",
    loader: { ".woff2": "file" },
  });
  const isLegal = (file) => file.endsWith(".LEGAL.txt");
  const legal = outputFiles.filter(({ path: file }) => isLegal(file)).map(({ text }) => text);
  const files = outputFiles
    .filter(({ path: file }) => !isLegal(file))
    .map(({ path: file, contents }) => ({ name: path.basename(file), contents }));
  files.push({ name: "licenses.txt", contents: await licenses(theme, Object.keys(metafile.inputs), legal) });
  files.sort((a, b) => (a.name < b.name ? -1 : 1));
  const outputs = Object.entries(metafile.outputs)
    .filter(([file]) => !isLegal(file))
    .map(([file, output]) => ({ name: path.basename(file), ...output }));
  return { files, outputs };
}

/** A script of one file that is no part of the bundle. */
async function script(entry, format) {
  const { outputFiles } = await build({ ...shared, entryPoints: [entry], format });
  return outputFiles[0].text.trim();
}

/** A script that stands in the page itself. */
async function inline(entry) {
  const text = await script(entry, "iife");
  if (/<\/script|<!--/i.test(text)) throw new Error(`${entry} cannot stand in a page`);
  return text;
}

/** React's output over staged data. */
async function stage() {
  const { stageFrame } = await load("build/stage.tsx");
  return stageFrame();
}

const outputOf = (outputs, entry) => outputs.find(({ entryPoint }) => entryPoint === entry)?.name;

function manifest({ files, outputs }, texts) {
  const hash = createHash("sha256");
  for (const { name, contents } of [...files, ...texts]) hash.update(name).update("\0").update(contents).update("\0");
  const app = outputs.find(({ entryPoint }) => entryPoint === "src/main.tsx");
  const islands = {};
  for (const { entryPoint = "", name } of outputs) {
    const island = /^src\/islands\/(\w+)\.tsx$/.exec(entryPoint)?.[1];
    if (island) islands[island[0].toLowerCase() + island.slice(1)] = name;
  }
  return {
    build: hash.digest("hex").slice(0, 16),
    js: outputOf(outputs, "src/boot.ts"),
    css: outputOf(outputs, "src/styles/index.css"),
    lateCss: outputOf(outputs, "src/styles/late.css"),
    // What the first script loads once the page is painted.
    app: [
      app.name,
      ...app.imports
        .filter(({ kind }) => kind === "import-statement")
        .map(({ path: file }) => path.basename(file))
        .sort(),
    ],
    assets: files.map(({ name }) => name),
    preload: { font: files.find(({ name }) => /^docgen-sans\.[^.]+\.woff2$/.test(name))?.name },
    islands,
  };
}

const [app, { frame, cuts }, head, banner, live] = await Promise.all([
  bundle(),
  stage(),
  inline("src/head.ts"),
  inline("src/banner.ts"),
  script("src/live.ts", "esm"),
]);
const texts = [
  { name: "banner.js", contents: banner },
  { name: "frame.html", contents: frame },
  { name: "head.js", contents: head },
  { name: "sidebar.html", contents: cuts.sidebar },
];

// Beside the old one first: whoever reads `dist` meanwhile finds it whole.
const dist = path.resolve(process.argv[2] ?? path.join(theme, "dist"));
const fresh = `${dist}.${process.pid}`;
await mkdir(path.join(fresh, "assets"), { recursive: true });
for (const { name, contents } of app.files) await writeFile(path.join(fresh, "assets", name), contents);
for (const { name, contents } of texts) await writeFile(path.join(fresh, name), contents);
// The development server's own, and no part of what the build's hash stands for.
await writeFile(path.join(fresh, "live.js"), live);
await writeFile(path.join(fresh, "manifest.json"), `${JSON.stringify(manifest(app, texts), null, 2)}\n`);
await rm(dist, { recursive: true, force: true });
await rename(fresh, dist);
