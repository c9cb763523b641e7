// Tests the installer for Linux and macOS, and the GitHub action, with a local server.
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { folder, release, repository, run, serve } from "./harness.mjs";

const script = readFileSync(join(repository, "packaging/install.sh"), "utf8");
const version = readFileSync(join(repository, "Cargo.toml"), "utf8").match(/^version = "(.*)"$/m)[1];

/** Serves the release as GitHub does, with `change` applied to the files. */
function releases(t, change = (_name, bytes) => bytes) {
  return serve(t, (path) => {
    const [, name] = path.match(/^\/(?:latest\/download|download\/v[^/]*)\/([^/]+)$/) ?? [];
    const there = path.startsWith("/latest/") || path.startsWith(`/download/v${version}/`);
    return there && existsSync(join(release, "out", name))
      ? change(name, readFileSync(join(release, "out", name)))
      : undefined;
  });
}

/** Pipes the installer into a shell, as documented. */
async function install(t, { args = [], url, env = {}, text = script, home = folder(t) }) {
  const result = await run("sh", ["-s", "--", ...args], {
    input: text,
    cwd: home,
    env: { HOME: home, DOCGEN_RELEASES: url, ...env },
  });
  return { home, ...result };
}

/** Creates a folder of programs that take precedence over the system's programs. */
function programs(t, scripts) {
  const path = folder(t);
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(join(path, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(path, name), 0o755);
  }
  return path;
}

test("the latest release is installed, and the command for PATH is printed", async (t) => {
  const { url, asked } = await releases(t);
  for (const [shell, line] of [
    ["/bin/bash", ".bashrc"],
    ["/usr/bin/zsh", ".zshrc"],
    ["/usr/bin/fish", "fish_add_path"],
    ["", ".profile"],
  ]) {
    const { home, code, stdout, stderr } = await install(t, { url, env: { SHELL: shell } });
    const path = join(home, ".local/bin");
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, new RegExp(`^Installed docgen ${version} as ${path}/docgen\\.\n`));
    assert.ok(stdout.includes(`${path} isn't in your PATH`) && stdout.includes(line), stdout);
    assert.deepEqual(readdirSync(path), ["docgen"]);
    assert.equal((await run(join(path, "docgen"), ["-V"])).stdout, `docgen ${version}\n`);
  }
  assert.ok(asked.every((path) => path.startsWith("/latest/download/")));
});

test("a version and a folder can be specified, and an existing docgen is replaced", async (t) => {
  const { url, asked } = await releases(t);
  const home = folder(t);
  const to = join(home, "my tools");
  mkdirSync(to);
  writeFileSync(join(to, "docgen"), "an older docgen");
  const env = { PATH: `${to}:${process.env.PATH}` };
  const { code, stdout, stderr } = await install(t, {
    url,
    env,
    home,
    args: ["--version", `v${version}`, "--to", "my tools"],
  });
  assert.deepEqual([code, stderr, stdout], [0, "", `Installed docgen ${version} as ${to}/docgen.\n`]);
  assert.ok(asked.length === 2 && asked.every((path) => path.startsWith(`/download/v${version}/`)), asked.join());
});

test("wget works in place of curl", async (t) => {
  const { url } = await releases(t);
  const path = folder(t);
  for (const from of ["/usr/bin", "/bin"]) {
    for (const name of readdirSync(from).filter((name) => name !== "curl" && !existsSync(join(path, name)))) {
      symlinkSync(join(from, name), join(path, name));
    }
  }
  const { code, stderr } = await install(t, { url, env: { PATH: path } });
  assert.deepEqual([code, stderr], [0, ""]);
});

test("a download that differs from the release isn't installed", async (t) => {
  const changes = {
    "another archive": (name, bytes) => (name.endsWith(".tar.gz") ? Buffer.concat([bytes, Buffer.from("!")]) : bytes),
    "half an archive": (name, bytes) => (name.endsWith(".tar.gz") ? bytes.subarray(0, bytes.length / 2) : bytes),
    "a sum of another file": (name, bytes) =>
      name === "SHA256SUMS" ? Buffer.from(`${"0".repeat(64)}  other.tar.gz\n`) : bytes,
    "no sums": (name, bytes) => (name === "SHA256SUMS" ? Buffer.alloc(0) : bytes),
  };
  for (const [what, change] of Object.entries(changes)) {
    const { url } = await releases(t, change);
    const { home, code, stdout, stderr } = await install(t, { url });
    assert.deepEqual([code, stdout], [1, ""], what);
    assert.match(
      stderr,
      /^error: the checksum of docgen-.*\.tar\.gz doesn't match; nothing was installed\n \|\n = hint: /,
    );
    assert.deepEqual(readdirSync(home), [], what);
  }
});

test("the error names a file that can't be downloaded", async (t) => {
  const { url } = await releases(t);
  for (const [from, args] of [
    ["http://127.0.0.1:1", []],
    [url, ["--version", "99.0.0"]],
  ]) {
    const { home, code, stderr } = await install(t, { url: from, args });
    assert.equal(code, 1);
    assert.ok(
      stderr.includes(`error: ${from}/`) && stderr.includes("can't be downloaded\n |\n = hint: check your network"),
      stderr,
    );
    assert.deepEqual(readdirSync(home), []);
  }
});

test("the error names a folder that can't be written to", async (t) => {
  const { url } = await releases(t);
  const home = folder(t);
  writeFileSync(join(home, "file"), "");
  const { code, stderr } = await install(t, { url, home, args: ["--to", "file/bin"] });
  assert.equal(code, 1);
  assert.match(stderr, /^error: file\/bin can't be written to\n \|\n = hint: name another folder with `--to`/);
});

test("invalid arguments are reported", async (t) => {
  for (const args of [["--version"], ["--to"], ["--help"], ["0.1.0"]]) {
    const { code, stderr } = await install(t, { url: "http://127.0.0.1:1", args });
    assert.equal(code, 1);
    assert.match(stderr, /^error: .*`.*`.*\n \|\n = hint: use --version VERSION and --to DIR\n$/);
  }
});

test("each platform gets its archive, and other platforms get a hint", async (t) => {
  const archives = {
    "Linux x86_64": "x86_64-unknown-linux-musl",
    "Linux aarch64": "aarch64-unknown-linux-musl",
    "Darwin arm64": "aarch64-apple-darwin",
    "Darwin x86_64": "x86_64-apple-darwin",
  };
  const answers = {
    "FreeBSD amd64": "there is no release for FreeBSD on amd64\n |\n = hint: build docgen with `cargo install",
    "Linux riscv64": "there is no release for Linux on riscv64",
    "MINGW64_NT-10.0-26100 x86_64": "this script is for Linux and macOS\n |\n = hint: in PowerShell, run `irm ",
  };
  const on = async (platform, translated, { url }) => {
    const [system, machine] = platform.split(" ");
    const uname = `[ "$1" = -m ] && echo ${machine} || echo ${system}`;
    const path = programs(t, { uname, sysctl: `echo ${translated}` });
    return install(t, { url, env: { PATH: `${path}:${process.env.PATH}` } });
  };
  const server = await releases(t);
  for (const [platform, target] of Object.entries(archives)) {
    await on(platform, 0, server);
    assert.equal(server.asked.at(-1), `/latest/download/docgen-${target}.tar.gz`, platform);
  }
  // Simulate a shell under Rosetta 2.
  await on("Darwin x86_64", 1, server);
  assert.ok(server.asked.at(-1).includes("aarch64-apple-darwin"));
  server.asked.length = 0;
  for (const [platform, answer] of Object.entries(answers)) {
    const { code, stderr } = await on(platform, 0, server);
    assert.equal(code, 1);
    assert.ok(stderr.startsWith(`error: ${answer}`), stderr);
  }
  assert.deepEqual(server.asked, []);
});

test("an incomplete script does nothing", async (t) => {
  const { url, asked } = await releases(t);
  const last = script.trimEnd().lastIndexOf("\n");
  for (let length = 1; length <= last; length += 97) {
    const { home } = await install(t, { url, text: script.slice(0, length) });
    assert.deepEqual([readdirSync(home), asked], [[], []], script.slice(0, length));
  }
});

test("the action installs its release once, and runs docgen with its inputs", async (t) => {
  const { url, asked } = await releases(t);
  const tools = folder(t);
  const paths = join(tools, "paths");
  const runner = {
    RUNNER_TOOL_CACHE: tools,
    RUNNER_OS: "Linux",
    RUNNER_ARCH: "X64",
    GITHUB_PATH: paths,
    DOCGEN_RELEASES: url,
  };
  const action = join(repository, "packaging/action");
  for (const named of ["", version, `v${version}`]) {
    const { code, stderr } = await run(action, ["install"], { env: { ...runner, DOCGEN_VERSION: named } });
    assert.deepEqual([code, stderr], [0, ""]);
    assert.equal(asked.length, 2, asked.join());
  }
  const [path, ...same] = readFileSync(paths, "utf8").trim().split("\n");
  assert.deepEqual([path, ...same], Array(3).fill(join(tools, "docgen", version, "X64")));

  const site = join(folder(t), "a site");
  await run(join(path, "docgen"), ["init", site]);
  const inputs = {
    DOCGEN_COMMAND: "build",
    DOCGEN_ROOT: site,
    DOCGEN_STRICT: "true",
    DOCGEN_ARGS: "",
    DOCGEN_PAGES: "false",
    DOCGEN_BASE: "",
  };
  const build = (changed) =>
    run(action, ["run"], {
      env: { GITHUB_WORKSPACE: dirname(site), PATH: `${path}:${process.env.PATH}`, ...inputs, ...changed },
    });
  assert.equal(
    (await build({ DOCGEN_PAGES: "true", DOCGEN_BASE: "/project", DOCGEN_ARGS: "--timings --no-cache" })).code,
    0,
  );
  assert.match(readFileSync(join(site, "dist/index.html"), "utf8"), /"\/project\/_docgen\//);
  assert.equal(existsSync(join(site, ".docgen/cache")), false);
  assert.equal((await build({ DOCGEN_PAGES: "true" })).code, 0);
  assert.match(readFileSync(join(site, "dist/index.html"), "utf8"), /"\/_docgen\//);

  writeFileSync(join(site, "content/docs/warning.md"), "# A\n\n[b](#b)\n");
  const warned = await build({ DOCGEN_COMMAND: "check" });
  assert.equal(warned.code, 1);
  assert.match(warned.stdout, /^::warning title=broken-anchor,file=a site\/content\/docs\/warning\.md,line=3,/);
  assert.equal((await build({ DOCGEN_COMMAND: "check", DOCGEN_STRICT: "false" })).code, 0);
});
