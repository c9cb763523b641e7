//! Embeds the theme, the files for browsers deflated. When the built theme in `theme/dist` is missing or older than its
//! sources, builds it first, with npm and esbuild; nothing else of docgen needs Node.
#![allow(clippy::disallowed_methods, reason = "a build script reads files and starts programs by nature")]

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};
use std::time::SystemTime;
use std::{env, fs};

use flate2::Compression;
use flate2::write::DeflateEncoder;

const WRITABLE: &str = "the output folder of a build script can be written";

/// What the built theme is made from, below `theme/`.
const SOURCES: [&str; 6] = ["src", "build", "fonts", "messages", "package.json", "package-lock.json"];

fn main() {
    let theme = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("theme");
    for source in SOURCES.iter().chain(&["templates"]) {
        println!("cargo::rerun-if-changed=theme/{source}");
    }
    println!("cargo::rerun-if-changed=theme/dist/manifest.json");
    let built = modified(&theme.join("dist/manifest.json"));
    let newest = SOURCES.iter().filter_map(|source| newest(&theme.join(source))).max();
    if built.is_none() || newest > built {
        build(&theme);
    }
    embed(&theme);
    let package = theme.parent().expect("the theme is in the package");
    // What an older highlighter left in a site's cache is not taken for this one's work, nor an older docgen's output.
    name("DOCGEN_HIGHLIGHTER", package, &["src/markdown/highlight", "Cargo.lock"]);
    name(
        "DOCGEN_PROGRAM",
        package,
        &["src", "Cargo.lock", "theme/dist", "theme/templates", "theme/messages"],
    );
}

/// Sets a variable that names the state of a part of the package.
fn name(variable: &str, package: &Path, parts: &[&str]) {
    let mut files = Vec::new();
    for part in parts {
        let path = package.join(part);
        println!("cargo::rerun-if-changed={}", path.display());
        match path.is_dir() {
            true => collect(&path, part, &mut files),
            false => files.push(((*part).to_owned(), path)),
        }
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    for (name, path) in files {
        name.hash(&mut hasher);
        fs::read(path).unwrap_or_default().hash(&mut hasher);
    }
    println!("cargo::rustc-env={variable}={:016x}", hasher.finish());
}

fn build(theme: &Path) {
    let modules = modified(&theme.join("node_modules/.package-lock.json"));
    if modules.is_none() || modified(&theme.join("package-lock.json")) > modules {
        run(theme, "npm", &["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
    }
    run(theme, "node", &["build/build.mjs"]);
}

/// Runs a program in the theme's folder. Its output goes to a build script's log, which cargo shows when it fails.
fn run(theme: &Path, program: &str, arguments: &[&str]) {
    let program_file = if cfg!(windows) && program == "npm" { "npm.cmd" } else { program };
    match Command::new(program_file).args(arguments).current_dir(theme).status() {
        Ok(status) if status.success() => {}
        Ok(status) => fail(&format!("`{program} {}` failed in theme/: {status}", arguments.join(" "))),
        Err(error) => fail(&format!(
            "cannot run `{program}`: {error}; docgen's theme is built with Node 20.19 or newer and npm"
        )),
    }
}

fn fail(message: &str) -> ! {
    println!("cargo::error={message}");
    exit(1)
}

/// Writes a table of what docgen reads of the theme, and one of the files that it passes on, both sorted by name.
fn embed(theme: &Path) {
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    let mut files = Vec::new();
    for folder in ["dist", "templates"] {
        collect(&theme.join(folder), folder, &mut files);
    }
    files.push(("messages/en.json".to_owned(), theme.join("messages/en.json")));
    files.sort();
    let (mut read, mut passed) = (String::new(), String::new());
    for (name, path) in files {
        let Some(asset) = name.strip_prefix("dist/assets/") else {
            let _ = writeln!(read, "    ({name:?}, include_bytes!({path:?})),");
            continue;
        };
        let bytes = fs::read(&path).expect("the theme can be read");
        let packed = out.join(format!("{asset}.deflate"));
        fs::write(&packed, deflate(&bytes)).expect(WRITABLE);
        let _ = writeln!(passed, "    ({asset:?}, {}, include_bytes!({packed:?})),", bytes.len());
    }
    let code = format!(
        "/// What docgen reads of the built theme.\nstatic EMBEDDED: &[(&str, &[u8])] = &[\n{read}];\n\n\
         /// The files for browsers: name, length, and content as a deflate stream (RFC 1951).\n\
         static ASSETS: &[(&str, usize, &[u8])] = &[\n{passed}];\n"
    );
    fs::write(out.join("embedded_theme.rs"), code).expect(WRITABLE);
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory can be written")
}

fn collect(folder: &Path, name: &str, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        if path.is_dir() {
            collect(&path, &name, files);
        } else {
            files.push((name, path));
        }
    }
}

fn newest(path: &Path) -> Option<SystemTime> {
    if path.is_dir() {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        return entries.filter_map(|entry| newest(&entry.path())).max();
    }
    modified(path)
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}
