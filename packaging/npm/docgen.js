#!/usr/bin/env node
// Runs the docgen binary for this platform, which is in a separate optional package.

const { spawn } = require("node:child_process");
const { optionalDependencies } = require("./package.json");

const windows = process.platform === "win32";
// Windows on Arm runs the x86-64 binary.
const platform = windows ? "win32-x64" : `${process.platform}-${process.arch}`;
const name = `@docgen-cli/${platform}`;

function fail(problem, hint) {
  console.error(`error: ${problem}\n |\n = hint: ${hint}`);
  process.exit(2);
}

function findBinary() {
  if (!(name in optionalDependencies)) {
    fail(`there is no release for ${platform}`, "build docgen with `cargo install --locked docgen-cli`");
  }
  try {
    return require.resolve(`${name}/docgen${windows ? ".exe" : ""}`);
  } catch {
    return fail(
      `the package \`${name}\` isn't installed`,
      "run `npm install` without `--no-optional` and `--omit=optional`; if `node_modules` or the lockfile was made on " +
        "another platform, delete both and run `npm install` again",
    );
  }
}

const child = spawn(findBinary(), process.argv.slice(2), { stdio: "inherit" });

// docgen decides how to handle a signal. Windows sends Ctrl+C to both processes and has no other signals to forward.
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
for (const signal of signals) {
  process.on(signal, () => windows || child.kill(signal));
}
child.on("error", (error) => fail(`docgen can't be started: ${error.message}`, `reinstall the package \`${name}\``));
child.on("exit", (code, signal) => {
  if (signal === null) {
    process.exit(code);
  }
  // Stop in the same way so that the parent process sees the signal.
  for (const name of signals) {
    process.removeAllListeners(name);
  }
  process.kill(process.pid, signal);
});
