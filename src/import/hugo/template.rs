//! Evaluates the templates of a site's own shortcodes, which are Go templates.

mod collections;
mod dates;
mod fields;
mod functions;
mod parse;
mod run;
mod texts;
mod value;

pub(super) use texts::marked;
pub(super) use value::{Item, Resource};

use std::collections::BTreeMap;
use std::rc::Rc;

use minijinja::Value;
use serde_json::Value as Json;

use crate::import::Origin;
use crate::import::markdown::Fences;
use crate::import::shortcodes::{Call, without_tags};
use crate::path::SourcePath;
use crate::source::Source;
use run::Run;
use value::Stop;

/// Hugo's folders of shortcodes. Each folder in `layouts` can contain a folder of shortcodes.
pub(super) const HUGO: [&str; 3] = ["layouts/shortcodes/", "layouts/_shortcodes/", "_shortcodes/"];

/// Zola's folder of shortcodes.
pub(super) const ZOLA: [&str; 1] = ["templates/shortcodes/"];

/// Hugo's folders of partial templates.
pub(super) const PARTIALS: [&str; 2] = ["layouts/_partials/", "layouts/partials/"];

/// Returns the shortcodes' templates of a site, of the themes and modules in the site's repository, and of packages, by
/// lowercase name. A site's own template comes before a theme's. `mounted` contains the packages' files.
pub(super) fn read(origin: &dyn Origin, folders: &[&str], mounted: &[Source]) -> BTreeMap<String, String> {
    let mut files: Vec<_> = origin.files().iter().collect();
    files.sort_by_key(|path| !folders.iter().any(|folder| path.as_str().starts_with(folder)));
    let name = |path: &SourcePath| {
        let name = below(path.as_str(), folders)?;
        Some(name.strip_suffix(".html").or_else(|| name.strip_suffix(".md"))?.to_ascii_lowercase())
    };
    let own = files.into_iter().filter_map(|path| Some((name(path)?, origin.text(path)?)));
    let others = mounted.iter().filter_map(|source| Some((name(&source.path)?, source.clone())));
    let mut templates = BTreeMap::new();
    for (name, source) in own.chain(others) {
        templates.entry(name).or_insert_with(|| source.text.to_string());
    }
    templates
}

/// Returns the path of a file below one of these folders of the site, or of a theme or module in the site's repository.
pub(super) fn below<'p>(path: &'p str, folders: &[&str]) -> Option<&'p str> {
    folders.iter().find_map(|folder| {
        let (before, below) = path.split_once(folder)?;
        let is_known = ["themes/", "_vendor/", "layouts/"].iter().any(|start| before.starts_with(start));
        (before.is_empty() || is_known).then_some(below)
    })
}

/// Templates whose pages aren't single pages.
const LISTS: [&str; 8] = [
    "404.html",
    "home.html",
    "index.html",
    "list.html",
    "section.html",
    "taxonomy.html",
    "term.html",
    "terms.html",
];

/// Whether a template for single pages shows a page's title as a heading.
pub(super) fn show_titles(origin: &dyn Origin) -> bool {
    let shows = |text: &str| {
        text.split("<h1").skip(1).any(|rest| {
            let heading = rest.split("</h1>").next().unwrap_or_default();
            heading.split("{{").skip(1).any(|value| {
                let value = value.split("}}").next().unwrap_or_default();
                value
                    .split(|c: char| c.is_whitespace() || "-|()".contains(c))
                    .any(|word| matches!(word, ".Title" | "$.Title" | ".Page.Title" | "page.title"))
            })
        })
    };
    let is_template = |path: &str| {
        below(path, &["layouts/", "templates/"]).is_some_and(|below| {
            let name = below.rsplit('/').next().unwrap_or_default();
            name.ends_with(".html") && !LISTS.contains(&name) && !below.contains("shortcodes/")
        })
    };
    let mut templates = origin.files().iter().filter(|path| is_template(path.as_str()));
    templates.any(|path| origin.text(path).is_some_and(|source| shows(&source.text)))
}

/// The values that templates read from the page and the site. Pages are numbers, and the names of fields are lowercase.
pub(super) trait Values {
    /// Returns the page with the shortcode.
    fn current(&self) -> usize;
    /// Returns the state that the shortcodes on a page share.
    fn store(&self) -> Value;
    /// Returns an open shortcode and its state. Level 0 is the current shortcode, and level 1 is the shortcode around it.
    fn open_call(&self, level: usize) -> Option<(Rc<Call>, Value)>;
    /// Records that a template reads a parameter of the page or the site.
    fn mark(&self, key: &str);
    /// Returns a field of a page. The fields of the page's file start with `file.`.
    fn page_field(&self, page: usize, name: &str) -> Option<Value>;
    /// Returns the index of a page's language.
    fn language_of(&self, page: usize) -> usize;
    /// Returns a field of a language.
    fn language_field(&self, language: usize, name: &str) -> Option<Value>;
    /// Returns a field of the site.
    fn site_field(&self, name: &str) -> Option<Value>;
    /// Returns the page at a path that a page refers to.
    fn referenced(&self, from: usize, path: &str) -> Option<usize>;
    /// Returns the URL of a page that a page refers to.
    fn address(&self, from: usize, path: &str) -> Option<String>;
    /// Returns a text in the page's language.
    fn text(&self, key: &str) -> Option<String>;
    /// Returns a partial template.
    fn partial(&self, name: &str) -> Option<&str>;
    /// Returns text with all shortcodes replaced. If a shortcode can't be converted, returns `None`.
    fn expanded(&self, text: &str) -> Option<String>;
    /// Returns the text of a file.
    fn file(&self, path: &str) -> Option<String>;
    /// Returns the data in a file's text.
    fn parsed(&self, path: &str, text: &str) -> Option<Json>;
    /// Returns the files in `assets` that match a pattern.
    fn resources(&self, pattern: &str) -> Vec<Resource>;
    /// Publishes a file. Returns its URL.
    fn publish(&self, file: &Resource) -> Option<String>;
}

/// The data that a template can read.
pub(super) struct Scope<'s> {
    pub values: &'s dyn Values,
    pub call: &'s Call,
    pub inner: Option<&'s str>,
    /// The number of the page's calls so far, including this one.
    pub count: usize,
    /// Whether the template writes HTML.
    pub is_html: bool,
}

/// Returns the state that the shortcodes on a page share.
pub(super) fn store() -> Value {
    Item::scratch()
}

/// The text that a template writes.
pub(super) struct Written {
    pub text: String,
    /// The first value that the template looked for and that doesn't exist.
    missing: Option<String>,
    /// The name of the first element that was removed.
    pub removed: Option<&'static str>,
}

/// Returns a template's result. If the template needs something that docgen doesn't have, returns the subject of a message.
/// A template that shows nothing because a value that it looked for doesn't exist needs that value.
pub(super) fn evaluate(template: &str, scope: &Scope<'_>) -> Result<Written, String> {
    let written = run(template, scope, Item::Call(0))?;
    match written.missing {
        Some(what) if !has_content(&written.text) => Err(what),
        _ => Ok(written),
    }
}

/// Returns the result of a template that isn't a shortcode.
pub(super) fn of_page(template: &str, values: &dyn Values) -> Option<String> {
    let call = Call {
        name: String::new(),
        arguments: Vec::new(),
        inner: None,
        is_markdown: false,
        range: 0..0,
        raw: String::new(),
    };
    let scope = Scope { values, call: &call, inner: None, count: 1, is_html: false };
    run(template, &scope, Item::Page(values.current())).ok().map(|written| written.text)
}

fn run(template: &str, scope: &Scope<'_>, dot: Item) -> Result<Written, String> {
    let mut run = Run::new(scope, functions::call, fields::field);
    let result = run.text_of(template, Value::from_object(dot));
    let missing = run.missing;
    let text = match result {
        Ok(text) => text.as_str().unwrap_or_default().to_owned(),
        Err(Stop::Unknown(what)) => return Err(what),
        Err(_) => return Err("syntax that docgen doesn't know".to_owned()),
    };
    // A theme's scripts and styles are useless without the theme.
    let (rest, removed) = match scope.inner.map(str::trim).filter(|inner| without_code(inner).1.is_some()) {
        Some(inner) => {
            // The content keeps its own code.
            let (before, after) = text.split_once(inner).ok_or("scripts or styles in its content")?;
            let (before, after) = (without_code(before), without_code(after));
            (before.0 + inner + &after.0, before.1.or(after.1))
        }
        None => without_code(&text),
    };
    match removed {
        Some(name) if !has_content(&rest) => Err(format!("`<{name}>`")),
        Some(name) => Ok(Written { text: rest, missing, removed: Some(name) }),
        None => Ok(Written { text, missing, removed: None }),
    }
}

/// The elements that contain code instead of content.
const CODE: [&str; 2] = ["script", "style"];

/// Returns text without scripts and styles outside code blocks, and the name of the first removed element.
fn without_code(text: &str) -> (String, Option<&'static str>) {
    let (mut out, mut removed, mut html, mut fences) =
        (String::new(), None, String::new(), Fences::default());
    for line in text.split_inclusive('\n') {
        if fences.has(line) {
            remove_code(&std::mem::take(&mut html), &mut out, &mut removed);
            out.push_str(line);
        } else {
            html.push_str(line);
        }
    }
    remove_code(&html, &mut out, &mut removed);
    (out, removed)
}

/// Writes HTML without scripts and styles.
fn remove_code(html: &str, out: &mut String, removed: &mut Option<&'static str>) {
    let lower = html.to_ascii_lowercase();
    let mut at = 0;
    for (start, _) in lower.match_indices('<') {
        let name = CODE.iter().find(|name| lower[start + 1..].starts_with(**name));
        let Some(name) = name.filter(|_| start >= at) else { continue };
        out.push_str(&html[at..start]);
        *removed = removed.or(Some(name));
        let end = lower[start..].find(&format!("</{name}")).map(|length| start + length);
        at = end.and_then(|end| Some(end + lower[end..].find('>')? + 1)).unwrap_or(html.len());
    }
    out.push_str(&html[at..]);
}

/// Whether HTML has text or media.
pub(super) fn has_content(html: &str) -> bool {
    !without_tags(html).trim().is_empty()
        || ["<img", "<iframe", "<video", "<svg"].iter().any(|start| html.contains(start))
}
