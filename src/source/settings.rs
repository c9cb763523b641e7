//! Settings, read key by key: front matter, `_category_` files, and the authors and tags of a blog.
//!
//! A key that is unknown and a value that is not what it should be are reported where they stand. What the settings mean is
//! the business of who reads them.

use std::ops::Range;

use super::Source;
use super::tree::{self, Key, Node, Syntax, Value};
use crate::diag::{Code, Diagnostic, Span, nearest};
use crate::path::{runs_script, runs_script_as_image};

/// A kind of text that holds settings.
pub(crate) struct Kind {
    /// What problems are reported as.
    pub code: Code,
    /// What it is called: `front matter`.
    pub name: &'static str,
    /// A setting of it: `title: Quickstart`.
    pub example: &'static str,
    /// Whether a value may be left empty and, in YAML, be quoted or not whatever it is.
    pub lenient: bool,
}

/// Reads the values of a text of settings.
pub(crate) struct Reader<'a> {
    kind: &'a Kind,
    /// How the text is written.
    pub syntax: Syntax,
    /// Where the text is.
    pub source: &'a Source,
    /// The bytes of the source that are the text.
    range: Range<usize>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

/// Reads the entries of a table, each into the field of a value that has the name of its key, by a method of a [`Reader`].
/// Another key is unknown.
macro_rules! fields {
    ($reader:expr, $entries:expr, $of:expr, $to:expr, { $($name:ident $(| $alias:literal)?: $read:ident),* $(,)? }) => {
        $($($reader.once($entries, stringify!($name), $alias);)?)*
        for (key, node) in $entries {
            match key.name.as_str() {
                $(stringify!($name) $(| $alias)? => $to.$name = $reader.$read(key, node),)*
                _ => $reader.unknown(key, &[$(stringify!($name)),*], $of),
            }
        }
    };
}
pub(crate) use fields;

impl<'a> Reader<'a> {
    /// A reader of a part of a source.
    pub(crate) fn new(
        kind: &'a Kind,
        syntax: Syntax,
        source: &'a Source,
        range: Range<usize>,
        diagnostics: &'a mut Vec<Diagnostic>,
    ) -> Self {
        Reader { kind, syntax, source, range, diagnostics }
    }

    /// Reads a whole file. What has a problem counts for nothing.
    pub(crate) fn file<T>(
        kind: &'a Kind,
        source: &'a Source,
        diagnostics: &'a mut Vec<Diagnostic>,
        read: impl FnOnce(&mut Reader<'_>, &[(Key, Node)]) -> T,
    ) -> Option<T> {
        let before = diagnostics.len();
        let mut reader = Reader::new(kind, Syntax::of(source), source, 0..source.text.len(), diagnostics);
        let entries = reader.entries();
        let value = read(&mut reader, &entries);
        diagnostics[before..].iter().all(|found| found.code != kind.code).then_some(value)
    }

    /// The settings of the text.
    pub(crate) fn entries(&mut self) -> Vec<(Key, Node)> {
        let Kind { name, example, .. } = self.kind;
        match tree::parse(self.syntax, &self.source.text[self.range.clone()]) {
            Ok(Node { value: Value::Table(entries), .. }) => return entries,
            Ok(Node { value: Value::Null, .. }) => {}
            Ok(Node { value, range }) => {
                let message = format!("{name} holds settings such as `{example}`, here is {}", value.what());
                self.report(message, range);
            }
            Err(fault) => {
                let message = format!("the {name} is not valid {}: {}", self.syntax.name(), fault.message);
                self.report(message, fault.range).hints.extend(fault.hint);
            }
        }
        Vec::new()
    }

    /// Where a part of the text is in its source.
    pub(crate) fn span(&self, range: &Range<usize>) -> Span {
        Span::from(self.range.start + range.start..self.range.start + range.end)
    }

    /// Reports a problem of a part of the text.
    pub(crate) fn report(&mut self, message: impl Into<String>, range: Range<usize>) -> &mut Diagnostic {
        let diagnostic = Diagnostic::new(self.kind.code, message).at(&self.source.path, self.span(&range));
        self.diagnostics.push(diagnostic);
        self.diagnostics.last_mut().expect("one was just pushed")
    }

    /// Reports a key that is none of those that are known.
    pub(crate) fn unknown(&mut self, key: &Key, known: &[&str], of: &str) {
        let near = nearest(&key.name, known.iter().copied());
        let hint = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the keys are {}", known.join(", ")),
        };
        let message = format!("unknown key `{}` in {of}", key.name);
        self.report(message, key.range.clone()).hints.push(hint);
    }

    /// Reports a key that stands there under both of its names.
    pub(crate) fn once(&mut self, entries: &[(Key, Node)], name: &str, alias: &str) {
        let find = |name: &str| entries.iter().map(|(key, _)| key).find(|key| key.name == name);
        if let (Some(_), Some(second)) = (find(name), find(alias)) {
            let message = format!("`{alias}` and `{name}` are the same setting");
            self.report(message, second.range.clone()).hints.push(format!("leave `{alias}` out"));
        }
    }

    /// Reports a value that is not what is wanted.
    pub(crate) fn wrong(&mut self, key: &Key, node: &Node, wanted: &str, hint: Option<String>) {
        let message = format!("`{}` must be {wanted}, here is {}", key.name, node.value.what());
        let range = if node.range.is_empty() { key.range.clone() } else { node.range.clone() };
        self.report(message, range).hints.extend(hint);
    }

    /// A value as it is written.
    pub(crate) fn written(&self, node: &Node) -> &'a str {
        self.source.text[self.range.clone()].get(node.range.clone()).unwrap_or_default().trim()
    }

    /// A hint to write a value.
    pub(crate) fn example(&self, key: &Key, value: &str) -> String {
        match self.syntax {
            Syntax::Yaml | Syntax::Json => format!("write `{}: {value}`", key.name),
            Syntax::Toml => format!("write `{} = {value}`", key.name),
        }
    }

    /// Whether quotes make no difference to a value.
    fn is_loose(&self) -> bool {
        self.kind.lenient && self.syntax == Syntax::Yaml
    }

    fn is_left_out(&self, node: &Node) -> bool {
        self.kind.lenient && matches!(node.value, Value::Null)
    }

    /// The entries of a table.
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

    /// Text, or a number or date as it is written: `title: 2024` means what it says.
    pub(crate) fn scalar(&self, node: &Node) -> Option<String> {
        match &node.value {
            Value::Text(text) => Some(text.clone()),
            Value::Number(_) | Value::Date => Some(self.written(node).to_owned()),
            Value::Bool(_) => self.is_loose().then(|| self.written(node).to_owned()),
            Value::Null | Value::List(_) | Value::Table(_) => None,
        }
    }

    /// Text.
    pub(crate) fn text(&mut self, key: &Key, node: &Node) -> Option<String> {
        if matches!(node.value, Value::Null) {
            return None;
        }
        let text = self.scalar(node);
        if text.is_none() {
            let hint = matches!(node.value, Value::Bool(_))
                .then(|| self.example(key, &format!("\"{}\"", self.written(node))));
            self.wrong(key, node, "text", hint);
        }
        text
    }

    /// Text; empty when there is none.
    pub(crate) fn text_or_empty(&mut self, key: &Key, node: &Node) -> String {
        self.text(key, node).unwrap_or_default()
    }

    /// Text and its place.
    pub(crate) fn placed_text(&mut self, key: &Key, node: &Node) -> Option<(String, Span)> {
        Some((self.text(key, node)?, self.span(&node.range)))
    }

    /// The URL of a link, if it runs no script.
    pub(crate) fn url(&mut self, key: &Key, node: &Node) -> Option<String> {
        let url = self.text(key, node)?;
        self.without_script(url, node, runs_script)
    }

    /// The URL of an image, if it runs no script.
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

    /// True or false.
    pub(crate) fn flag(&mut self, key: &Key, node: &Node) -> bool {
        self.written_flag(key, node).unwrap_or_default()
    }

    /// True, false or not said.
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
        self.wrong(key, node, "true or false", Some(hint));
        None
    }

    /// A number.
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
