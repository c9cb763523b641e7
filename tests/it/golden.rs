//! Builds each site of `tests/sites` and compares the output with `tests/golden`.
//!
//! `UPDATE_GOLDEN=1` rewrites the expected trees. Review the diff as you would review code. Everything that depends on
//! the theme (its files, their hashed names, the build ID, the markup of the frame) is omitted or replaced, so that
//! changes to the theme's appearance don't affect the trees. A shell is reduced to an outline: its title, landmarks,
//! links, and buttons with a state, in order. The site's data, which is the same in all shells of a locale, is kept
//! only with the not-found page.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value as Json;

use crate::harness::{Project, docgen, repository, same_tree, tree};
use crate::html;

/// Builds a site of `tests/sites` without writing into its folder.
pub(crate) fn build(site: &str) -> BTreeMap<String, Vec<u8>> {
    let out = Project::new("");
    let folder = out.root().to_str().expect("temporary folders have plain names");
    let root = repository().join("tests/sites").join(site);
    let arguments = ["build", "--strict", "--no-cache", "--out", folder];
    docgen(&root, arguments, &[]).code(0).stdout("");
    tree(out.root())
}

/// Returns the base URL and the trailing slash setting of a site of `tests/sites`.
pub(crate) fn addressing(site: &str) -> (&'static str, bool) {
    match site {
        "base-url" => ("/some/where/", false),
        _ => ("/", true),
    }
}

#[track_caller]
fn check(site: &str) {
    let dist = build(site);
    let (base_url, trailing_slash) = addressing(site);
    crate::links::walk(&dist, base_url, trailing_slash);
    let mut found = BTreeMap::new();
    for (name, bytes) in &dist {
        reduce(name, bytes, &dist, &mut found);
    }
    let folder = repository().join("tests/golden").join(site);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        update(&folder, &found);
    }
    same_tree(&tree(&folder), &found);
}

fn update(folder: &Path, files: &BTreeMap<String, Vec<u8>>) {
    let _ = std::fs::remove_dir_all(folder);
    for (name, bytes) in files {
        let file = folder.join(name);
        std::fs::create_dir_all(file.parent().expect("golden files are in a folder"))
            .expect("folders can be created");
        std::fs::write(file, bytes).expect("golden files can be written");
    }
}

/// Keeps the parts of an output file that the golden trees contain.
fn reduce(name: &str, bytes: &[u8], dist: &BTreeMap<String, Vec<u8>>, kept: &mut BTreeMap<String, Vec<u8>>) {
    let of_docgen = |rest: &str| {
        rest.starts_with("nav/")
            || rest.starts_with("assets/")
            || rest == "site.json"
            || rest.starts_with("custom.")
    };
    let rest = name.strip_prefix("_docgen/").map(|rest| rest.strip_prefix("immutable/").unwrap_or(rest));
    if rest.is_some_and(|rest| !of_docgen(rest)) {
        return;
    }
    let text = String::from_utf8(bytes.to_vec()).expect("the outputs of these sites are text");
    let mut keep = |name: &str, text: String| {
        let text = if text.is_empty() || text.ends_with('\n') { text } else { text + "\n" };
        kept.insert(without_hashes(name), without_hashes(&text).into_bytes());
    };
    match name.rsplit_once('.') {
        Some((stem, "json")) if !name.starts_with("_docgen/") => {
            let mut chunk: Json = serde_json::from_str(&text).expect("chunks are JSON");
            if let Some(Json::String(body)) =
                chunk.as_object_mut().and_then(|chunk| chunk.shift_remove("html"))
            {
                keep(&format!("{stem}.body.html"), body);
            }
            keep(name, pretty(chunk));
        }
        Some((_, "json")) => keep(name, pretty(serde_json::from_str(&text).expect("it is JSON"))),
        Some((stem, "html")) if text.contains("id=\"docgen-root\"") => {
            let chunk = dist
                .get(&format!("{stem}.json"))
                .map(|chunk| serde_json::from_slice(chunk).expect("chunks are JSON"));
            let body = chunk.as_ref().and_then(|chunk: &Json| chunk["html"].as_str()).unwrap_or_default();
            keep(name, outline(name, &text.replacen(body, "", 1)));
        }
        _ => keep(name, text),
    }
}

fn pretty(mut json: Json) -> String {
    if let Some(build) = json.get_mut("build") {
        *build = "[build]".into();
    }
    let mut out = String::new();
    write_json(&json, 0, &mut out);
    out
}

/// Writes short values on one line, so that each tag of the head is one line.
fn write_json(json: &Json, depth: usize, out: &mut String) {
    let line = json.to_string();
    let inner = "  ".repeat(depth + 1);
    let close = match json {
        Json::Object(object) if depth == 0 || line.len() > 90 => {
            for (index, (key, value)) in object.iter().enumerate() {
                let _ = write!(
                    out,
                    "{}\n{inner}{}: ",
                    if index == 0 { "{" } else { "," },
                    Json::from(key.as_str())
                );
                write_json(value, depth + 1, out);
            }
            '}'
        }
        Json::Array(items) if line.len() > 90 => {
            for (index, value) in items.iter().enumerate() {
                let _ = write!(out, "{}\n{inner}", if index == 0 { "[" } else { "," });
                write_json(value, depth + 1, out);
            }
            ']'
        }
        _ => return out.push_str(&line),
    };
    let _ = write!(out, "\n{}{close}", "  ".repeat(depth));
}

/// Returns the outline of a shell. The document's attributes, the title, and each landmark, link, and button with a
/// state are on separate lines. The outline of the not-found page also contains the site's data.
fn outline(name: &str, shell: &str) -> String {
    let mut lines = String::new();
    for tag in html::tags(shell) {
        let class = tag.attribute("class").unwrap_or_default();
        let words = match tag.text() {
            text if text.is_empty() => tag.attribute("aria-label").unwrap_or_default().to_owned(),
            text => text,
        };
        let marks = ["aria-current", "aria-expanded"]
            .iter()
            .filter_map(|mark| Some(format!(" [{mark}={}]", tag.attribute(mark)?)))
            .collect::<String>();
        let _ = match tag.name {
            "html" => {
                let attributes = tag.attributes.iter().map(|(name, value)| format!(" {name}={value}"));
                writeln!(lines, "html{}", attributes.collect::<String>())
            }
            "title" => writeln!(lines, "title {words}"),
            "article" | "main" => writeln!(lines, "{}", tag.name),
            "nav" => writeln!(lines, "nav {}", tag.attribute("aria-label").unwrap_or_default()),
            "footer" => writeln!(lines, "footer"),
            "a" => writeln!(lines, "  {words} -> {}{marks}", tag.attribute("href").unwrap_or_default()),
            "button" if !marks.is_empty() || class.contains("dropdown") => {
                writeln!(lines, "  ({words}){marks}")
            }
            _ => Ok(()),
        };
    }
    if name.ends_with("404.html") {
        let site = html::inlined(shell, "docgen-site").expect("shells hold the site's data");
        let _ = writeln!(lines, "site {}", pretty(site));
    }
    lines
}

/// Returns text with placeholders for hashes: for 16 hexadecimal digits between dots, and for the hashes in the names
/// of the theme's style sheets.
fn without_hashes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('.') {
        let (before, after) = rest.split_at(at + 1);
        out.push_str(before);
        let digits = after.bytes().take_while(u8::is_ascii_hexdigit).count();
        let of_theme =
            after.bytes().take_while(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()).count();
        rest = match () {
            () if digits == 16 && after[16..].starts_with('.') => {
                out.push_str("[hash]");
                &after[16..]
            }
            // A style sheet of the theme.
            () if of_theme == 8 && after[8..].starts_with(".css") => {
                out.push_str("[hash]");
                &after[8..]
            }
            () => after,
        };
    }
    out + rest
}

macro_rules! sites {
    ($($name:ident = $site:literal;)*) => {
        /// All sites, by folder.
        pub(crate) const SITES: &[&str] = &[$($site),*];

        $(#[test]
        fn $name() {
            check($site);
        })*
    };
}

sites! {
    basics = "basics";
    generated_sidebar = "generated-sidebar";
    explicit_sidebars = "explicit-sidebars";
    versions = "versions";
    locales = "locales";
    base_url = "base-url";
    tags = "tags";
    overrides = "overrides";
    api = "api";
    blog = "blog";
}

#[test]
fn every_site_is_built_and_every_golden_tree_has_a_site() {
    let folders = |name: &str| {
        let entries = std::fs::read_dir(repository().join("tests").join(name)).expect("the folder is there");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    let mut known = SITES.to_vec();
    known.sort_unstable();
    assert_eq!(folders("sites"), known);
    // Requests and their samples, which aren't a site.
    known.push("samples");
    known.sort_unstable();
    assert_eq!(folders("golden"), known);
}
