//! Finds esbuild in `node_modules` and runs it.
#![allow(clippy::disallowed_methods, reason = "this is the module that runs esbuild")]

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::maps::SourceMap;
use super::problem;
use crate::component::{PackageProblem, Platform};
use crate::fs::{self, Scratch};

/// The maximum time for a package. Even large packages take less than a second. Tests wait less.
const LIMIT: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 60 });

/// The next step if esbuild itself fails.
const AGAIN: &str = "run `npm install esbuild` again";

/// esbuild, as installed next to a site.
pub(super) struct Esbuild {
    /// The folder of esbuild's package.
    pub folder: PathBuf,
    /// The program for this machine, if it's installed.
    native: Option<PathBuf>,
}

/// A bundled package.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Bundle {
    /// The code. See [`Package::code`](crate::component::Package::code).
    pub code: String,
    /// docgen's modules that the package imports, sorted.
    pub imports: Vec<String>,
    /// The style sheets that the package imports.
    pub styles: Option<String>,
}

/// esbuild's report about a bundle.
#[derive(Deserialize)]
struct Metafile {
    inputs: std::collections::BTreeMap<String, serde_json::Value>,
    outputs: std::collections::BTreeMap<String, Output>,
}

#[derive(Deserialize)]
struct Output {
    #[serde(default)]
    imports: Vec<External>,
}

/// An import that stays in the bundle.
#[derive(Deserialize)]
struct External {
    path: String,
    #[serde(default)]
    external: bool,
}

/// The modules that docgen provides. They remain imports.
const EXTERNAL: [&str; 5] = ["docgen", "react", "react/*", "react-dom", "react-dom/*"];

/// The extensions of files that esbuild embeds in style sheets.
const EMBEDDED: [&str; 11] =
    ["avif", "eot", "gif", "jpeg", "jpg", "otf", "png", "svg", "ttf", "webp", "woff"];

impl Esbuild {
    /// Finds esbuild in the folder of its package.
    pub(super) fn new(folder: PathBuf) -> Self {
        let program = native_program();
        let native = folder.ancestors().map(|above| above.join("node_modules").join(&program));
        let native = { native }.find(|file| fs::exists(file));
        Esbuild { folder, native }
    }

    /// Bundles one of a site's packages. Returns the bundle, and every file that esbuild read.
    pub(super) fn bundle(
        &self,
        root: &Path,
        specifier: &str,
        platform: &Platform,
    ) -> Result<(Bundle, Vec<PathBuf>), PackageProblem> {
        let scratch = self.run(root, specifier, platform, &[])?;
        read(root, scratch.path()).ok_or_else(|| problem("esbuild didn't write a valid bundle", AGAIN))
    }

    /// Bundles a package again, with a source map.
    pub(super) fn map(&self, root: &Path, specifier: &str) -> Option<SourceMap> {
        let more = ["--sourcemap=external", "--sources-content=false"];
        let scratch = self.run(root, specifier, &Platform::Neutral, &more).ok()?;
        let text = |name: &str| String::from_utf8(fs::read_any(&scratch.path().join(name))?).ok();
        let (code, json) = (text("stdin.js")?, text("stdin.js.map")?);
        Some(SourceMap { code, json, folder: scratch.path().to_path_buf(), added: LINES_BEFORE })
    }

    /// Bundles a package and returns the folder that contains esbuild's output.
    fn run(
        &self,
        root: &Path,
        specifier: &str,
        platform: &Platform,
        more: &[&str],
    ) -> Result<Scratch, PackageProblem> {
        let failed =
            |error: std::io::Error| problem(&format!("can't run esbuild: {}", fs::reason(&error)), AGAIN);
        let scratch = Scratch::new().map_err(failed)?;
        let mut child = self.command(root, scratch.path(), platform).args(more).spawn().map_err(failed)?;
        let name = serde_json::Value::String(specifier.to_owned());
        let all = format!("import * as all from {name};\nexport {{ all }};\n");
        let entry = match platform {
            Platform::Neutral => all,
            Platform::Browser(exports) if exports.is_empty() => all + &format!("export * from {name};\n"),
            Platform::Browser(exports) => format!("export {{ {} }} from {name};\n", exports.join(", ")),
        };
        if let Some(mut input) = child.stdin.take() {
            // If esbuild doesn't read the input, esbuild's own error contains more details.
            let _ = input.write_all(entry.as_bytes());
        }
        let (is_done, said) = wait(&mut child).map_err(failed)?;
        match is_done {
            Some(true) => Ok(scratch),
            Some(false) => Err(refused(&said)),
            None => Err(problem("esbuild took longer than a minute", "import a smaller package")),
        }
    }

    fn command(&self, root: &Path, out: &Path, platform: &Platform) -> Command {
        let mut command = match &self.native {
            Some(native) => Command::new(native),
            None if cfg!(windows) => {
                let mut node = Command::new("node");
                node.arg(self.folder.join("bin/esbuild"));
                node
            }
            // The file is either the program itself or a script that starts the program with Node.js.
            None => Command::new(self.folder.join("bin/esbuild")),
        };
        command.current_dir(root).env_remove("NODE_PATH");
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let fixed = [
            "--bundle",
            "--format=esm",
            "--conditions=module,production",
            "--target=es2022",
            "--define:process.env.NODE_ENV=\"production\"",
            // Replace the name of the global object in Node.js, as bundlers for browsers do.
            "--define:global=globalThis",
            // docgen renders pages synchronously, so packages can't use top-level `await`.
            "--supported:top-level-await=false",
            "--jsx=automatic",
            "--minify-syntax",
            "--minify-whitespace",
            "--legal-comments=none",
            "--charset=utf8",
            "--log-level=error",
            "--log-limit=1",
            "--color=false",
            // Ignore the site's `tsconfig.json`, which belongs to other tools.
            "--tsconfig-raw={}",
        ];
        command.args(fixed);
        command.args(match platform {
            Platform::Neutral => ["--platform=neutral", "--main-fields=module,main"],
            Platform::Browser(_) => ["--platform=browser", "--main-fields=browser,module,main"],
        });
        command.args(EXTERNAL.map(|module| format!("--external:{module}")));
        command.args(EMBEDDED.map(|extension| format!("--loader:.{extension}=dataurl")));
        command.arg("--loader:.woff2=dataurl");
        command.arg(format!("--outdir={}", out.display()));
        command.arg(format!("--metafile={}", out.join("meta.json").display()));
        command
    }
}

/// Waits for esbuild. Returns whether esbuild succeeded (`None` if it took too long) and what it wrote to standard
/// error.
fn wait(child: &mut Child) -> std::io::Result<(Option<bool>, String)> {
    let errors = child.stderr.take();
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(errors) = errors {
            // The text that was read so far is enough.
            let _ = errors.take(1 << 20).read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let started = Instant::now();
    let is_done = loop {
        if let Some(status) = child.try_wait()? {
            break status.success();
        }
        if started.elapsed() > LIMIT {
            child.kill()?;
            child.wait()?;
            // A process that esbuild started can keep standard error open, so don't wait until it's closed.
            return Ok((None, String::new()));
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    Ok((Some(is_done), reader.join().unwrap_or_default()))
}

/// Reports an error from esbuild with its original message.
fn refused(said: &str) -> PackageProblem {
    const MARK: &str = "[ERROR] ";
    let mut lines = said.lines().map(str::trim);
    let first = lines.find_map(|line| line.split_once(MARK).map(|(_, message)| message));
    // The next line with text is the location: a file, a line, a column, and a colon.
    let place = lines.find(|line| !line.is_empty()).filter(|line| line.ends_with(':'));
    let message = match (first, place) {
        (Some(message), Some(place)) => format!("{message} ({})", place.trim_end_matches(':')),
        (Some(message), None) => message.to_owned(),
        (None, _) => said.trim().lines().next().unwrap_or("it stopped").to_owned(),
    };
    PackageProblem { reason: format!("esbuild reports: {message}"), hint: None, is_missing: false }
}

/// Reads esbuild's output. Returns `None` if the output isn't a bundle.
fn read(root: &Path, out: &Path) -> Option<(Bundle, Vec<PathBuf>)> {
    let text = |name: &str| String::from_utf8(fs::read_any(&out.join(name))?).ok();
    let metafile: Metafile = serde_json::from_str(&text("meta.json")?).ok()?;
    let outputs = metafile.outputs.into_values().flat_map(|output| output.imports);
    let mut imports: Vec<String> =
        outputs.filter(|import| import.external).map(|import| import.path).collect();
    // Style sheets can import other style sheets by their URLs.
    imports
        .retain(|import| !import.contains("://") && !import.starts_with("data:") && !import.starts_with('#'));
    imports.sort();
    imports.dedup();
    let code = with_require(&text("stdin.js")?, &imports);
    let read = metafile.inputs.into_keys().map(|input| root.join(input)).filter(|file| fs::exists(file));
    Some((Bundle { code, imports, styles: text("stdin.css") }, read.collect()))
}

/// The number of lines that [`with_require`] adds.
const LINES_BEFORE: u32 = 1;

/// Defines `require` for CommonJS packages, which can require only the modules that they import.
fn with_require(code: &str, imports: &[String]) -> String {
    let mut head = String::new();
    let mut modules = String::new();
    for (index, import) in imports.iter().enumerate() {
        let name = serde_json::Value::String(import.clone());
        head += &format!("import * as docgenRequired{index} from {name}; ");
        modules += &format!("{name}:docgenRequired{index}.default ?? docgenRequired{index},");
    }
    format!("{head}const require = (name) => ({{{modules}}})[name];\n{code}")
}

/// Returns the path of esbuild's program for this machine, below `node_modules`.
fn native_program() -> String {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        system => system,
    };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        "x86" => "ia32",
        "powerpc64" => "ppc64",
        "loongarch64" => "loong64",
        processor => processor,
    };
    let file = if cfg!(windows) { "esbuild.exe" } else { "bin/esbuild" };
    format!("@esbuild/{system}-{processor}/{file}")
}
