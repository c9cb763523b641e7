//! Evaluates the simple templates of a site's own shortcodes: text, arguments, parameters, content, and conditions. For
//! any other template, the result is `None`.

pub(super) mod expression;

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::import::Origin;
use crate::import::shortcodes::Call;

/// Hugo's folders of shortcodes. Each folder in `layouts` can contain a folder of shortcodes.
pub(super) const HUGO: [&str; 3] = ["layouts/shortcodes/", "layouts/_shortcodes/", "_shortcodes/"];

/// Zola's folder of shortcodes.
pub(super) const ZOLA: [&str; 1] = ["templates/shortcodes/"];

/// The maximum size of a result, in bytes.
const LARGEST: usize = 64 << 10;

/// Returns the shortcodes' templates of a site and of the themes and modules in the site's repository, by lowercase name.
/// A site's own template comes before a theme's.
pub(super) fn read(origin: &dyn Origin, folders: &[&str]) -> BTreeMap<String, String> {
    let mut templates = BTreeMap::new();
    let mut files: Vec<_> = origin.files().iter().collect();
    files.sort_by_key(|path| !folders.iter().any(|folder| path.as_str().starts_with(folder)));
    for path in files {
        let name = below(path.as_str(), folders);
        let name = name.and_then(|name| name.strip_suffix(".html").or_else(|| name.strip_suffix(".md")));
        if let Some((name, source)) = name.and_then(|name| Some((name, origin.text(path)?))) {
            templates.entry(name.to_ascii_lowercase()).or_insert_with(|| source.text.to_string());
        }
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

/// The values that templates read from the page and the site. Parameter paths are lowercase.
pub(super) trait Values {
    /// Returns a parameter of the page.
    fn own_param(&self, path: &str) -> Option<String>;
    /// Returns a parameter of the site.
    fn site_param(&self, path: &str) -> Option<String>;
    /// Returns the URL of the page at a path.
    fn page(&self, path: &str) -> Option<String>;
    /// Returns the title of the page at a path.
    fn page_title(&self, path: &str) -> Option<String>;
    /// Returns a text in the page's language.
    fn text(&self, key: &str) -> Option<String>;
    /// Returns the page's title, description, URL, `lang`, or `language name`.
    fn field(&self, name: &str) -> Option<String>;
}

/// The data that a template can read.
pub(super) struct Scope<'s> {
    pub values: &'s dyn Values,
    pub call: &'s Call,
    pub inner: Option<&'s str>,
    /// The number of the page's calls so far, including this one.
    pub count: usize,
    /// Whether the template contains HTML.
    pub is_html: bool,
}

/// Returns a template's result.
pub(super) fn evaluate(template: &str, scope: &Scope<'_>) -> Option<String> {
    let parts = split(template)?;
    let mut run =
        Run { scope, parts: &parts, at: 0, variables: BTreeMap::new(), dots: Vec::new(), out: String::new() };
    run.block(true, 0)?;
    // A theme's scripts and styles are useless without the theme.
    let lower = run.out.to_ascii_lowercase();
    let is_foreign = run.at < parts.len() || lower.contains("<script") || lower.contains("<style");
    (!is_foreign).then_some(run.out)
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
    evaluate(template, &Scope { values, call: &call, inner: None, count: 1, is_html: false })
}

/// A part of a template.
enum Part<'t> {
    Text(&'t str),
    Action(&'t str),
}

fn split(template: &str) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut rest = template;
    let mut is_trimmed = false;
    while let Some(at) = rest.find("{{") {
        let after = &rest[at + 2..];
        let (inner, trims_before) = match after.strip_prefix('-') {
            Some(inner) => (inner, true),
            None => (after, false),
        };
        let is_comment = inner.trim_start().starts_with("/*");
        let end = if is_comment {
            inner.find("*/").and_then(|at| Some(at + inner[at..].find("}}")?))?
        } else {
            inner.find("}}")?
        };
        let mut text = &rest[..at];
        text = if is_trimmed { text.trim_start() } else { text };
        parts.push(Part::Text(if trims_before { text.trim_end() } else { text }));
        is_trimmed = inner[..end].ends_with('-');
        if !is_comment {
            parts.push(Part::Action(inner[..end].trim_end_matches('-').trim()));
        }
        rest = &inner[end + 2..];
    }
    parts.push(Part::Text(if is_trimmed { rest.trim_start() } else { rest }));
    Some(parts)
}

/// Returns text without HTML comments, which Hugo doesn't write.
fn without_comments(text: &str) -> Cow<'_, str> {
    let Some(start) = text.find("<!--") else { return Cow::Borrowed(text) };
    let Some(length) = text[start..].find("-->") else { return Cow::Borrowed(text) };
    let rest = &text[start + length + 3..];
    Cow::Owned(format!("{}{}", &text[..start], without_comments(rest)))
}

struct Run<'r> {
    scope: &'r Scope<'r>,
    parts: &'r [Part<'r>],
    at: usize,
    variables: BTreeMap<String, String>,
    /// The values of `.` inside `with` blocks.
    dots: Vec<String>,
    out: String,
}

/// The maximum nesting depth of conditions.
const DEEPEST: usize = 20;

impl Run<'_> {
    /// Evaluates parts until the end of the block. Returns the action that ends the block.
    fn block(&mut self, is_shown: bool, depth: usize) -> Option<&str> {
        while let Some(part) = self.parts.get(self.at) {
            self.at += 1;
            let action = match part {
                Part::Text(text) => {
                    if is_shown {
                        self.out.push_str(&without_comments(text));
                    }
                    continue;
                }
                Part::Action(action) => *action,
            };
            let (word, rest) = action.split_at(action.find(char::is_whitespace).unwrap_or(action.len()));
            match word {
                "end" | "else" if depth > 0 => return Some(action),
                "if" | "with" => self.condition(word, rest.trim(), is_shown, depth + 1)?,
                "end" | "else" | "range" | "define" | "block" | "template" | "return" | "continue"
                | "break" => return None,
                _ if !is_shown => {}
                _ => self.action(action)?,
            }
            if self.out.len() > LARGEST {
                return None;
            }
        }
        (depth == 0).then_some("")
    }

    fn condition(&mut self, word: &str, expression: &str, is_shown: bool, depth: usize) -> Option<()> {
        if depth > DEEPEST {
            return None;
        }
        let expression = self.assigned(expression);
        let value = if is_shown { expression::value(expression.1, self)? } else { String::new() };
        if let (Some(name), true) = (expression.0, is_shown) {
            self.variables.insert(name.to_owned(), value.clone());
        }
        let mut is_true = is_shown && expression::is_true(&value);
        let mut is_done = is_true;
        let mut has_dot = word == "with" && is_true;
        loop {
            if has_dot {
                self.dots.push(value.clone());
            }
            let end = self.block(is_true, depth)?.to_owned();
            if has_dot {
                self.dots.pop();
                has_dot = false;
            }
            if end == "end" {
                return Some(());
            }
            let next = end.strip_prefix("else")?.trim();
            is_true = is_shown
                && !is_done
                && match next.strip_prefix("if").or_else(|| next.strip_prefix("with")) {
                    Some(condition) => expression::is_true(&expression::value(condition.trim(), self)?),
                    None => true,
                };
            is_done |= is_true;
        }
    }

    /// Splits an assignment into the variable's name and the expression.
    fn assigned<'e>(&self, expression: &'e str) -> (Option<&'e str>, &'e str) {
        let parts = expression.split_once(":=").or_else(|| expression.split_once(" = "));
        match parts
            .filter(|(name, _)| name.trim_start().starts_with('$') && !name.trim().contains([' ', '"']))
        {
            Some((name, value)) => (Some(name.trim()), value.trim()),
            None => (None, expression),
        }
    }

    fn action(&mut self, action: &str) -> Option<()> {
        let (name, expression) = self.assigned(action);
        let value = expression::value(expression, self)?;
        match name {
            Some(name) => _ = self.variables.insert(name.to_owned(), value),
            None => self.out.push_str(&value),
        }
        Some(())
    }
}
