// Creates a release's npm packages from built binaries, as tarballs: one for each platform, and `docgen-cli`. All
// platform packages are optional dependencies of `docgen-cli` so that a package manager installs only the package for
// its own platform.
//
//   node packaging/npm/pack.mjs BINARIES OUT
//
// BINARIES contains a folder for each target, and each folder contains `docgen` or `docgen.exe`. Tarballs are created
// only for these targets.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The packages in a release: target, `os`, and `cpu`. The Linux binaries are linked statically, so `libc` doesn't
 * matter.
 */
const PLATFORMS = {
  "aarch64-apple-darwin": { os: "darwin", cpu: ["arm64"] },
  "aarch64-unknown-linux-musl": { os: "linux", cpu: ["arm64"] },
  "x86_64-apple-darwin": { os: "darwin", cpu: ["x64"] },
  // Windows on Arm also runs this binary.
  "x86_64-pc-windows-msvc": { os: "win32", cpu: ["x64", "arm64"] },
  "x86_64-unknown-linux-musl": { os: "linux", cpu: ["x64"] },
};

const here = dirname(fileURLToPath(import.meta.url));
const repository = join(here, "../..");
const [binaries, out] = process.argv.slice(2).map((path) => resolve(path));
const work = mkdtempSync(join(tmpdir(), "docgen-npm-"));

const metadata = execFileSync("cargo", ["metadata", "--no-deps", "--format-version", "1"], { cwd: repository });
const crate = JSON.parse(metadata).packages[0];
const common = {
  version: crate.version,
  description: crate.description,
  keywords: crate.keywords,
  homepage: crate.homepage,
  repository: { type: "git", url: `git+${crate.repository}.git` },
  license: crate.license,
  engines: { node: ">=18" },
  publishConfig: { access: "public" },
};

function pack(manifest, files) {
  const folder = join(work, manifest.name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ ...manifest, ...common }, null, 2)}\n`);
  for (const [name, from] of Object.entries(files)) {
    copyFileSync(from, join(folder, name));
    // Set the mode, because files in workflow artifacts lose their modes.
    chmodSync(join(folder, name), name.startsWith("docgen") ? 0o755 : 0o644);
  }
  execFileSync("npm", ["pack", "--silent", "--pack-destination", out], {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
}

mkdirSync(out, { recursive: true });
const licenses = {
  "LICENSE-APACHE": join(repository, "LICENSE-APACHE"),
  "LICENSE-MIT": join(repository, "LICENSE-MIT"),
};
const packages = Object.entries(PLATFORMS).map(([target, { os, cpu }]) => ({
  target,
  os,
  cpu,
  name: `@docgen-cli/${os}-${cpu[0]}`,
}));
for (const { target, name, os, cpu } of packages) {
  const binary = os === "win32" ? "docgen.exe" : "docgen";
  const file = join(binaries, target, binary);
  if (existsSync(file)) {
    // By default, Yarn doesn't unzip packages, and a program in a zipped package can't be run.
    pack({ name, os: [os], cpu, preferUnplugged: true }, { ...licenses, [binary]: file });
  }
}
pack(
  {
    name: crate.name,
    bin: { docgen: "docgen.js" },
    optionalDependencies: Object.fromEntries(packages.map(({ name }) => [name, crate.version])),
  },
  { ...licenses, "docgen.js": join(here, "docgen.js"), "README.md": join(repository, "README.md") },
);
rmSync(work, { recursive: true });
