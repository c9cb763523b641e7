// Checks the extension for VS Code without VS Code: its package, how it finds sites and pages, and its server.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { folder, repository } from "./harness.mjs";

const extension = join(repository, "packaging/vscode");
const { build } = createRequire(join(extension, "package.json"))("esbuild");
const docgen = process.env.DOCGEN_BIN ?? join(repository, "target/debug/docgen");

/** Imports a module of the extension that doesn't need VS Code. */
async function load(t, name) {
  const outfile = join(folder(t), `${name}.mjs`);
  const entryPoints = [join(extension, `src/${name}.ts`)];
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", logLevel: "error" });
  return import(pathToFileURL(outfile));
}

test("the package contains the extension, its licenses, and nothing else", (t) => {
  const out = folder(t);
  execFileSync("npm", ["run", "--silent", "package"], { cwd: extension, stdio: ["ignore", "ignore", "inherit"] });
  execFileSync("unzip", ["-q", join(extension, "dist/docgen.vsix"), "-d", out]);
  const files = execFileSync("find", [out, "-type", "f", "-printf", "%P\n"], { encoding: "utf8" }).trim().split("\n");
  assert.deepEqual(files.sort(), [
    "[Content_Types].xml",
    "extension.vsixmanifest",
    "extension/dist/extension.js",
    "extension/dist/licenses.txt",
    "extension/package.json",
    "extension/readme.md",
  ]);
  const manifest = JSON.parse(readFileSync(join(out, "extension/package.json"), "utf8"));
  const code = readFileSync(join(out, "extension", manifest.main), "utf8");
  const commands = manifest.contributes.commands.map(({ command }) => command);
  assert.deepEqual(commands, ["docgen.openPreview", "docgen.restart"]);
  for (const command of commands) assert.ok(code.includes(`"${command}"`), `${command} is registered`);
  assert.ok(code.includes('require("vscode")') && !code.includes('require("vscode-languageclient'));
  for (const name of Object.keys(manifest.contributes.configuration.properties)) {
    assert.ok(code.includes(`"${name.replace("docgen.", "")}"`), `${name} is read`);
  }
  assert.ok(readFileSync(join(out, "extension/dist/licenses.txt"), "utf8").includes("vscode-languageclient"));
});

test("files lead to sites and pages, and reports from pages to lines", async (t) => {
  const site = await load(t, "site");
  const has = (path) => path === "/work/docs/docgen.toml";
  assert.equal(site.siteOf("/work/docs/content/docs/a.md", has), "/work/docs");
  assert.equal(site.siteOf("/work/other/a.md", has), null);
  assert.equal(site.pathIn("/work/docs", "/work/docs/content/docs/a.md"), "content/docs/a.md");
  assert.equal(
    site.pageOf("http://127.0.0.1:1/base/", "content/docs/a b&c.md"),
    "http://127.0.0.1:1/base/_docgen/page?file=content%2Fdocs%2Fa%20b%26c.md",
  );
  const said =
    "warning: something\nserving Docs at (home) at http://127.0.0.1:41/base/ (3 pages, ready in 1 s); watching";
  assert.equal(site.addressIn(said), "http://127.0.0.1:41/base/");
  assert.equal(site.addressIn("serving Docs at http://127.0"), null);
  assert.deepEqual(site.reportIn({ docgen: "shown", file: "a.md", line: 2.5, more: 1 }), {
    docgen: "shown",
    file: "a.md",
    line: 2.5,
    isEnd: false,
  });
  for (const wrong of [
    null,
    "shown",
    {},
    { docgen: "run", file: "a.md", line: 1 },
    { docgen: "shown", file: "a.md", line: "1" },
  ])
    assert.equal(site.reportIn(wrong), null);
  assert.deepEqual(
    [0, 1, 2.9, 99].map((line) => site.editorLine(line, 10)),
    [0, 0, 1, 9],
  );
  assert.equal(site.pageLine(0), 1);
  assert.deepEqual(site.forwarding("http://127.0.0.1:41/"), []);
  assert.deepEqual(site.forwarding("http://localhost:8080/proxy/41/"), ["--base-url", "/proxy/41/"]);
  assert.deepEqual(site.forwarding("https://a-41.app.example/"), ["--allow-host", "a-41.app.example"]);
});

test("the end of a text is known from the lines that the editor shows", async (t) => {
  const { End } = await load(t, "site");
  const lines = (...pairs) => pairs.map(([start, end]) => ({ start: { line: start }, end: { line: end } }));
  const end = new End();
  assert.equal(end.of(lines([0, 39]), 100), 60);
  assert.equal(end.of(lines([60, 99]), 100), 60);
  // The editor scrolls past the end, and is made smaller.
  assert.equal(end.of(lines([90, 99]), 100), 60);
  assert.equal(end.of(lines([0, 19]), 100), 80);
  // Lines 10 to 29 are folded.
  assert.equal(end.of(lines([0, 9], [30, 59]), 100), 60);
  assert.equal(end.of(lines([0, 9]), 10), 0);
});

test("a view that follows the other one doesn't answer it", async (t) => {
  const { Turns } = await load(t, "site");
  let now = 0;
  const turns = new Turns(() => now, 100);
  assert.ok(turns.isOwn());
  turns.follow();
  now = 99;
  assert.ok(!turns.isOwn());
  now = 100;
  assert.ok(turns.isOwn());
});

test("the server of a site runs on a free port, shows the page of a file, and stops", async (t) => {
  const { serve } = await load(t, "server");
  const site = await load(t, "site");
  const root = folder(t);
  mkdirSync(join(root, "content/docs"), { recursive: true });
  writeFileSync(join(root, "docgen.toml"), '[site]\nbase_url = "/base/"\n');
  writeFileSync(join(root, "content/docs/a.md"), "# A\n\nWords.\n");
  let end;
  const ended = new Promise((done) => {
    end = done;
  });
  const here = async (url) => url;
  const server = await serve(docgen, root, here, end);
  t.after(server.stop);
  const page = await fetch(site.pageOf(server.address, "content/docs/a.md"));
  assert.ok(page.url.endsWith("/base/docs/a/"));
  assert.match(await page.text(), /data-source-line="3"/);
  server.stop();
  await ended;
  await assert.rejects(
    serve(docgen, join(root, "none"), here, () => {}),
    /none/,
  );
  await assert.rejects(
    serve(join(root, "missing"), root, here, () => {}),
    /ENOENT/,
  );
  // An editor on another computer forwards the port below a path, and removes the path from requests.
  let local;
  const below = async (url) => {
    local = url;
    return "https://code.example/proxy/41/";
  };
  const forwarded = await serve(docgen, root, below, () => {});
  t.after(forwarded.stop);
  assert.equal(forwarded.address, "https://code.example/proxy/41/");
  const answer = await new Promise((done, fail) => {
    get(`${local}docs/a/`, { headers: { host: "code.example" } }, done).once("error", fail);
  });
  assert.equal(answer.statusCode, 200);
  answer.resume();
});
