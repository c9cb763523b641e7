//! Reads settings key by key: front matter, `_category_` files, and the authors and tags of a blog.
//!
//! Unknown keys and values of the wrong type are reported with their locations. Callers decide what the settings mean.

use std::collections::BTreeSet;
use std::ops::Range;

use super::{
    Source,
    tree::{self, Key, Node, Syntax, Value},
};
use crate::diag::{Code, Diagnostic, Span, suggest};
use crate::path::{runs_script, runs_script_as_image};

/// A kind of file or text with settings.
pub(crate) struct Kind {
    /// The diagnostic code for problems with these settings.
    pub code: Code,
    /// The name in messages, such as `front matter`.
    pub name: &'static str,
    /// An example of a setting, such as `title: Quickstart`.
    pub example: &'static str,
    /// Whether a value can be empty. In YAML, this field also specifies whether a value can be quoted or unquoted
    /// regardless of its type.
    pub lenient: bool,
}

/// A reader for settings in text.
pub(crate) struct Reader<'a> {
    kind: &'a Kind,
    /// The syntax of the text.
    pub syntax: Syntax,
    /// The source that contains the text.
    pub source: &'a Source,
    /// The byte range of the text in the source.
    range: Range<usize>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

/// Builds a value from the entries of a table. For each entry, a [`Reader`] method reads the value into the field
/// that has the same name as the key. Any other key is reported as unknown.
macro_rules! fields {
    ($reader:expr, $entries:expr, $of:expr, $value:expr, { $($name:ident $(| $alias:literal)?: $read:ident),* $(,)? }) => {{
        $($($reader.once($entries, stringify!($name), $alias);)?)*
        let mut value = $value;
        for (key, node) in $entries {
            match key.name.as_str() {
                $(stringify!($name) $(| $alias)? => value.$name = $reader.$read(key, node),)*
                _ => $reader.unknown(key, &[$(stringify!($name)),*], $of),
            }
        }
        value
    }};
}
pub(crate) use fields;

impl<'a> Reader<'a> {
    /// Creates a reader for a part of a source.
    pub(crate) fn new(
        kind: &'a Kind,
        syntax: Syntax,
        source: &'a Source,
        range: Range<usize>,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Self {
        Reader { kind, syntax, source, range, diagnostics }
    }

    /// Creates a reader for a whole file.
    pub(crate) fn of(kind: &'a Kind, source: &'a Source, diagnostics: &'a mut Vec<Diagnostic>) -> Self {
        Reader::new(kind, Syntax::of(source), source, 0..source.text.len(), diagnostics)
    }

    /// Reads a whole file. Returns `None` if the settings have a problem.
    pub(crate) fn file<T>(
        kind: &'a Kind,
        source: &'a Source,
        diagnostics: &'a mut Vec<Diagnostic>,
        read: impl FnOnce(&mut Reader<'_>, &[(Key, Node)]) -> T,
    ) -> Option<T> {
        let before = diagnostics.len();
        let mut reader = Reader::of(kind, source, diagnostics);
        let entries = reader.entries();
        let value = read(&mut reader, &entries);
        diagnostics[before..].iter().all(|found| found.code != kind.code).then_some(value)
    }

    /// Returns the settings in the text. If the text can't be parsed, reports the problem and returns no settings.
    pub(crate) fn entries(&mut self) -> Vec<(Key, Node)> {
        let Kind { name, example, .. } = self.kind;
        match tree::parse(self.syntax, &self.source.text[self.range.clone()]) {
            Ok(Node { value: Value::Table(entries), .. }) => {
                // The parsers of YAML and TOML report duplicate keys themselves.
                let mut seen = BTreeSet::new();
                for (key, _) in entries.iter().filter(|(key, _)| !seen.insert(&key.name)) {
                    let message = format!("{name}: duplicate key `{}`", key.name);
                    self.report(message, key.range.clone()).add_hint("remove one of them");
                }
                return entries;
            }
            Ok(Node { value: Value::Null, .. }) => {}
            Ok(Node { value, range }) => {
                let message =
                    format!("{name}: expected settings such as `{example}`, found {}", value.what());
                self.report(message, range);
            }
            Err(fault) => {
                let message = format!("invalid {} in the {name}: {}", self.syntax.name(), fault.message);
                self.report(message, fault.range).hints.extend(fault.hint);
            }
        }
        Vec::new()
    }

    /// Converts a range of the text to a span in the source.
    pub(crate) fn span(&self, range: &Range<usize>) -> Span {
        Span::from(self.range.start + range.start..self.range.start + range.end)
    }

    /// Reports a problem in a range of the text.
    pub(crate) fn report(&mut self, message: impl Into<String>, range: Range<usize>) -> &mut Diagnostic {
        let diagnostic = Diagnostic::new(self.kind.code, message).at(&self.source.path, self.span(&range));
        self.diagnostics.push(diagnostic);
        self.diagnostics.last_mut().expect("a diagnostic was just pushed")
    }

    /// Reports an unknown key.
    pub(crate) fn unknown(&mut self, key: &Key, known: &[&str], of: &str) {
        let hint = suggest(&key.name, known.iter().copied());
        let message = format!("unknown key `{}` in {of}", key.name);
        self.report(message, key.range.clone()).add_hint(hint);
    }

    /// Reports a setting that is present under both its name and its alias.
    pub(crate) fn once(&mut self, entries: &[(Key, Node)], name: &str, alias: &str) {
        let find = |name: &str| entries.iter().map(|(key, _)| key).find(|key| key.name == name);
        if let (Some(_), Some(second)) = (find(name), find(alias)) {
            let message = format!("duplicate setting: `{alias}` is the same as `{name}`");
            self.report(message, second.range.clone()).hints.push(format!("remove `{alias}`"));
        }
    }

    /// Reports a value of the wrong type.
    pub(crate) fn wrong(&mut self, key: &Key, node: &Node, wanted: &str, hint: Option<String>) {
        let message = format!("`{}`: expected {wanted}, found {}", key.name, node.value.what());
        let range = if node.range.is_empty() { key.range.clone() } else { node.range.clone() };
        self.report(message, range).hints.extend(hint);
    }

    /// Returns a value as written.
    pub(crate) fn written(&self, node: &Node) -> &'a str {
        self.source.text[self.range.clone()].get(node.range.clone()).unwrap_or_default().trim()
    }

    /// Returns a hint that shows how to write a value.
    pub(crate) fn example(&self, key: &Key, value: &str) -> String {
        match self.syntax {
            Syntax::Yaml | Syntax::Json => format!("use `{}: {value}`", key.name),
            Syntax::Toml => format!("use `{} = {value}`", key.name),
        }
    }

    /// Whether quotes make no difference to the meaning of a value.
    fn is_loose(&self) -> bool {
        self.kind.lenient && self.syntax == Syntax::Yaml
    }

    fn is_left_out(&self, node: &Node) -> bool {
        self.kind.lenient && matches!(node.value, Value::Null)
    }

    /// Reads a table.
    pub(crate) fn table<'n>(&mut self, key: &Key, node: &'n Node, wanted: &str) -> Option<&'n [(Key, Node)]> {
        match &node.value {
            Value::Table(entries) => Some(entries),
            Value::Null if self.kind.lenient => Some(&[]),
            _ => {
                self.wrong(key, node, wanted, None);
                None
            }
        }
    }

    /// Reads a string, or a number or date as written, such as `title: 2024`.
    pub(crate) fn scalar(&self, node: &Node) -> Option<String> {
        match &node.value {
            Value::Text(text) => Some(text.clone()),
            Value::Number(_) | Value::Date => Some(self.written(node).to_owned()),
            Value::Bool(_) => self.is_loose().then(|| self.written(node).to_owned()),
            Value::Null | Value::List(_) | Value::Table(_) => None,
        }
    }

    /// Reads a string.
    pub(crate) fn text(&mut self, key: &Key, node: &Node) -> Option<String> {
        if matches!(node.value, Value::Null) {
            return None;
        }
        let text = self.scalar(node);
        if text.is_none() {
            let hint = matches!(node.value, Value::Bool(_))
                .then(|| self.example(key, &format!("\"{}\"", self.written(node))));
            self.wrong(key, node, "a string", hint);
        }
        text
    }

    /// Reads a string. If the value is missing, returns an empty string.
    pub(crate) fn text_or_empty(&mut self, key: &Key, node: &Node) -> String {
        self.text(key, node).unwrap_or_default()
    }

    /// Reads a string with its location.
    pub(crate) fn placed_text(&mut self, key: &Key, node: &Node) -> Option<(String, Span)> {
        Some((self.text(key, node)?, self.span(&node.range)))
    }

    /// Reads a link's URL. Rejects a URL that runs a script.
    pub(crate) fn url(&mut self, key: &Key, node: &Node) -> Option<String> {
        let url = self.text(key, node)?;
        self.without_script(url, node, runs_script)
    }

    /// Reads an image's URL. Rejects a URL that runs a script.
    pub(crate) fn image(&mut self, key: &Key, node: &Node) -> Option<String> {
        let url = self.text(key, node)?;
        self.without_script(url, node, runs_script_as_image)
    }

    fn without_script(&mut self, url: String, node: &Node, runs_script: fn(&str) -> bool) -> Option<String> {
        if !runs_script(&url) {
            return Some(url);
        }
        let diagnostic = Diagnostic::script_link(&url).at(&self.source.path, self.span(&node.range));
        self.diagnostics.push(diagnostic);
        None
    }

    /// Reads `true` or `false`. Returns `false` if the value is missing.
    pub(crate) fn flag(&mut self, key: &Key, node: &Node) -> bool {
        self.written_flag(key, node).unwrap_or_default()
    }

    /// Reads `true` or `false`. Returns `None` if the value is missing.
    pub(crate) fn optional_flag(&mut self, key: &Key, node: &Node) -> Option<bool> {
        if self.is_left_out(node) { None } else { self.written_flag(key, node) }
    }

    fn written_flag(&mut self, key: &Key, node: &Node) -> Option<bool> {
        if let Value::Bool(value) = node.value {
            return Some(value);
        }
        let written = self.written(node).trim_matches(['"', '\'']);
        let yes = matches!(written, "yes" | "on" | "True" | "true" | "TRUE" | "1");
        let loosely = match written.to_ascii_lowercase().as_str() {
            "true" | "yes" | "y" | "on" => Some(true),
            "false" | "no" | "n" | "off" => Some(false),
            _ => None,
        };
        if self.is_loose() && loosely.is_some() {
            return loosely;
        }
        let hint = self.example(key, if yes { "true" } else { "false" });
        self.wrong(key, node, "`true` or `false`", Some(hint));
        None
    }

    /// Reads a number.
    pub(crate) fn number(&mut self, key: &Key, node: &Node) -> Option<f64> {
        let quoted = match &node.value {
            Value::Number(number) if number.is_finite() => return Some(*number),
            Value::Text(text) => text.trim().parse::<f64>().ok().filter(|number| number.is_finite()),
            _ => None,
        };
        if self.is_left_out(node) || (self.is_loose() && quoted.is_some()) {
            return quoted;
        }
        let hint = quoted.map(|number| self.example(key, &number.to_string()));
        self.wrong(key, node, "a number", hint);
        None
    }
}
