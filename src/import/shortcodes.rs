//! Hugo and Zola shortcodes in the text of a page.

mod args;
mod blocks;
mod expand;
mod host;
mod hugo;
mod meaning;
mod media;
mod write;
mod zola;

pub(super) use args::arguments;
pub(super) use host::{Child, Evaluated, Host, Listing};
pub(super) use hugo::parse as of_hugo;
pub(super) use write::{escaped, fenced, without_entities, without_tags};
pub(super) use zola::parse as of_zola;

use std::cell::Cell;
use std::ops::Range;

use expand::Expander;

/// Returns a converter for the shortcodes on a page.
pub(super) fn expander(host: &dyn Host) -> Expander<'_> {
    Expander::new(host, meaning::convert)
}

/// A part of the text.
#[derive(Debug, PartialEq)]
pub(super) enum Piece {
    Text(String),
    Call(Call),
}

/// A shortcode.
#[derive(Debug, PartialEq)]
pub(super) struct Call {
    /// The lowercase name, without the template extension.
    pub name: String,
    pub arguments: Vec<Argument>,
    /// The content between the start tag and the end tag.
    pub inner: Option<Vec<Piece>>,
    /// Whether the content is always Markdown, as in `{{% name %}}`.
    pub is_markdown: bool,
    /// The range of the start tag in the text.
    pub range: Range<usize>,
    /// The source text of the start tag.
    pub raw: String,
}

/// A named or positional argument.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Argument {
    pub name: Option<String>,
    pub value: String,
    /// Whether the value is in quotes, so that `"false"` is text.
    pub is_quoted: bool,
    /// Whether the conversion used the argument.
    pub is_read: Cell<bool>,
}

impl Argument {
    pub(super) fn read(&self) -> &str {
        self.is_read.set(true);
        &self.value
    }
}

/// The names of arguments that only affect the appearance.
const APPEARANCE: [&str; 8] = ["class", "style", "id", "width", "height", "loading", "target", "rel"];

/// The names of arguments that contain text.
const TEXTS: [&str; 10] =
    ["title", "header", "heading", "subtitle", "caption", "text", "label", "description", "footer", "byline"];

impl Call {
    /// Returns the argument with one of these names.
    pub(super) fn named(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|name| self.argument(name)).map(Argument::read)
    }

    /// Returns the argument with this name.
    pub(super) fn argument(&self, name: &str) -> Option<&Argument> {
        let is_it = |own: &String| own.eq_ignore_ascii_case(name);
        self.arguments.iter().find(|argument| argument.name.as_ref().is_some_and(is_it))
    }

    /// Returns the value of the unnamed argument at a position. Named arguments aren't counted.
    pub(super) fn positional(&self, at: usize) -> Option<&str> {
        self.unnamed(at).map(Argument::read)
    }

    /// Returns the unnamed argument at a position.
    pub(super) fn unnamed(&self, at: usize) -> Option<&Argument> {
        self.arguments.iter().filter(|argument| argument.name.is_none()).nth(at)
    }

    /// Returns the call without its content.
    pub(super) fn without_content(&self) -> Call {
        Call {
            name: self.name.clone(),
            arguments: self.arguments.clone(),
            inner: None,
            is_markdown: self.is_markdown,
            range: self.range.clone(),
            raw: self.raw.clone(),
        }
    }

    /// Returns the names of arguments that contain text and that the conversion ignored.
    fn unread_texts(&self) -> Vec<String> {
        let unread =
            self.arguments.iter().filter(|argument| !argument.is_read.get() && !argument.value.is_empty());
        let names = unread.filter_map(|argument| argument.name.clone());
        names.filter(|name| TEXTS.contains(&&*name.to_ascii_lowercase())).collect()
    }

    /// Whether the conversion ignored an argument that affects more than the appearance.
    fn has_unread(&self) -> bool {
        let matters = |argument: &Argument| {
            argument.name.as_deref().is_none_or(|name| !APPEARANCE.contains(&&*name.to_ascii_lowercase()))
        };
        self.arguments.iter().any(|argument| !argument.is_read.get() && matters(argument))
    }

    /// Returns the argument with one of these names. If there's no such argument, returns the unnamed argument at a
    /// position.
    pub(super) fn get(&self, names: &[&str], at: usize) -> Option<&str> {
        self.named(names).or_else(|| self.positional(at)).filter(|value| !value.is_empty())
    }

    /// Whether the content is the shortcode's template, as in `{{< now.inline >}}{{ now }}{{< /now.inline >}}`.
    pub(super) fn is_inline_template(&self) -> bool {
        self.name.ends_with(".inline")
    }

    /// Whether an argument is true.
    pub(super) fn is(&self, names: &[&str]) -> bool {
        matches!(self.named(names), Some("true" | "1" | "yes" | "on"))
    }
}

/// The maximum nesting depth of shortcodes. At deeper levels, shortcode tags are text.
const DEEPEST: usize = 40;

/// A builder that creates a tree of pieces from a flat sequence.
#[derive(Default)]
struct Builder {
    pieces: Vec<Piece>,
    /// The indexes of calls that have no end tag so far. The indexes refer to `pieces`.
    open: Vec<usize>,
}

impl Builder {
    fn text(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(Piece::Text(last)) => last.push_str(text),
            _ if text.is_empty() => {}
            _ => self.pieces.push(Piece::Text(text.to_owned())),
        }
    }

    fn start(&mut self, call: Call, can_end: bool) {
        if can_end {
            self.open.push(self.pieces.len());
        }
        self.pieces.push(Piece::Call(call));
    }

    /// Ends the last open call with this name. Returns whether such a call exists.
    fn end(&mut self, name: Option<&str>) -> bool {
        let is_it = |at: &usize| matches!(&self.pieces[*at], Piece::Call(call) if name.is_none_or(|name| call.name == name));
        let Some(depth) = self.open.iter().rposition(is_it) else { return false };
        let at = self.open[depth];
        self.open.truncate(depth);
        let inner = self.pieces.split_off(at + 1);
        let is_deep = depth_of(&inner) >= DEEPEST;
        if let Some(Piece::Call(call)) = self.pieces.last_mut() {
            call.inner = Some(if is_deep { vec![Piece::Text(plain(&inner))] } else { inner });
        }
        true
    }
}

fn depth_of(pieces: &[Piece]) -> usize {
    let of = |piece: &Piece| match piece {
        Piece::Call(call) => 1 + call.inner.as_deref().map_or(0, depth_of),
        Piece::Text(_) => 0,
    };
    pieces.iter().map(of).max().unwrap_or(0)
}

/// Returns the text in pieces, without shortcode tags.
pub(super) fn plain(pieces: &[Piece]) -> String {
    let of = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Call(call) => plain(call.inner.as_deref().unwrap_or_default()),
    };
    pieces.iter().map(of).collect()
}
