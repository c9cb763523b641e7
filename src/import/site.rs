//! Converts settings and files that all generators have in common: the site's URL, repository, style sheets, and files
//! that aren't pages.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use super::left::Left;
use super::redirect_rules::{self, Line};
use super::settings::Settings;
use super::{Content, Origin};
use crate::config::ALL_ERRORS;
use crate::path::SourcePath;
pub(super) use crate::path::above;
use crate::source::tree::Node;

/// Sets the site's URL and base path.
pub(super) fn set_url(settings: &mut Settings, url: &str) {
    let after = url.find("://").map_or(0, |at| at + 3);
    let end = url[after..].find('/').map_or(url.len(), |at| after + at);
    if after > 0 {
        settings.set("site.url", &url[..end]);
    }
    if !url[end..].trim_matches('/').is_empty() {
        settings.set("site.base_url", format!("/{}/", url[end..].trim_matches('/')));
    }
}

/// Lowers the severity of problems that the original site might have, so that they don't cause the first build to fail.
pub(super) fn lower_diagnostics(settings: &mut Settings) {
    settings.set(&format!("diagnostics.{ALL_ERRORS}"), "warn");
}

/// The prefixes of Google's analytics IDs, and docgen's names for the providers.
const GOOGLE: [(&str, &str); 2] = [("GTM-", "gtm"), ("G-", "ga4")];

/// Sets the analytics provider that an ID belongs to.
pub(super) fn analytics(settings: &mut Settings, id: Option<String>) {
    let Some(id) = id else { return };
    if let Some((_, provider)) = GOOGLE.iter().find(|(prefix, _)| id.starts_with(prefix)) {
        settings.set("analytics.provider", *provider);
        settings.set("analytics.id", id);
    }
}

/// Returns a navbar item that links to a repository. The label defaults to the repository's name.
pub(super) fn repository(url: &str, label: Option<String>) -> Json {
    let label =
        label.unwrap_or_else(|| url.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned());
    json!({ "label": label, "href": url, "position": "right" })
}

/// Returns a `[[head]]` entry for a style sheet.
pub(super) fn style_sheet(url: &str) -> Json {
    json!({ "tag": "link", "attributes": { "rel": "stylesheet", "href": url } })
}

/// Returns a `[[head]]` entry for a script.
pub(super) fn script(url: &str) -> Json {
    json!({ "tag": "script", "attributes": { "src": url, "defer": true } })
}

/// Splits a relative URL before the query or fragment. For other URLs, returns `None`.
pub(super) fn relative(url: &str) -> Option<(&str, &str)> {
    let scheme = url.split_once(':').map_or("", |(scheme, _)| scheme);
    let has_scheme =
        !scheme.is_empty() && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    if url.is_empty() || url.contains("://") || url.starts_with(['/', '#', '?']) || has_scheme {
        return None;
    }
    Some(url.split_at(url.find(['#', '?']).unwrap_or(url.len())))
}

/// Copies the files in a folder, except files that `left_out` selects, and keeps the URLs of the copied files. Returns
/// the number of copied files.
pub(super) fn copy_others(
    origin: &dyn Origin,
    folder: &str,
    files: &mut BTreeMap<SourcePath, Content>,
    left_out: impl Fn(&str) -> bool,
) -> usize {
    let others = origin.files().iter().filter_map(|file| {
        let below = file.strip_dir(folder).filter(|below| !left_out(below))?;
        Some((SourcePath::in_static(below), Content::Copy(file.clone())))
    });
    let before = files.len();
    files.extend(others);
    files.len() - before
}

/// Reports the site's own templates. `is_template` takes a path relative to the folder.
pub(super) fn note_templates(
    origin: &dyn Origin,
    folder: &str,
    is_template: &dyn Fn(&str) -> bool,
    left: &mut Left,
) {
    let is_own = |path: &&SourcePath| path.strip_dir(folder).is_some_and(is_template);
    if let Some(source) = origin.files().iter().find(is_own).and_then(|path| origin.text(path)) {
        let what = format!("the templates in `{folder}`");
        left.note(&source, 0..0, &what, "use slots, or override docgen's templates");
    }
}

/// Copies the files in a folder that's published unchanged. The rules in the host's `_redirects` file become settings.
/// `target` returns the URL of the page or file at a path.
pub(super) fn copy_public(
    origin: &dyn Origin,
    folder: &str,
    settings: &mut Settings,
    files: &mut BTreeMap<SourcePath, Content>,
    left: &mut Left,
    target: &dyn Fn(&str) -> Option<String>,
) {
    copy_others(origin, folder, files, |below| below == redirect_rules::FILE);
    let Some(source) = origin.text(&SourcePath::new(format!("{folder}/{}", redirect_rules::FILE))) else {
        return;
    };
    let words = |line| redirect_rules::words(line).collect::<Vec<&str>>();
    let rules =
        source.text.lines().filter_map(|line| Some((words(line).first().copied()?, *words(line).get(1)?)));
    let rules: BTreeMap<&str, &str> = rules.rev().map(|(from, to)| (path_of(from), to)).collect();
    // The target of a rule can be a path that another rule redirects.
    let found = |to| {
        let next = |to: &&str| rules.get(path_of(to)).copied();
        std::iter::successors(Some(to), next).take(HOPS).find_map(|to: &str| match to.contains("://") {
            true => Some(to.to_owned()),
            false => target(to),
        })
    };
    let mut at = 0;
    for line in source.text.split_inclusive('\n') {
        let range = at..at + line.trim_end().len();
        at += line.len();
        let mut add = |from: &str, to: &str| settings.push("redirects", json!({ "from": from, "to": to }));
        let hint = match redirect_rules::line(line) {
            Line::Empty => continue,
            Line::Page { from, to } if from != "/" => {
                let from = from.trim_matches('/');
                // The server shows this file at the folder's URL.
                let from = format!("/{}", from.strip_suffix("/index.html").unwrap_or(from));
                // docgen writes the Markdown version of the page to this path.
                let is_version = from.strip_suffix(".md").is_some_and(|page| target(page).is_some());
                match found(to) {
                    _ if is_version || target(&from).is_some() => {
                        "remove the rule, or remove the page at the same path"
                    }
                    Some(url) => {
                        add(&from, &url);
                        continue;
                    }
                    None => "add the rule's target, or remove the rule",
                }
            }
            Line::Folder { from, to } => {
                add(&format!("{from}/*"), &format!("{to}/*"));
                continue;
            }
            Line::Page { .. } | Line::Other => "add a redirect for each path in `[[redirects]]`",
        };
        left.note(&source, range, "a redirect rule", hint);
    }
}

/// The maximum number of redirect rules to follow.
const HOPS: usize = 10;

/// Returns the path of a page in a redirect rule, without the extension.
fn path_of(url: &str) -> &str {
    let path = url.split(['#', '?']).next().unwrap_or_default().trim_matches('/');
    path.strip_suffix(".html").unwrap_or(path)
}

/// Returns a page's slug. If docgen derives the same URL path from the file path, returns `None`.
pub(super) fn pinned(page: &str, route: &str) -> Option<String> {
    let is_same = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '/' | '.');
    let lower = route.to_ascii_lowercase();
    let folder = page.rsplit('/').nth(1).map(str::to_ascii_lowercase);
    // docgen makes a page that has the name of its folder the folder's page.
    let is_folder = folder.is_some_and(|folder| lower.ends_with(&format!("/{folder}/{folder}")));
    (!route.chars().all(is_same) || is_folder).then(|| route.to_owned())
}

/// Returns the relative path from one file to another.
pub(super) fn between(from: &str, to: &str) -> String {
    let from: Vec<&str> = from.split('/').collect();
    let to: Vec<&str> = to.split('/').collect();
    let folders = from.len().min(to.len()) - 1;
    let shared = from[..folders].iter().zip(&to).take_while(|(a, b)| a == b).count();
    "../".repeat(from.len() - 1 - shared) + &to[shared..].join("/")
}

/// The `meta` tags that docgen generates.
pub(super) const OWN_META: &[&str] = &[
    "og:type",
    "og:title",
    "og:description",
    "og:site_name",
    "og:url",
    "og:locale",
    "twitter:card",
    "twitter:title",
    "twitter:description",
    "twitter:image",
    "viewport",
    "generator",
    "description",
];

/// The tags that docgen can add to the `<head>` of every page.
pub(super) const HEAD: [&str; 5] = ["meta", "link", "script", "style", "noscript"];

/// Returns the color value of the first listed variable that a style sheet sets.
pub(super) fn css_color(css: &str, names: &[&str]) -> Option<String> {
    let value = |name: &str| {
        let after = &css[css.find(name)? + name.len()..];
        let value = after.split([';', '}']).next()?.trim();
        Some(value.to_owned())
    };
    let mut color = names.iter().find_map(|name| value(name))?;
    for _ in 0..4 {
        let Some(name) = color.strip_prefix("var(").and_then(|rest| rest.split([',', ')']).next()) else {
            break;
        };
        color = value(&format!("{}:", name.trim()))?;
    }
    let is_color = !color.contains("var(") && (color.starts_with('#') || color.contains('('));
    is_color.then_some(color)
}

/// Returns a `[[head]]` entry for a tag.
pub(super) fn head_tag(
    tag: &str,
    attributes: &Map<String, Json>,
    content: Option<String>,
    url: impl Fn(&str) -> String,
) -> Json {
    let attribute = |(name, value): (&String, &Json)| {
        let value = match value {
            Json::String(text) if text.is_empty() => true.into(),
            Json::String(text) if matches!(name.as_str(), "href" | "src") => url(text).into(),
            Json::Number(number) => number.to_string().into(),
            value => value.clone(),
        };
        (name.clone(), value)
    };
    let attributes: Map<String, Json> =
        attributes.iter().filter(|(_, value)| !value.is_null()).map(attribute).collect();
    let mut entry = json!({ "tag": tag });
    if !attributes.is_empty() {
        entry["attributes"] = attributes.into();
    }
    if let Some(content) = content.filter(|content| !content.trim().is_empty()) {
        entry["content"] = content.into();
    }
    entry
}

/// A tag in the `head` front matter key of another generator.
pub(super) struct HeadNode<'n> {
    pub tag: String,
    pub attributes: Option<&'n Node>,
    pub content: Option<String>,
}

/// Converts the tags that a page adds to its head. Returns front matter entries. `url` converts the URL of a file.
pub(super) fn page_head<'n>(
    tags: impl Iterator<Item = HeadNode<'n>>,
    url: &dyn Fn(&str) -> String,
    note: &dyn Fn(&str, &str),
) -> Vec<(&'static str, Json)> {
    let (mut own, mut head) = (Vec::new(), Vec::new());
    for HeadNode { tag, attributes, content } in tags {
        let attributes = attributes.map(Node::json).and_then(|json| json.as_object().cloned());
        let attributes = attributes.unwrap_or_default();
        let get = |name: &str| attributes.get(name).and_then(Json::as_str);
        let name = get("property").or_else(|| get("name")).filter(|_| tag == "meta").unwrap_or_default();
        match (name, get("content")) {
            ("og:image" | "twitter:image", Some(image)) => own.push(("image", url(image).into())),
            ("description", Some(text)) => own.push(("description", text.into())),
            ("keywords", Some(words)) => {
                let words: Vec<&str> = words.split(',').map(str::trim).collect();
                own.push(("keywords", json!(words)));
            }
            _ if HEAD.contains(&&*tag) => head.push(head_tag(&tag, &attributes, content, url)),
            _ => note(
                &format!("the `{tag}` tag in the page's head"),
                "leave it out; for the page's title, use `title`",
            ),
        }
    }
    if !head.is_empty() {
        own.push(("head", head.into()));
    }
    own
}

/// Returns the text of a label, without HTML.
pub(super) fn plain(label: &str) -> String {
    let mut text = String::new();
    let mut rest = label;
    while let Some(open) = rest.find('<') {
        let is_tag = rest[open + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        match rest[open..].find('>').filter(|_| is_tag) {
            Some(close) => {
                text.push_str(&rest[..open]);
                rest = &rest[open + close + 1..];
            }
            None => {
                text.push_str(&rest[..=open]);
                rest = &rest[open + 1..];
            }
        }
    }
    let text = crate::markdown::decode(&(text + rest)).into_owned();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the name of the service that an icon represents.
pub(super) fn service(icon: &str) -> String {
    let bare = icon.rsplit(':').next().unwrap_or(icon);
    match bare {
        "github" => "GitHub".to_owned(),
        "gitlab" => "GitLab".to_owned(),
        "x" | "x.com" => "X".to_owned(),
        "linkedin" => "LinkedIn".to_owned(),
        "youtube" => "YouTube".to_owned(),
        "stackOverflow" | "stackoverflow" => "Stack Overflow".to_owned(),
        "npm" => "npm".to_owned(),
        "rss" => "RSS".to_owned(),
        _ => super::inline::capitalized(bare),
    }
}
