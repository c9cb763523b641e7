//! Shortcodes of Hugo and Zola in the text of a page.

mod args;
mod blocks;
mod expand;
mod host;
mod hugo;
mod meaning;
mod media;
mod write;
mod zola;

pub(super) use host::Host;
pub(super) use hugo::parse as of_hugo;
pub(super) use zola::parse as of_zola;

use std::ops::Range;

use expand::Expander;

/// Returns a converter of the shortcodes of a page.
pub(super) fn expander(host: &dyn Host) -> Expander<'_> {
    Expander::new(host, meaning::convert)
}

/// A part of a text.
#[derive(Debug, PartialEq)]
pub(super) enum Piece {
    Text(String),
    Call(Call),
}

/// A shortcode.
#[derive(Debug, PartialEq)]
pub(super) struct Call {
    /// The name in lowercase, without the extension of a template.
    pub name: String,
    pub arguments: Vec<Argument>,
    /// The content between the start and the end.
    pub inner: Option<Vec<Piece>>,
    /// Whether the content is Markdown in any case, as in `{{% name %}}`.
    pub is_markdown: bool,
    /// The range of the start in the text.
    pub range: Range<usize>,
    /// The start, as written.
    pub raw: String,
}

/// An argument, which has a name or a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Argument {
    pub name: Option<String>,
    pub value: String,
}

impl Call {
    /// Returns the argument with one of these names.
    pub(super) fn named(&self, names: &[&str]) -> Option<&str> {
        let of = |name: &&str| {
            let is_it = |argument: &&Argument| {
                argument.name.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(name))
            };
            self.arguments.iter().find(is_it).map(|argument| argument.value.as_str())
        };
        names.iter().find_map(of)
    }

    /// Returns the argument at a position, among those without a name.
    pub(super) fn positional(&self, at: usize) -> Option<&str> {
        self.arguments
            .iter()
            .filter(|argument| argument.name.is_none())
            .nth(at)
            .map(|argument| &*argument.value)
    }

    /// Returns the argument with one of these names, or else at this position.
    pub(super) fn get(&self, names: &[&str], at: usize) -> Option<&str> {
        self.named(names).or_else(|| self.positional(at)).filter(|value| !value.is_empty())
    }

    /// Whether an argument is true.
    pub(super) fn is(&self, names: &[&str]) -> bool {
        matches!(self.named(names), Some("true" | "1" | "yes" | "on"))
    }
}

/// The number of shortcodes that can be inside one another. The tags of deeper ones stay text.
const DEEPEST: usize = 40;

/// Builds the tree of pieces from flat ones.
#[derive(Default)]
struct Builder {
    pieces: Vec<Piece>,
    /// The positions of the calls in `pieces` that can still end.
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

    /// Ends the last open call with this name. Returns whether there is one.
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

/// Returns only the text of pieces.
pub(super) fn plain(pieces: &[Piece]) -> String {
    let of = |piece: &Piece| match piece {
        Piece::Text(text) => text.clone(),
        Piece::Call(call) => plain(call.inner.as_deref().unwrap_or_default()),
    };
    pieces.iter().map(of).collect()
}
