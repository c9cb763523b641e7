//! Runs the binary in a new folder and checks its output and files, in one chain of calls.

pub(crate) mod kills;
pub(crate) mod moves;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value as Json;
use tempfile::TempDir;

/// Returns this repository's folder, which is itself a site.
pub(crate) fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A site in a temporary folder that is removed when the test ends.
pub(crate) struct Project {
    folder: TempDir,
}

impl Project {
    /// Writes the files in a literal. Each file starts with a line of the form `//- path/of/file`.
    pub(crate) fn new(fixture: &str) -> Self {
        let project =
            Project { folder: TempDir::new().expect("the system has a folder for temporary files") };
        for (path, text) in files(fixture) {
            project.write(path, text);
        }
        project
    }

    /// Returns the site's folder.
    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file and the folders above it.
    pub(crate) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) -> &Self {
        let file = self.root().join(path);
        std::fs::create_dir_all(file.parent().expect("files are in the site's folder"))
            .expect("folders can be created");
        std::fs::write(&file, bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
        self
    }

    /// Removes a file.
    pub(crate) fn remove(&self, path: &str) -> &Self {
        std::fs::remove_file(self.root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        self
    }

    /// Moves a file.
    pub(crate) fn rename(&self, from: &str, to: &str) -> &Self {
        let bytes = std::fs::read(self.root().join(from)).unwrap_or_else(|error| panic!("{from}: {error}"));
        self.write(to, bytes).remove(from)
    }

    /// Returns the text of a file.
    pub(crate) fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Whether a path exists.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.root().join(path).exists()
    }

    /// Returns the output files, by path.
    pub(crate) fn dist(&self) -> BTreeMap<String, Vec<u8>> {
        tree(&self.root().join("dist"))
    }

    /// Runs docgen in the site's folder with arguments that contain no spaces.
    pub(crate) fn run(&self, arguments: &str) -> Run {
        self.run_with(arguments, &[])
    }

    /// Runs docgen with additional environment variables.
    pub(crate) fn run_with(&self, arguments: &str, environment: &[(&str, &str)]) -> Run {
        docgen(self.root(), arguments.split_whitespace(), environment)
    }

    /// Starts the binary without waiting. The caller can read the binary's output.
    pub(crate) fn start(&self, arguments: &str) -> Child {
        Command::new(env!("CARGO_BIN_EXE_docgen"))
            .args(arguments.split(' '))
            .current_dir(self.root())
            .stderr(Stdio::piped())
            .spawn()
            .expect("docgen can be started")
    }

    /// Runs docgen. If docgen takes longer than the given number of seconds, stops docgen and returns nothing.
    pub(crate) fn run_within(&self, arguments: &str, seconds: u64) -> Option<Run> {
        let mut child = Command::new(env!("CARGO_BIN_EXE_docgen"))
            .args(arguments.split(' '))
            .current_dir(self.root())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("docgen can be started");
        let begun = Instant::now();
        while child.try_wait().expect("it can be asked").is_none() {
            if begun.elapsed() > Duration::from_secs(seconds) {
                child.kill().expect("it can be stopped");
                child.wait().expect("it has stopped");
                return None;
            }
            std::thread::sleep(Duration::from_millis(4));
        }
        Some(Run::of(child.wait_with_output().expect("it can be asked")))
    }

    /// Checks that the output is the same as after a clean build.
    #[track_caller]
    pub(crate) fn is_as_if_clean(&self) {
        let (run, clean) = self.clean();
        run.code(0);
        same_tree(&clean, &self.dist());
    }

    /// Builds the site from scratch in a separate folder. Returns the messages and the written files.
    pub(crate) fn clean(&self) -> (Run, BTreeMap<String, Vec<u8>>) {
        let clean = Project::new("");
        let out = clean.root().join("dist");
        let run = self.run(&format!("build --format json --no-cache --out {}", out.display()));
        (run, tree(&out))
    }

    /// Builds the site, which must succeed without a warning.
    pub(crate) fn build(&self) -> Run {
        self.run("build --strict").code(0)
    }
}

/// Returns a built page's article and everything that belongs to it: all of the page except the frame.
pub(crate) fn article(html: &str) -> Option<&str> {
    html.split_once("<div class=\"article\">")?.1.split_once("</main>").map(|(article, _)| article)
}

/// The environment variables that the tests remove. rustup sets `SSL_CERT_FILE`, even if the file doesn't exist.
const REMOVED: [&str; 7] =
    ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RAYON_NUM_THREADS", "COLUMNS", "CI", "SSL_CERT_FILE"];

/// Runs docgen in a folder.
pub(crate) fn docgen<'a>(
    folder: &Path,
    arguments: impl IntoIterator<Item = &'a str>,
    environment: &[(&str, &str)],
) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_docgen"));
    for variable in REMOVED {
        command.env_remove(variable);
    }
    let output = command
        .current_dir(folder)
        .args(arguments)
        .envs(environment.iter().copied())
        .output()
        .expect("the binary was built before the tests");
    Run::of(output)
}

/// The result of running docgen.
#[derive(Debug)]
pub(crate) struct Run {
    code: Option<i32>,
    pub(crate) stdout: String,
    /// The standard error output, with `[time]` in place of the duration.
    pub(crate) stderr: String,
}

impl Run {
    fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("docgen prints UTF-8");
        Run {
            code: output.status.code(),
            stdout: text(output.stdout),
            stderr: without_times(&text(output.stderr)),
        }
    }

    /// Checks the exit code.
    #[track_caller]
    pub(crate) fn code(self, expected: i32) -> Self {
        assert_eq!(self.code, Some(expected), "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Checks the whole standard output.
    #[track_caller]
    pub(crate) fn stdout(self, expected: &str) -> Self {
        same_text(expected, &self.stdout);
        self
    }

    /// Checks the whole standard error.
    #[track_caller]
    pub(crate) fn stderr(self, expected: &str) -> Self {
        same_text(expected, &self.stderr);
        self
    }

    /// Checks that standard output contains this text.
    #[track_caller]
    pub(crate) fn stdout_has(self, expected: &str) -> Self {
        assert!(self.stdout.contains(expected), "`{expected}` is not in\n{}", self.stdout);
        self
    }

    /// Checks that standard error contains this text.
    #[track_caller]
    pub(crate) fn stderr_has(self, expected: &str) -> Self {
        assert!(self.stderr.contains(expected), "`{expected}` is not in\n{}", self.stderr);
        self
    }

    /// Checks that standard error doesn't contain this text.
    #[track_caller]
    pub(crate) fn stderr_lacks(self, unexpected: &str) -> Self {
        assert!(!self.stderr.contains(unexpected), "`{unexpected}` is in\n{}", self.stderr);
        self
    }

    /// Returns the objects that `--format json` printed, one per line.
    pub(crate) fn json(&self) -> Vec<Json> {
        let parse = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        self.stdout.lines().map(parse).collect()
    }
}

/// Returns the files in a literal, with their paths.
pub(crate) fn files(fixture: &str) -> Vec<(&str, &str)> {
    let mut files = Vec::new();
    let mut rest = fixture.trim_start();
    while let Some(after) = rest.strip_prefix("//- ") {
        let (path, text) = after.split_once('\n').unwrap_or((after, ""));
        let end = text.find("\n//- ").map_or(text.len(), |at| at + 1);
        files.push((path.trim(), &text[..end]));
        rest = &text[end..];
    }
    assert!(rest.is_empty(), "a fixture begins with `//- path`, not with: {rest}");
    files
}

/// Returns every file below a folder, by path. Paths are separated by `/`.
pub(crate) fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(at) = folders.pop() {
        for entry in std::fs::read_dir(&at).into_iter().flatten() {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.insert(relative(folder, &path), std::fs::read(&path).expect("the file can be read"));
            }
        }
    }
    files
}

fn relative(folder: &Path, path: &Path) -> String {
    let rest: PathBuf = path.strip_prefix(folder).expect("the path is in the folder").to_owned();
    rest.to_str().expect("names are UTF-8").replace('\\', "/")
}

/// Compares two trees, first by name and then by content.
#[track_caller]
pub(crate) fn same_tree(expected: &BTreeMap<String, Vec<u8>>, found: &BTreeMap<String, Vec<u8>>) {
    let names =
        |tree: &BTreeMap<String, Vec<u8>>| tree.keys().fold(String::new(), |all, name| all + name + "\n");
    same_text(&names(expected), &names(found));
    for (name, bytes) in expected {
        if *bytes != found[name] {
            println!("{name} differs:");
            same_text(&String::from_utf8_lossy(bytes), &String::from_utf8_lossy(&found[name]));
        }
    }
}

/// Compares two strings and shows the lines that differ.
#[track_caller]
pub(crate) fn same_text(expected: &str, found: &str) {
    if expected != found {
        let diff = similar::TextDiff::from_lines(expected, found);
        panic!("\n{}\nfound:\n{found}", diff.unified_diff().context_radius(2).header("expected", "found"));
    }
}

/// Replaces the time in each summary line with a placeholder: `in 26 ms:`, `in 1.24 s:`, `in 2 min 5 s:`.
fn without_times(text: &str) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let timed = line.split_once(" in ").and_then(|(before, rest)| {
            let (time, after) = rest.split_once(": ")?;
            time.starts_with(|c: char| c.is_ascii_digit()).then(|| format!("{before} in [time]: {after}"))
        });
        out.push_str(timed.as_deref().unwrap_or(line));
    }
    out
}

/// A generator of pseudorandom numbers that are the same on every run (xorshift). Therefore, failures can be
/// reproduced.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// Returns a number below a limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}
