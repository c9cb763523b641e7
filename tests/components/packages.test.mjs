// npm packages in components. The packages and esbuild are real, and the packages are installed in the same layouts
// that npm and pnpm use.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { folder, installed, run } from "./harness.mjs";

const site = {
  "docgen.toml": '[site]\ntitle = "Kettle"\nurl = "https://kettle.example"\n',
  "content/docs/a.mdx": `
import dayjs from "dayjs"
import * as scale from "d3-scale"
import { useSyncExternalStore } from "use-sync-external-store/shim"
import { Box, count } from "@own/boxes"
import count2 from "@own/boxes/count"
import { required0 } from "@own/boxes/names"
import "@own/boxes/styles.css"
export const Store = () => useSyncExternalStore(() => () => {}, () => "client", () => "server")

# A

<p>{dayjs("2026-01-31T10:00").format("YYYY-MM-DD HH:mm")}; {scale.scaleLinear([0, 10], [0, 100])(5)}; <Store />; {count}; {count2}; {required0}</p>

<p>{scale.scaleTime([new Date("2026-01-01"), new Date("2026-03-01")], [0, 1]).ticks(3).map((date) => date.getUTCMonth()).join()}</p>

<Box>text **strong**</Box>
`,
  // A local CommonJS package that requires React and a style sheet with an image.
  "packages/boxes/package.json": JSON.stringify({
    name: "@own/boxes",
    version: "1.0.0",
    exports: { ".": "./index.cjs", "./count": "./count.cjs", "./names": "./names.mjs", "./styles.css": "./styles.css" },
  }),
  "packages/boxes/index.cjs": `"use strict";
const React = require("react");
const { jsx } = require("react/jsx-runtime");
require("./box.css");
const Level = React.createContext("deep");
exports.count = require("./count.cjs");
exports.Box = class extends React.Component {
  static contextType = Level;
  render() { return jsx("div", { className: "own-box " + this.context, children: this.props.children }); }
};
`,
  "packages/boxes/count.cjs": "module.exports = process.env.NODE_ENV.length;\n",
  // A name that docgen itself might use.
  "packages/boxes/names.mjs": `import { Children } from "react";
export let required0 = Children.count("a");
required0 += 5;
`,
  "packages/boxes/box.css": '.own-box { background: url("dot.svg") }\n',
  "packages/boxes/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>\n',
  "packages/boxes/styles.css": '@import "./more.css";\n.own { color: teal }\n',
  "packages/boxes/more.css": ".more { color: red }\n",
};

/** Creates a site with these packages. Local packages are symbolic links, as in a workspace. */
function project(t, packages = readdirSync(installed).filter((name) => !name.startsWith("."))) {
  const root = folder(t, site);
  mkdirSync(join(root, "node_modules/@own"), { recursive: true });
  symlinkSync("../../packages/boxes", join(root, "node_modules/@own/boxes"));
  for (const name of packages) symlinkSync(join(installed, name), join(root, "node_modules", name));
  return root;
}

const build = (root, env) => run(root, ["build", "--strict"], env);
const page = (root) => readFileSync(join(root, "dist/docs/a/index.html"), "utf8");

test("packages are bundled with the site's esbuild, without Node", async (t) => {
  const root = project(t);
  const { code, stderr } = await build(root, { PATH: "/nowhere" });
  assert.equal(code, 0, stderr);
  const html = page(root);
  assert.ok(html.includes("<p>2026-01-31 10:00; 50; server; 10; 10; 6</p>"), html);
  assert.ok(html.includes("<p>0,1,2</p>"), html);
  assert.ok(html.includes('<div class="own-box deep">text <strong>strong</strong></div>'), html);
  const styles = [...html.matchAll(/<link rel="stylesheet" href="\/(_docgen\/immutable\/assets\/boxes\.[^"]+)"/g)];
  const texts = styles.map(([, path]) => readFileSync(join(root, "dist", path), "utf8"));
  assert.equal(texts.length, 2);
  assert.match(texts[0], /\.own-box\{background:url\(.?data:image\/svg\+xml/);
  assert.match(texts[1], /\.more\{color:red\}\s*\.own\{color:teal\}/);
});

test("a change to a linked package is detected, and other builds bundle nothing", async (t) => {
  const root = project(t);
  assert.equal((await build(root)).code, 0);
  const first = page(root);
  assert.match((await build(root)).stderr, /: 0 files written/);
  const file = join(root, "packages/boxes/index.cjs");
  writeFileSync(file, readFileSync(file, "utf8").replace('"div"', '"section"'));
  assert.equal((await build(root)).code, 0);
  assert.equal(page(root).replaceAll("section", "div"), first);
  // Even with a cached bundle, a build must fail if a clean build would fail.
  rmSync(join(root, "node_modules/esbuild"));
  writeFileSync(join(root, "content/docs/b.md"), "# B\n");
  const { code, stderr } = await build(root);
  assert.equal(code, 1, stderr);
  assert.match(stderr, /bundling it needs esbuild, which isn't installed/);
});

test("esbuild is found where pnpm puts it, or as a script that starts it with Node", async (t) => {
  for (const hasNative of [true, false]) {
    const root = project(t, []);
    const store = join(root, "node_modules/.pnpm");
    const names = ["dayjs", "d3-scale", "use-sync-external-store", "esbuild"];
    for (const name of names) {
      const home = join(store, name, "node_modules");
      cpSync(join(installed, name), join(home, name), { recursive: true });
      symlinkSync(join(home, name), join(root, "node_modules", name));
    }
    for (const name of readdirSync(installed).filter((name) => /^(?:d3-|internmap)/.test(name))) {
      const at = join(store, "d3-scale/node_modules", name);
      if (name !== "d3-scale") symlinkSync(join(installed, name), at);
    }
    const native = join(store, "esbuild/node_modules/@esbuild");
    if (hasNative) {
      symlinkSync(join(installed, "@esbuild"), native);
    } else {
      // The script finds the esbuild program through `ESBUILD_BINARY_PATH`, which docgen doesn't read.
      rmSync(native, { recursive: true, force: true });
    }
    const [platform] = readdirSync(join(installed, "@esbuild"));
    const program = join(installed, "@esbuild", platform, "bin/esbuild");
    const { code, stderr } = await build(root, hasNative ? { PATH: "/nowhere" } : { ESBUILD_BINARY_PATH: program });
    assert.equal(code, 0, stderr);
    assert.ok(page(root).includes("own-box deep"));
  }
});

test("if a package imports a module that isn't available, esbuild's message is reported", async (t) => {
  const root = project(t);
  writeFileSync(join(root, "packages/boxes/count.cjs"), 'module.exports = require("fs").readFileSync;\n');
  const { code, stderr } = await build(root);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /can't import the package `@own\/boxes`: esbuild reports: Could not resolve "fs" \(packages\/boxes\/count\.cjs:1:25\)/,
  );
});

test("a failure in a package names its file and where the page uses it", async (t) => {
  const root = project(t);
  const file = join(root, "packages/boxes/index.cjs");
  writeFileSync(file, readFileSync(file, "utf8").replace("return jsx", "// ö\n    return document.title + jsx"));
  for (const [at, text, place] of [
    ["packages/boxes/index.cjs", "", /packages\/boxes\/index\.cjs:10:12\)\n *--> content\/docs\/a\.mdx:17:2/],
    ["packages/boxes/count.cjs", "\n  window.x", /packages\/boxes\/count\.cjs:3:3\)\n *--> content\/docs\/a\.mdx:5:28/],
  ]) {
    writeFileSync(join(root, at), readFileSync(join(root, at), "utf8") + text);
    const { code, stderr } = await build(root);
    assert.equal(code, 1);
    assert.match(stderr, place);
  }
});
