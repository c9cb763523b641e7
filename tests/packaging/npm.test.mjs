// The npm packages, installed from a local registry.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { folder, release, run, serve, start } from "./harness.mjs";

const own = `@docgen-cli/${process.platform}-${process.arch}`;
const packages = join(release, "npm");
const manifests = new Map();

before(() => {
  for (const file of readdirSync(packages)) {
    const manifest = JSON.parse(execFileSync("tar", ["-xzOf", join(packages, file), "package/package.json"]));
    manifests.set(manifest.name, { file, manifest, bytes: readFileSync(join(packages, file)) });
  }
});

/** Creates a registry with the release's packages, and a project without any installed packages. */
async function project(t) {
  const { url } = await serve(t, (path) => {
    const tarball = [...manifests.values()].find(({ file }) => path === `/tarballs/${file}`);
    const { manifest, file, bytes } = manifests.get(path.slice(1)) ?? {};
    if (tarball || !manifest) {
      return tarball?.bytes;
    }
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    const version = { ...manifest, dist: { tarball: `${url}/tarballs/${file}`, integrity } };
    const { name } = manifest;
    return JSON.stringify({
      name,
      "dist-tags": { latest: manifest.version },
      versions: { [manifest.version]: version },
    });
  });
  const root = folder(t);
  writeFileSync(
    join(root, "package.json"),
    JSON.stringify({ name: "project", scripts: { docs: "docgen build --root site" } }),
  );
  const env = {
    npm_config_registry: url,
    npm_config_cache: join(root, ".npm"),
    npm_config_update_notifier: "false",
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
  const npm = (...args) => run("npm", args, { cwd: root, env });
  return {
    root,
    env,
    npm,
    npx: (...args) => run("npx", args, { cwd: root, env }),
    bin: join(root, "node_modules/.bin/docgen"),
  };
}

async function installed(t, ...flags) {
  const made = await project(t);
  const { code, stderr } = await made.npm("install", "docgen-cli", ...flags);
  assert.equal(code, 0, stderr);
  return made;
}

test("one package for each platform is published, as a dependency", async () => {
  const { manifest } = manifests.get("docgen-cli");
  const names = [...manifests.keys()].filter((name) => name !== "docgen-cli").sort();
  assert.deepEqual(Object.keys(manifest.optionalDependencies).sort(), names);
  assert.equal(names.length, 5);
  for (const { file, manifest } of manifests.values()) {
    const { code, stderr } = await run("npm", ["publish", "--dry-run", join(packages, file)]);
    assert.equal(code, 0, stderr);
    // npm corrects invalid fields, and reports the corrections.
    assert.doesNotMatch(stderr, /correct/i, manifest.name);
  }
});

test("a project gets only the binary for its platform, and runs it", async (t) => {
  const { root, npm, npx, bin } = await installed(t);
  assert.deepEqual(readdirSync(join(root, "node_modules/@docgen-cli")), [own.split("/")[1]]);
  const version = manifests.get("docgen-cli").manifest.version;
  assert.match((await npx("docgen", "--version")).stdout, new RegExp(`^docgen ${version} \\(`));
  assert.equal((await npx("--yes", "docgen-cli", "-V")).stdout, `docgen ${version}\n`);

  assert.equal((await run(bin, ["init", "site"], { cwd: root })).code, 0);
  const good = await npm("run", "docs");
  assert.equal(good.code, 0, good.stderr);
  assert.ok(existsSync(join(root, "site/dist/index.html")));
  writeFileSync(join(root, "site/content/docs/bad.md"), "# A\n\n[b](./b.md)\n");
  const bad = await npm("run", "docs");
  assert.equal(bad.code, 1);
  assert.match(bad.stderr, /error\[broken-link\]/);
  assert.equal((await npx("docgen", "zebra")).code, 2);
  // Arguments are passed on unchanged.
  const named = await run(bin, ["check", "--root", 'a "b" $c * %D% \\'], { cwd: root });
  assert.equal(named.code, 2);
  assert.ok(named.stderr.includes('a "b" $c * %D% \\'), named.stderr);
});

test("no project is required", async (t) => {
  const { root, npx } = await project(t);
  const { code, stdout, stderr } = await npx("--yes", "docgen-cli", "init", "site");
  assert.deepEqual([code, stdout], [0, ""], stderr);
  assert.ok(existsSync(join(root, "site/docgen.toml")));
});

/** Starts the development server through the launcher, and waits until it's running. */
async function serving(t, { root, bin }) {
  await run(bin, ["init", "site"], { cwd: root });
  const server = start(bin, ["serve", "--root", "site"], { cwd: root });
  t.after(() => server.child.exitCode ?? server.child.signalCode ?? process.kill(-server.child.pid, "SIGKILL"));
  let url;
  while (!url) {
    await wait(20);
    url = server.out.stderr.match(/at (http:\S+)/)?.[1];
    assert.equal(server.child.exitCode, null, server.out.stderr);
  }
  assert.equal((await fetch(url)).status, 200);
  return { ...server, url };
}

test("Ctrl+C and signals reach docgen, which decides how to stop", async (t) => {
  const there = await installed(t);
  // A terminal sends Ctrl+C to the entire process group. A process manager sends a signal only to the launcher.
  for (const [signal, whole, code, died] of [
    ["SIGINT", true, 0, null],
    ["SIGINT", false, 0, null],
    ["SIGTERM", false, 0, null],
    ["SIGHUP", false, null, "SIGHUP"],
  ]) {
    rmSync(join(there.root, "site"), { recursive: true, force: true });
    const { child, end, url } = await serving(t, there);
    process.kill(whole ? -child.pid : child.pid, signal);
    const result = await end;
    assert.deepEqual([result.code, result.signal], [code, died], signal);
    await assert.rejects(fetch(url));
  }
});

test("without the package for the platform, its name and a hint are printed", async (t) => {
  const answer = `error: the package \`${own}\` isn't installed\n |\n = hint: run \`npm install\` without \`--no-optional\``;
  const others = ["--os=darwin", "--cpu=arm64"];
  for (const flags of [["--omit=optional"], others]) {
    const { root, npm, bin } = await installed(t, ...flags);
    const { code, stdout, stderr } = await run(bin, ["--version"], { cwd: root });
    assert.deepEqual([code, stdout], [2, ""]);
    assert.ok(stderr.startsWith(answer), stderr);
    // The hint's command works.
    rmSync(join(root, "node_modules"), { recursive: true });
    rmSync(join(root, "package-lock.json"));
    assert.equal((await npm("install")).code, 0);
    assert.equal((await run(bin, ["--version"], { cwd: root })).code, 0);
  }
});

test("the error names a platform without a release", async (t) => {
  const { root, bin } = await installed(t);
  writeFileSync(join(root, "elsewhere.cjs"), 'Object.defineProperty(process, "platform", { value: "freebsd" });');
  const { code, stderr } = await run("node", ["--require", "./elsewhere.cjs", bin, "--version"], { cwd: root });
  assert.equal(code, 2);
  assert.ok(
    stderr.startsWith(`error: there is no release for freebsd-${process.arch}\n |\n = hint: build docgen with`),
    stderr,
  );
});

test("the error names a binary that can't be started", async (t) => {
  const { root, bin } = await installed(t);
  const binary = join(root, "node_modules", own, "docgen");
  rmSync(binary);
  mkdirSync(binary);
  writeFileSync(join(binary, "index.js"), "");
  const { code, stderr } = await run(bin, ["--version"], { cwd: root });
  assert.equal(code, 2);
  assert.match(stderr, /^error: docgen can't be started: .*\n \|\n = hint: reinstall the package/);
});
