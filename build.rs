//! Embeds the theme and compresses the files for browsers and for docgen's own engine. Records the commit and hashes of
//! the sources. In a checkout, first builds the theme from its sources with npm and esbuild, in a copy below `OUT_DIR`.
//! The published package includes the built theme, so building docgen from the package doesn't require Node.
#![allow(clippy::disallowed_methods, reason = "a build script reads files and starts programs by nature")]

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};
use std::{env, fs};

use flate2::Compression;
use flate2::write::DeflateEncoder;

const WRITABLE: &str = "the output folder of a build script can be written";

/// The source files that the theme is built from, below `theme/`.
const SOURCES: [&str; 7] =
    ["src", "build", "fonts", "messages/en.json", "package.json", "package-lock.json", "tsconfig.json"];

/// A file's path below `theme/`, and the file's path on disk.
type File = (String, PathBuf);

fn main() {
    let package = PathBuf::from(variable("CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(variable("OUT_DIR"));
    let theme = package.join("theme");
    let dist = if theme.join("package.json").exists() {
        let copy = out.join("theme");
        build(&theme, &copy);
        files(&copy, &["dist"])
    } else {
        watched(&theme, &["dist"])
    };
    let files = [dist, watched(&theme, &["templates", "messages"])].concat();
    embed(&files, &out);
    // Caches contain these hashes, so that results from another highlighter or another docgen version are never reused.
    set("DOCGEN_HIGHLIGHTER", &hash(&watched(&package, &["src/markdown/highlight", "Cargo.lock"])));
    set("DOCGEN_PROGRAM", &hash(&[files, watched(&package, &["src", "Cargo.lock"])].concat()));
    set("DOCGEN_COMMIT", &commit(&package).unwrap_or_else(|| "unreleased".to_owned()));
    set("DOCGEN_TARGET", &variable("TARGET"));
}

fn variable(name: &str) -> String {
    env::var(name).expect("Cargo sets this variable")
}

fn set(variable: &str, value: &str) {
    println!("cargo::rustc-env={variable}={value}");
}

/// Returns the commit for a release build: either the commit that `cargo package` recorded, or the checkout's current
/// commit. Other builds don't record a commit, because each new commit would trigger a rebuild.
fn commit(package: &Path) -> Option<String> {
    if let Ok(recorded) = fs::read(package.join(".cargo_vcs_info.json")) {
        let info: serde_json::Value = serde_json::from_slice(&recorded).ok()?;
        return info["git"]["sha1"].as_str()?.get(..9).map(str::to_owned);
    }
    if variable("PROFILE") != "release" || !package.join(".git").exists() {
        return None;
    }
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).current_dir(package).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
        output.status.success().then_some(text)
    };
    println!("cargo::rerun-if-changed={}", git(&["rev-parse", "--git-path", "logs/HEAD"])?);
    git(&["rev-parse", "--short=9", "HEAD"])
}

/// Returns the files below the paths in `names`. Cargo runs this script again when one of these files changes.
fn watched(root: &Path, names: &[&str]) -> Vec<File> {
    for name in names {
        println!("cargo::rerun-if-changed={}", root.join(name).display());
    }
    files(root, names)
}

/// Returns the files below the paths in `names`, sorted by name.
fn files(root: &Path, names: &[&str]) -> Vec<File> {
    let mut files = Vec::new();
    for name in names {
        collect(root.join(name), (*name).to_owned(), &mut files);
    }
    files.sort();
    files
}

fn collect(path: PathBuf, name: String, files: &mut Vec<File>) {
    if !path.is_dir() {
        return files.push((name, path));
    }
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        collect(entry.path(), name, files);
    }
}

fn hash(files: &[File]) -> String {
    let mut hasher = DefaultHasher::new();
    for (name, path) in files {
        name.hash(&mut hasher);
        fs::read(path).unwrap_or_default().hash(&mut hasher);
    }
    format!("{:016x}", hasher.finish())
}

/// Copies the theme's sources and builds the theme in the copy, unless the copy was already built from the same
/// sources.
fn build(theme: &Path, copy: &Path) {
    let sources = watched(theme, &SOURCES);
    let (state, built_from) = (hash(&sources), copy.join("built-from"));
    if fs::read_to_string(&built_from).is_ok_and(|built| built == state) {
        return;
    }
    let lock = |folder: &Path| fs::read(folder.join("package-lock.json")).ok();
    let is_installed = copy.join("node_modules/.package-lock.json").exists() && lock(copy) == lock(theme);
    for source in SOURCES {
        let _ = fs::remove_dir_all(copy.join(source));
    }
    for (name, path) in sources {
        let to = copy.join(name);
        fs::create_dir_all(to.parent().expect("the path is below the copy")).expect(WRITABLE);
        fs::copy(path, to).expect(WRITABLE);
    }
    if !is_installed {
        run(copy, "npm", &["ci", "--omit=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
    }
    run(copy, "node", &["build/build.mjs"]);
    fs::write(built_from, state).expect(WRITABLE);
}

/// Runs a program in a folder. Cargo shows the program's output only if this build script fails.
fn run(folder: &Path, program: &str, arguments: &[&str]) {
    let program_file = if cfg!(windows) && program == "npm" { "npm.cmd" } else { program };
    let command = format!("{program} {}", arguments.join(" "));
    match Command::new(program_file).args(arguments).current_dir(folder).status() {
        Ok(status) if status.success() => {}
        Ok(status) => fail(&format!("`{command}` failed in {}: {status}", folder.display())),
        Err(error) => fail(&format!(
            "can't run `{program}`: {error}; a checkout of docgen builds its theme with Node 20.19 or later and npm"
        )),
    }
}

fn fail(message: &str) -> ! {
    println!("cargo::error={message}");
    exit(1)
}

/// Writes a table of the theme files that docgen reads, and a table of the files that are packed, both sorted by name.
fn embed(files: &[File], out: &Path) {
    let (mut read, mut passed) = (String::new(), String::new());
    for (name, path) in files {
        let packed = ["dist/assets/", "dist/dev/", "dist/engine/", "messages/"];
        // Every run reads the English strings.
        if name == "messages/en.json" || !packed.iter().any(|folder| name.starts_with(folder)) {
            let _ = writeln!(read, "    ({name:?}, include_bytes!({path:?})),");
            continue;
        }
        let bytes = fs::read(path).expect("the theme can be read");
        let packed = out.join(format!("{}.deflate", name.replace('/', "-")));
        fs::write(&packed, deflate(&bytes)).expect(WRITABLE);
        // The `component` and `markdown` modules include these files themselves.
        if matches!(&**name, "dist/engine/component.js" | "dist/engine/icons.txt" | "dist/engine/math.js") {
            continue;
        }
        let _ = writeln!(passed, "    ({name:?}, {}, include_bytes!({packed:?})),", bytes.len());
    }
    let code = format!(
        "/// The theme files that docgen reads.\nstatic EMBEDDED: &[(&str, &[u8])] = &[\n{read}];\n\n\
         /// The files for browsers and for docgen's own engine, and the UI strings in other languages: name, length, and content as a deflate stream (RFC 1951).\n\
         static ASSETS: &[(&str, usize, &[u8])] = &[\n{passed}];\n"
    );
    fs::write(out.join("embedded_theme.rs"), code).expect(WRITABLE);
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("writing to memory can't fail")
}
