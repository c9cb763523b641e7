/**
 * Builds the theme into `dist`, which docgen embeds: the bundle with hashed names, the frame's templates, the inline
 * scripts, the scripts for docgen's own engine, and a manifest of all of these. The same sources always produce the
 * same bytes.
 *
 *     node build/build.mjs [OUT]
 */

import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { client, devClient } from "./client.mjs";
import { diagrams } from "./diagrams.mjs";
import { docsearch } from "./docsearch.mjs";
import { icons } from "./icons.mjs";
import { fontLicenses, licenses } from "./licenses.mjs";
import { load } from "./load.mjs";
import { react } from "./react.mjs";
import { router } from "./router.mjs";

const theme = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** For each prefix of message keys, the folder with the code that these messages load with. */
const folders = { feedback: "islands/feedback", reader: "reader", request: "islands/request", search: "search" };
/** The messages that the first script shows, which doesn't wait for the app or for the search code. */
const early = [
  "loading",
  "part_failed",
  "retry",
  "search",
  "search_cancel",
  "search_error",
  "search_error_help",
  "search_placeholder",
];
/**
 * The keys of messages that docgen itself writes into pages. No script contains these messages (see `src/messages.ts`).
 */
const own =
  /^(?:admonition|api|blog|book|category|code_lines?|code_wrap|draft|edit|footnotes?|heading|last|latest|llms|not|outdated|page_menu|pager|preview|rows|tabs|tags?|task|unlisted|untranslated|version|video|view)(?:_|$)/;

/** Gives each module only its own group of messages, without the keys that match `left`. */
const messages = (left) => ({
  name: "messages",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/messages\/en\.json$/ }, ({ path: file, resolveDir, importer }) => {
      const folder = path.relative(path.join(theme, "src"), path.dirname(importer)).replaceAll(path.sep, "/");
      const group = Object.keys(folders).find((name) => folders[name] === folder) ?? "app";
      const found = path.relative(theme, path.resolve(resolveDir, file)).replaceAll(path.sep, "/");
      return { path: found, namespace: `messages-${group}` };
    });
    onLoad({ filter: /.*/, namespace: "messages-app" }, ({ path: file }) => pick(file, undefined, left));
    for (const group of Object.keys(folders)) {
      onLoad({ filter: /.*/, namespace: `messages-${group}` }, ({ path: file }) => pick(file, group, left));
    }
  },
});

/** Returns the messages of a group, or of the app itself if `wanted` is undefined. */
function textsOf(all, wanted, left) {
  const groupOf = (key) => Object.keys(folders).find((name) => key.startsWith(`${name}_`));
  const isPicked = ([key]) => groupOf(key) === wanted && !own.test(key) && !left.test(key);
  return Object.fromEntries(Object.entries(all).filter(isPicked));
}

async function pick(file, wanted, left) {
  const all = JSON.parse(await readFile(path.join(theme, file), "utf8"));
  return { contents: JSON.stringify(textsOf(all, wanted, left)), loader: "json" };
}

/** Style sheets as strings, for styles that load with the code that needs them: `import styles from "./x.css?text"`. */
const styleTexts = {
  name: "style-texts",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.css\?text$/ }, ({ path: file, resolveDir }) => {
      const found = path.resolve(resolveDir, file.replace("?text", ""));
      return { path: path.relative(theme, found).replaceAll(path.sep, "/"), namespace: "style-text" };
    });
    onLoad({ filter: /.*/, namespace: "style-text" }, async ({ path: file }) => {
      const text = await readFile(path.join(theme, file), "utf8");
      return { contents: (await transform(text, { loader: "css", minify: true })).code.trim(), loader: "text" };
    });
  },
};

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
  // Only the development server's own script contains its messages.
  plugins: [messages(/^(?:live|base_url)_/), docsearch, router, styleTexts],
};

const drawn = await icons(theme);
/** The style sheets that only some content or some kinds of pages need (`Sheet` in `src/markdown/sheet.rs`). */
const sheets = ["fields", "math", "notes", "extra", "marks", "blog", "home", "pictures"];
const english = JSON.parse(await readFile(path.join(theme, "messages/en.json"), "utf8"));

/** Bundles the app, its lazily loaded parts, and the styles. */
async function bundle() {
  const texts = Object.fromEntries(early.map((key) => [key, english[key]]));
  const { outputFiles, metafile } = await build({
    ...shared,
    // Insert the first script's messages here so that the script doesn't wait for all other messages.
    define: { ...shared.define, TEXTS_OF_BOOT: JSON.stringify(JSON.stringify(texts)) },
    entryPoints: [
      { in: "src/boot.ts", out: "app" },
      { in: "src/styles/index.css", out: "app" },
      { in: "src/styles/api.css", out: "api" },
      ...sheets.map((name) => ({ in: `src/styles/${name}.css`, out: name })),
      { in: "src/styles/preview.css", out: "preview" },
      { in: "src/book.ts", out: "book" },
      { in: "src/styles/book.css", out: "book" },
      { in: "src/styles/late.css", out: "late" },
      { in: "src/styles/search.css", out: "search" },
      ...client.entries,
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
  // esbuild includes the names of source files in its hashes, so these names must not depend on the location of the
  // checkout.
  const absolute = Object.keys(metafile.inputs).find((input) => path.isAbsolute(input.slice(input.indexOf(":") + 1)));
  if (absolute) throw new Error(`an absolute path of a source reaches the names of files: ${absolute}`);
  files.push({
    name: "licenses.txt",
    fixed: true,
    contents: await licenses(theme, [...Object.keys(metafile.inputs), drawn.source], legal, await fontLicenses(theme)),
  });
  files.sort((a, b) => (a.name < b.name ? -1 : 1));
  const outputs = Object.entries(metafile.outputs)
    .filter(([file]) => !isLegal(file))
    .map(([file, output]) => ({ name: path.basename(file), ...output }));
  return { files, outputs, diagrams: await diagrams(theme, metafile) };
}

/** Builds a script that is a single file and isn't part of the bundle. */
async function script(entry, format) {
  const { outputFiles } = await build({ ...shared, entryPoints: [entry], format, plugins: [messages(/^$/), react] });
  return outputFiles[0].text.trim();
}

/** Builds the MCP server, which isn't part of a site, so it contains the licenses of its packages. */
async function server() {
  const { outputFiles, metafile } = await build({
    ...shared,
    entryPoints: ["src/edge/mcp.ts"],
    format: "esm",
    metafile: true,
  });
  const owed = await licenses(theme, Object.keys(metafile.inputs), [], []);
  return `${outputFiles[0].text.trim()}\n/*\n${owed.replaceAll("*/", "* /").trim()}\n*/`;
}

/** Builds a script that is inlined in the page. */
async function inline(entry) {
  const text = await script(entry, "iife");
  if (/<\/script|<!--/i.test(text)) throw new Error(`${entry} can't be inlined in a page`);
  return text;
}

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Builds a script that is a single file with a hash in its name. */
async function hashed(name, entry, format) {
  const contents = await script(entry, format);
  return { name: `${name}.${createHash("sha256").update(contents).digest("hex").slice(0, 8)}.js`, contents };
}

/**
 * Builds the page that authorization servers redirect readers to, and its script. Readers register the page's URL with
 * those servers, so the page's name has no hash. The page is the same in every language, because it's visible only for
 * a moment.
 */
async function oauth() {
  const own = await hashed("oauth", "src/oauth.ts", "esm");
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escaped(english.request_oauth_title)}</title>
</head>
<body>
<p>${escaped(english.request_oauth_returned)}</p>
<script type="module" src="immutable/${own.name}"></script>
</body>
</html>
`;
  return [own, { name: "oauth.html", fixed: true, contents: page }];
}

/** Renders the frame from staged data with React. */
async function stage() {
  const { stageFrame } = await load("build/stage.tsx");
  return stageFrame();
}

const outputOf = (outputs, entry) => outputs.find(({ entryPoint }) => entryPoint === entry)?.name;

function manifest({ files, outputs, diagrams, early }, dev, texts) {
  const hash = createHash("sha256");
  for (const { name, contents } of [...files, ...texts]) hash.update(name).update("\0").update(contents).update("\0");
  const app = outputs.find(({ entryPoint }) => entryPoint === "src/main.tsx");
  const islands = {};
  for (const { entryPoint = "", name } of outputs.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const island = /^src\/islands\/(\w+)\.tsx$/.exec(entryPoint)?.[1];
    if (island) islands[island[0].toLowerCase() + island.slice(1)] = name;
  }
  return {
    build: hash.digest("hex").slice(0, 16),
    js: outputOf(outputs, "src/boot.ts"),
    css: outputOf(outputs, "src/styles/index.css"),
    // Only for API pages.
    api: outputOf(outputs, "src/styles/api.css"),
    // The style sheets that only some content or some kinds of pages need, each with the fonts that only this style
    // sheet needs.
    sheets: Object.fromEntries(
      sheets.map((name) => {
        const { name: file, imports } = outputs.find(({ entryPoint }) => entryPoint === `src/styles/${name}.css`);
        const fonts = imports.filter(({ path: font }) => font.endsWith(".woff2"));
        return [name, [file, ...fonts.map(({ path: font }) => path.basename(font))]];
      }),
    ),
    lateCss: outputOf(outputs, "src/styles/late.css"),
    // Only for sites with analytics.
    analytics: outputOf(outputs, "src/analytics/start.ts"),
    // Only for previews.
    previewCss: outputOf(outputs, "src/styles/preview.css"),
    // Only for printed books.
    bookCss: outputOf(outputs, "src/styles/book.css"),
    bookJs: outputOf(outputs, "src/book.ts"),
    // Only for the search dialog and the search page.
    search: outputOf(outputs, "src/styles/search.css"),
    // The files that the first script loads after the page is painted.
    app: [
      app.name,
      ...app.imports
        .filter(({ kind }) => kind === "import-statement")
        .map(({ path: file }) => path.basename(file))
        .sort(),
    ],
    // Files whose names change with their content.
    assets: files.filter(({ fixed }) => !fixed).map(({ name }) => name),
    // Files whose names never change.
    fixed: files.filter(({ fixed }) => fixed).map(({ name }) => name),
    preload: { font: files.find(({ name }) => /^docgen-sans\.[^.]+\.woff2$/.test(name))?.name },
    islands,
    // The keys of the messages that scripts show. Only the development server's own script shows the others.
    texts: Object.fromEntries(
      ["app", ...Object.keys(folders)].map((name) => {
        if (name !== "app") return [name, Object.keys(textsOf(english, name, /^live_/))];
        return [name, [...new Set([...Object.keys(textsOf(english, undefined, /^live_/)), ...early])]];
      }),
    ),
    // The scripts that only interactive components need: the early script, and all other scripts.
    early,
    client: client.manifest(outputs),
    dev: dev.manifest,
    // The files that only sites with diagrams contain: the files for all kinds of diagrams, and the files for each
    // kind. A kind is identified by the words that a diagram can start with.
    diagrams,
  };
}

const [app, dev, hold, returning, { frame, cuts }, head, banner, live] = await Promise.all([
  bundle(),
  devClient(shared),
  hashed("early", "src/client/early.ts", "iife"),
  oauth(),
  stage(),
  inline("src/head.ts"),
  inline("src/banner.ts"),
  script("src/live.ts", "esm"),
]);
const [search, component, math, mcp] = await Promise.all([
  script("src/engine/search.ts", "iife"),
  script("src/engine/component.ts", "iife"),
  script("src/engine/math.ts", "iife"),
  server(),
]);
app.files.push(hold, ...returning);
app.early = hold.name;
app.files.sort((a, b) => (a.name < b.name ? -1 : 1));
const texts = [
  { name: "banner.js", contents: banner },
  { name: "frame.html", contents: frame },
  { name: "head.js", contents: head },
  { name: "sidebar.html", contents: cuts.sidebar },
];

// Write to a temporary folder so that other processes never read an incomplete `dist`.
const dist = path.resolve(process.argv[2] ?? path.join(theme, "dist"));
const fresh = `${dist}.${process.pid}`;
await mkdir(path.join(fresh, "assets"), { recursive: true });
for (const { name, contents } of app.files) await writeFile(path.join(fresh, "assets", name), contents);
for (const { name, contents } of texts) await writeFile(path.join(fresh, name), contents);
// The following files aren't part of the build's hash, because only the development server and docgen itself use them.
await writeFile(path.join(fresh, "live.js"), live);
await mkdir(path.join(fresh, "dev"));
for (const { name, contents } of dev.files) await writeFile(path.join(fresh, "dev", name), contents);
await mkdir(path.join(fresh, "engine"));
await writeFile(path.join(fresh, "engine/search.js"), search);
await writeFile(path.join(fresh, "engine/component.js"), component);
await writeFile(path.join(fresh, "engine/math.js"), math);
await writeFile(path.join(fresh, "engine/mcp.js"), mcp);
await writeFile(path.join(fresh, "engine/icons.txt"), drawn.text);
await writeFile(path.join(fresh, "manifest.json"), `${JSON.stringify(manifest(app, dev, texts), null, 2)}\n`);
await rm(dist, { recursive: true, force: true });
await rename(fresh, dist);
