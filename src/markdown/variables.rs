//! Variables in Markdown: `{{ name }}`. Finds the names in text and looks up their values. A value is plain text, never
//! Markdown or HTML.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;

use crate::component::{Library, Unknown, variable_path};
use crate::diag::{Span, did_you_mean, nearest};
use crate::path::SourcePath;

/// The names and values of an included file's parameters.
pub(super) type Parameters = [(String, String)];

/// The name of the variable with the page's title.
const TITLE: &str = "page.title";

/// The name of the variable with the page's description.
const DESCRIPTION: &str = "page.description";

/// The details of a page that its content can show.
#[derive(Clone, Default)]
pub(super) struct PageFacts {
    /// The title from the front matter or from the heading at the start.
    pub title: Option<String>,
    /// The description from the front matter.
    pub description: Option<String>,
    /// The folder of the page's version, if the page belongs to one.
    pub folder: Option<String>,
}

impl PageFacts {
    /// Replaces the variables in the details. A detail can contain another detail, but not itself.
    pub(super) fn resolved(self, library: &Library) -> Self {
        let resolve = |name| self.own(name).map(|text| self.expanded(text, library, &mut vec![name]));
        let (title, description) = (resolve(TITLE), resolve(DESCRIPTION));
        PageFacts { title, description, folder: self.folder }
    }

    /// Returns a detail by the name of its variable.
    fn own(&self, name: &str) -> Option<&str> {
        match name {
            TITLE => self.title.as_deref(),
            DESCRIPTION => self.description.as_deref(),
            _ => None,
        }
    }

    /// Replaces the variables in a detail. `open` contains the names of the details that contain the text.
    fn expanded<'s>(&'s self, text: &'s str, library: &Library, open: &mut Vec<&'s str>) -> String {
        let (mut out, mut done) = (String::with_capacity(text.len()), 0);
        for (range, name) in find(text) {
            let value = match (library.variable(name, self.folder.as_deref()), self.own(name)) {
                (Ok(value), _) => value,
                (Err(_), Some(own)) if !open.contains(&name) => {
                    open.push(name);
                    let value = self.expanded(own, library, open);
                    open.pop();
                    value
                }
                (Err(_), _) => continue,
            };
            out.push_str(&text[done..range.start]);
            out.push_str(&value);
            done = range.end;
        }
        out.push_str(&text[done..]);
        out.replace("\\{{", "{{")
    }
}

/// The variables that a file can show.
pub(super) struct Scope<'a> {
    library: &'a Library,
    parameters: &'a Parameters,
    page: &'a PageFacts,
    found: RefCell<Found>,
}

/// The variables that a file shows.
#[derive(Default)]
pub(super) struct Found {
    /// The names of variables that depend on the config or on data files.
    pub names: BTreeSet<String>,
    /// The variables without a value, with their locations and names.
    pub problems: BTreeSet<(Span, String, Unknown)>,
    /// The names of the parameters that the file shows.
    parameters: BTreeSet<String>,
    /// Whether the file shows any variable.
    pub is_any: bool,
}

/// A parameter that the included file doesn't show, and whose name is probably misspelled.
pub(super) struct Misnamed {
    /// The name of the parameter.
    pub parameter: String,
    /// The similar name of a variable that has no value.
    pub variable: String,
}

impl Found {
    /// Returns the variables as entries for [`super::Metadata::imports`].
    pub(super) fn imports(&self, library: &Library, folder: Option<&str>) -> Vec<(SourcePath, u64)> {
        let import = |name: &String| {
            let path = variable_path(name, folder);
            let hash = library.hash_of(&path);
            (path, hash)
        };
        self.names.iter().map(import).collect()
    }
}

impl<'a> Scope<'a> {
    /// Creates the scope for a file that a page includes.
    pub(super) fn new(library: &'a Library, parameters: &'a Parameters, page: &'a PageFacts) -> Self {
        Scope { library, parameters, page, found: RefCell::default() }
    }

    /// Takes the variables that have been looked up so far. Also returns the names of the parameters that the file
    /// doesn't show, each with the similar name that the file shows instead. These names aren't among the problems of
    /// the file, because other pages can set the parameter that the file shows.
    pub(super) fn take(&self) -> (Found, Vec<Misnamed>) {
        let mut found = self.found.take();
        let mut misnamed: Vec<Misnamed> = Vec::new();
        let unused = self.parameters.iter().filter(|(name, _)| !found.parameters.contains(name));
        for (parameter, _) in unused {
            let is_free = |name: &&str| {
                name.matches('.').count() == parameter.matches('.').count()
                    && !misnamed.iter().any(|known| known.variable == **name)
            };
            let unknown = found.problems.iter().map(|(_, name, _)| name.as_str()).filter(is_free);
            if let Some(near) = nearest(parameter, unknown) {
                misnamed.push(Misnamed { parameter: parameter.clone(), variable: near.to_owned() });
            }
        }
        found.problems.retain(|(_, name, _)| !misnamed.iter().any(|known| known.variable == *name));
        (found, misnamed)
    }

    /// Returns a variable's value. If there's no value, records the problem with its location.
    pub(super) fn value(&self, name: &str, place: Span) -> Option<Cow<'_, str>> {
        let mut found = self.found.borrow_mut();
        found.is_any = true;
        if let Some((_, value)) = self.parameters.iter().find(|(parameter, _)| parameter == name) {
            found.parameters.insert(name.to_owned());
            return Some(Cow::Borrowed(value));
        }
        found.names.insert(name.to_owned());
        let own = self.page.own(name);
        match (self.library.variable(name, self.page.folder.as_deref()), own) {
            (Ok(value), _) => Some(Cow::Owned(value)),
            (Err(_), Some(own)) if find(own).any(|(_, inner)| self.page.own(inner).is_some()) => {
                let message = format!("the variable `{name}` contains itself");
                let hint = Some("remove the variable from the page's title and description".into());
                found.problems.insert((place, name.to_owned(), Unknown { message, hint }));
                None
            }
            (Err(_), Some(own)) => Some(Cow::Borrowed(own)),
            (Err(unknown), None) => {
                found.problems.insert((place, name.to_owned(), self.described(name, unknown)));
                None
            }
        }
    }

    /// Whether a variable's value is an absolute URL.
    pub(super) fn is_url(&self, name: &str) -> bool {
        let parameter = self.parameters.iter().find(|(parameter, _)| parameter == name);
        let value = || self.library.variable(name, self.page.folder.as_deref()).ok();
        let value = parameter.map(|(_, value)| value.clone()).or_else(value);
        value.is_some_and(|value| value.starts_with("https://") || value.starts_with("http://"))
    }

    /// Completes the hint for a name that might refer to a parameter or a page detail.
    fn described(&self, name: &str, unknown: Unknown) -> Unknown {
        if let Some(key) = name.strip_prefix("page.").filter(|key| matches!(*key, "title" | "description")) {
            return Unknown {
                hint: Some(format!("add `{key}` to the page's front matter").into()),
                ..unknown
            };
        }
        let parameters = self.parameters.iter().map(|(name, _)| name.as_str());
        let known = parameters.clone().chain(["page.title", "page.description", "page.version"]);
        match did_you_mean(name, known.filter(|known| *known != name)) {
            // Other pages can set other parameters, so the file isn't changed because of a parameter.
            Some(hint) if nearest(name, parameters).is_some() => {
                Unknown { hint: Some(hint.text.into()), ..unknown }
            }
            Some(hint) => Unknown { hint: Some(hint), ..unknown },
            None => unknown,
        }
    }

    /// Replaces the variables in text that isn't Markdown. `place` returns the location of a range of the text.
    pub(super) fn replaced<'t>(&self, text: &'t str, place: impl Fn(Range<usize>) -> Span) -> Cow<'t, str> {
        self.replaced_by(text, place, |value, out| out.push_str(value))
    }

    /// Replaces the variables in text. `write` writes a value.
    pub(super) fn replaced_by<'t>(
        &self,
        text: &'t str,
        place: impl Fn(Range<usize>) -> Span,
        write: impl Fn(&str, &mut String),
    ) -> Cow<'t, str> {
        if !text.contains("{{") {
            return Cow::Borrowed(text);
        }
        let (mut out, mut done) = (String::with_capacity(text.len()), 0);
        for (range, name) in find(text) {
            if let Some(value) = self.value(name, place(range.clone())) {
                out.push_str(&text[done..range.start]);
                write(&value, &mut out);
                done = range.end;
            }
        }
        out.push_str(&text[done..]);
        Cow::Owned(out.replace("\\{{", "{{"))
    }
}

/// The characters that have a meaning in attribute lists.
const SPECIAL: [char; 7] = ['{', '}', '"', '\'', '=', ',', ' '];

/// The first of the control characters that replace these characters. A replacement has the same length.
const FIRST_HIDDEN: u8 = 0x0e;

/// Replaces the characters in a value that have a meaning in attribute lists, so that the value is only a value.
pub(super) fn hidden(value: &str) -> String {
    let hide = |c: char| match SPECIAL.iter().position(|special| *special == c) {
        Some(index) => char::from(FIRST_HIDDEN + index as u8),
        None => c,
    };
    value.chars().map(hide).collect()
}

/// Restores the characters that [`hidden`] replaced.
pub(super) fn unhidden(text: &str) -> String {
    let index = |c: char| (c as u32).checked_sub(u32::from(FIRST_HIDDEN));
    let show = |c: char| index(c).and_then(|index| SPECIAL.get(index as usize)).copied().unwrap_or(c);
    text.chars().map(show).collect()
}

/// The control character that replaces each byte of the characters in a value that IDs and classes can't contain.
pub(super) const FILLER: char = '\u{15}';

/// Whether an ID or a class in an attribute list can contain a character.
pub(super) fn is_in_names(c: char) -> bool {
    c.is_alphanumeric() || "-_:.".contains(c)
}

/// Replaces the characters in a value that IDs and classes can't contain. The result has the same length.
pub(super) fn hidden_in_name(value: &str) -> String {
    let parts = value.chars().map(|c| if is_in_names(c) { (c, 1) } else { (FILLER, c.len_utf8()) });
    parts.flat_map(|(c, count)| std::iter::repeat_n(c, count)).collect()
}

/// Returns an ID or a class with a hyphen in place of the characters that [`hidden_in_name`] replaced. There's no such
/// hyphen at either end or next to another hyphen.
pub(super) fn shown_name(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for part in name.split(FILLER).filter(|part| !part.is_empty()) {
        if !(out.is_empty() || out.ends_with('-') || part.starts_with('-')) {
            out.push('-');
        }
        out.push_str(part);
    }
    out
}

/// Returns the ranges and names of the variables in text. Variables after a backslash are text.
pub(super) fn find(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let at = from + text.get(from..)?.find("{{")?;
            from = at + 2;
            let before = &text[..at];
            let slashes = before.len() - before.trim_end_matches('\\').len();
            let Some((length, name)) = variable(&text[at..]) else { continue };
            let is_apart =
                !before.ends_with('{') && (!text[at + length..].starts_with('}') || is_in_braces(before));
            if slashes.is_multiple_of(2) && is_apart {
                from = at + length;
                return Some((at..at + length, name));
            }
        }
    })
}

/// Whether a brace on the last line of a text isn't closed, as before the variable in `{#part-{{ number }}}`.
fn is_in_braces(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    line.matches('{').count() > line.matches('}').count()
}

/// Reads the variable at the start of text and returns its length and name. A name consists of parts separated by dots.
/// The first part starts with a letter or an underscore.
fn variable(text: &str) -> Option<(usize, &str)> {
    let inner = text[2..].trim_start_matches(' ');
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let length = inner.find(|c| !is_part(c)).unwrap_or(inner.len());
    let (name, after) = inner.split_at(length);
    let after = after.trim_start_matches(' ').strip_prefix("}}")?;
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && !name.ends_with('.')
        && !name.contains("..");
    is_name.then_some((text.len() - after.len(), name))
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn a_variable_is_a_name_in_two_braces() {
        let text = "{{ a }} {{b.c-d}} \\{{ e }} \\\\{{ f }} {{{ g }}} {{< h >}} {{ i | j }} {{ .k }} {{ l. }} {{ m\n}} {{ é.0 }}";
        let names: Vec<&str> = find(text).map(|(_, name)| name).collect();
        assert_eq!(names, ["a", "b.c-d", "f", "é.0"]);
        assert_eq!(find("x{{ a }}y").next(), Some((1..8, "a")));
        assert_eq!(find("{{ {{ {{").count(), 0);
        let names: Vec<&str> = find("{#a-{{ b }}} {{ c }}} {d\n{{ e }}}").map(|(_, name)| name).collect();
        assert_eq!(names, ["b"]);
    }
}
