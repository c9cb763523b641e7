//! Finds unused content in the site's folders: folders that docgen doesn't create pages from, and files whose names are
//! similar to those of files that docgen reads.

use std::collections::BTreeMap;

use super::{Input, Site, category, notes};
use crate::config::{BlogConfig, Config};
use crate::diag::{Code, Diagnostic, did_you_mean, nearest};
use crate::path::SourcePath;

/// Reports stray files, and folders that docgen doesn't create pages from, such as the folders of unknown locales and
/// versions. Each folder is reported once.
pub(super) fn report(input: &Input<'_>, site: &Site) -> Vec<Diagnostic> {
    let mut found: BTreeMap<String, Diagnostic> = BTreeMap::new();
    let documents = input.documents.iter().map(|document| &document.source);
    for source in documents.chain(input.categories).chain(input.messages) {
        let Some(rest) = source.path.strip_dir("content") else { continue };
        if notes::is_note(&source.path, &site.locales) {
            continue;
        }
        if let Some((folder, message, hint)) = unused_folder(rest, site, input.config) {
            let diagnostic = Diagnostic::new(Code::UnusedContent, message).in_file(&source.path).hint(hint);
            found.entry(folder).or_insert(diagnostic);
        }
    }
    let strays = input.strays.iter().filter(|path| !site.assets.contains_key(*path));
    let of_notes = notes::unused(input, site);
    let of_categories = category::unused(input).into_iter().filter(|one| {
        // A file in an unused folder is already reported.
        let path = one.location.as_ref().map(|location| location.path().as_str());
        !found.keys().any(|folder| path.is_some_and(|path| path.starts_with(&format!("{folder}/"))))
    });
    let of_categories: Vec<Diagnostic> = of_categories.collect();
    let strays = strays.filter_map(stray);
    found.into_values().chain(strays).chain(of_notes).chain(of_categories).collect()
}

/// The extensions of settings files in the content.
const SETTINGS: [&str; 4] = ["toml", "yml", "yaml", "json"];

/// If the name or location of an unused file suggests that the file should be used, returns the problem.
pub(crate) fn stray(path: &SourcePath) -> Option<Diagnostic> {
    let hint = match path.strip_dir("overrides") {
        Some(below) => of_overrides(path, below)?,
        None => format!("rename it to `{}`", meant(path)?),
    };
    let message = format!("`{path}` isn't used");
    Some(Diagnostic::new(Code::UnusedContent, message).in_file(path).hint(hint))
}

/// Returns a hint for an unused file in `overrides`.
fn of_overrides(path: &SourcePath, below: &str) -> Option<String> {
    let is_template = below.starts_with("templates/");
    match path.extension().to_ascii_lowercase().as_str() {
        _ if below == "custom.css" => None,
        "html" if is_template => None,
        "j2" if below.starts_with("samples/") => None,
        _ if below.starts_with("samples/") => Some("change its extension to `.j2`".to_owned()),
        "html" | "htm" if is_template => Some("change its extension to `.html`".to_owned()),
        "html" | "htm" => Some("move it to `overrides/templates`".to_owned()),
        "css" | "scss" | "sass" | "less" => Some("move its rules to `overrides/custom.css`".to_owned()),
        "js" | "mjs" | "ts" | "jsx" | "tsx" => {
            Some("move it to `static`, and load it in your own template".to_owned())
        }
        _ => None,
    }
}

/// Returns the settings file whose name is similar to the name of a file in `content`.
fn meant(path: &SourcePath) -> Option<&'static str> {
    let below = path.strip_dir("content")?;
    let folders: Vec<&str> = below.split('/').rev().skip(1).collect();
    let of_locale = folders.last() == Some(&"i18n");
    let name = path.stem().trim_matches('_').to_ascii_lowercase();
    // The folder can belong to a blog, a locale, or another part of the site.
    let is_top = folders.len() == if of_locale { 3 } else { 1 } && !matches!(folders[0], "docs" | "pages");
    let known: &[(&str, &str, usize)] = match folders.len() {
        2 if of_locale => &[("messages", "messages.json", 2), ("labels", "labels.json", 2)],
        _ if is_top => {
            &[("authors", "authors.toml", 2), ("tags", "tags.toml", 1), ("category", "_category_.toml", 2)]
        }
        _ => &[("category", "_category_.toml", 2)],
    };
    let is_setting = SETTINGS.contains(&path.extension().to_ascii_lowercase().as_str());
    let is_near = |known: &str, most: usize| match strsim::osa_distance(&name, known) {
        0 => path.extension() != "md" || path.stem() == "_category_",
        distance => is_setting && distance <= most,
    };
    known.iter().find(|(known, _, most)| is_near(known, *most)).map(|(_, file, _)| *file)
}

/// Returns the unused folder that contains a file in `content`, with the message and the hint.
fn unused_folder(path: &str, site: &Site, config: &Config) -> Option<(String, String, String)> {
    let (base, rest) = match path.strip_prefix("i18n/") {
        None => ("content".to_owned(), path),
        Some(below) => {
            let (code, rest) = below.split_once('/')?;
            let folder = format!("content/i18n/{code}");
            if site.locales.iter().all(|locale| locale.code != code) {
                let hint = did_you_mean(code, site.locales.iter().map(|locale| &*locale.code));
                let add = || "add the locale to `i18n.locales`, or remove the folder".to_owned();
                let message = format!("`{folder}` isn't used: unknown locale `{code}`");
                return Some((folder, message, hint.map_or_else(add, String::from)));
            }
            if code == site.locales[0].code && rest != "messages.json" {
                let message = format!("`{folder}` isn't used: `{code}` is the default locale");
                return Some((folder, message, "move the files to `content`".to_owned()));
            }
            (folder, rest)
        }
    };
    let set_of = |id: &str| config.docs.iter().position(|docs| docs.id == id);
    let (folder, name, docs) = match rest.split_once('/') {
        // The file is a readme file or contains a locale's UI strings.
        None if rest.ends_with(".json") || rest.eq_ignore_ascii_case("readme.md") => return None,
        None => {
            let file = format!("{base}/{rest}");
            let message = format!("`{file}` isn't used: it isn't in a folder for pages");
            return Some((file, message, format!("move it to `{base}/docs` or `{base}/pages`")));
        }
        Some((id, _)) if set_of(id).is_some() => (format!("{base}/{id}"), "current", set_of(id)),
        Some(("versions", below)) => {
            let (name, below) = below.split_once('/')?;
            let folder = format!("{base}/versions/{name}");
            if name == "current" {
                let message = format!("`{folder}` isn't used: `current` is the version in `{base}/docs`");
                return Some((folder, message, "rename the folder".to_owned()));
            }
            let (id, _) = below.split_once('/').unwrap_or_default();
            if set_of(id).is_none() {
                let message = format!("`{folder}/{below}` isn't used: it isn't in a documentation folder");
                let hint = did_you_mean(id, config.docs.iter().map(|docs| &*docs.id));
                let hint = hint.map_or_else(|| format!("move it to `{folder}/docs`"), String::from);
                return Some((format!("{folder}/{id}"), message, hint));
            }
            (folder, name, set_of(id))
        }
        Some((top, _)) => {
            let blogs = || config.blog.iter().map(BlogConfig::folder);
            let is_below =
                |folder: &str| rest.strip_prefix(folder).is_some_and(|below| below.starts_with('/'));
            if top == "pages" || blogs().any(is_below) {
                return None;
            }
            let known = config.docs.iter().map(|docs| &*docs.id).chain(["pages"]).chain(blogs());
            let folder = format!("{base}/{top}");
            let message =
                format!("`{folder}` isn't used: it isn't a folder for documentation, pages, or a blog");
            let hint = nearest(top, known).map_or_else(
                || format!("move documentation to `{base}/docs`, other pages to `{base}/pages`, and posts to the folder of a `[[blog]]`"),
                |near| format!("did you mean `{base}/{near}`?"),
            );
            return Some((folder, message, hint));
        }
    };
    if site
        .versions
        .iter()
        .any(|version| version.name == name && docs.is_none_or(|docs| version.docs == docs))
    {
        return None;
    }
    let message = format!("`{folder}` isn't used: unknown version `{name}`");
    Some((folder, message, "add the version to `docs.versions`, or remove the folder".to_owned()))
}
