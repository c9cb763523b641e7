//! The names in a CSS module: classes, IDs, and animations.

use std::ops::Range;

use cssparser::Token;

use super::rules::Rules;
use super::tokens::siblings;
use super::{Change, Edit, range_of};
use crate::component::module::Fault;
use crate::path::{SourcePath, composed};

/// A class that contains other classes.
#[derive(Debug)]
pub(in crate::component) struct Composed {
    /// The class with the declaration.
    pub class: String,
    /// The class that it contains.
    pub name: String,
    /// Where the contained class is.
    pub from: Origin,
    /// The range of the contained class in the text.
    pub range: Range<u32>,
}

/// Where a class that another class contains is from.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::component) enum Origin {
    /// The same file.
    Here,
    /// No file: the name stays as it is.
    Global,
    /// Another CSS module: its path as written, and the range of the path.
    File(String, Range<u32>),
}

/// The digits of a hash in a name, and the number of different hashes: all of six digits.
const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
const HASHES: u64 = 36_u64.pow(6);

/// Returns the unique name that replaces a name of a file. It's the same on every computer, and any HTML attribute can
/// contain it.
pub(super) fn unique(path: &SourcePath, name: &str) -> String {
    let mut hash =
        xxhash_rust::xxh3::xxh3_64(format!("{}\0{name}", composed(path.as_str())).as_bytes()) % HASHES;
    let readable = name.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' });
    let mut unique: String = readable.chain(['_']).collect();
    for _ in 0..6 {
        unique.push(char::from(DIGITS[(hash % 36) as usize]));
        hash /= 36;
    }
    unique
}

/// The values of the properties for animations, which can't be told from the name of an animation.
const KEYWORDS: &[&str] = &[
    "alternate",
    "alternate-reverse",
    "auto",
    "backwards",
    "both",
    "ease",
    "ease-in",
    "ease-in-out",
    "ease-out",
    "forwards",
    "infinite",
    "inherit",
    "initial",
    "linear",
    "none",
    "normal",
    "paused",
    "revert",
    "revert-layer",
    "reverse",
    "running",
    "step-end",
    "step-start",
    "unset",
];

/// Whether a name of an animation can be replaced.
pub(super) fn is_animation(name: &str) -> bool {
    !KEYWORDS.iter().any(|keyword| name.eq_ignore_ascii_case(keyword))
}

impl Rules<'_, '_> {
    /// Replaces the names of animations in the value of a property, once all animations are known.
    pub(super) fn animations(&mut self, value: Range<usize>) {
        let mut at = value.start;
        while at < value.end {
            match &self.items[at].token {
                Token::Colon => {
                    if let Some(function) = self.wrapper(at) {
                        self.unwrap(at, function);
                        let is_global = self.items[function].function() == Some("global");
                        at = if is_global { self.items[function].next } else { function + 1 };
                        continue;
                    }
                }
                Token::Ident(_) | Token::QuotedString(_) => self.animated.push(at),
                _ => {}
            }
            at += 1;
        }
    }

    /// Reads the value of `composes` in a rule for these classes, and removes the declaration.
    pub(super) fn compose(&mut self, whole: Range<usize>, value: Range<usize>, classes: &[String]) {
        if classes.is_empty() {
            let fault =
                Fault::new("`composes` has no effect in this rule", self.range(whole.start..value.start));
            return self.fault(fault.hint("move it to a rule whose selector is a single class"));
        }
        let siblings: Vec<usize> =
            siblings(self.items, value).filter(|at| !self.items[*at].is_blank()).collect();
        for part in siblings.split(|at| self.items[*at].token == Token::Comma) {
            let Some((names, from)) = self.composed_part(part) else {
                let (Some(first), Some(last)) = (part.first(), part.last()) else { continue };
                let fault = Fault::new("the value of `composes` isn't valid", self.range(*first..*last + 1));
                let hint = "write `composes: name`, `composes: name from \"./other.module.css\"`, or `composes: name from global`";
                return self.fault(fault.hint(hint));
            };
            for (class, at) in classes.iter().flat_map(|class| names.iter().map(move |at| (class, *at))) {
                let Some(name) = self.items[at].ident() else { continue };
                let range = range_of(&self.items[at].range);
                let (class, name, from) = (class.clone(), name.to_string(), from.clone());
                self.composed.push(Composed { class, name, from, range });
            }
        }
        let range = self.items[whole.start].range.start..self.items[whole.end - 1].range.end;
        self.edits.push(Edit { range, change: Change::Text(String::new()) });
    }

    /// Returns the names in a part of the value of `composes`, and where they're from.
    fn composed_part<'p>(&self, part: &'p [usize]) -> Option<(&'p [usize], Origin)> {
        let is_from = |at: &usize| self.items[*at].ident() == Some("from");
        let (names, from) = match part {
            [names @ .., from, last] if is_from(from) && !names.is_empty() => {
                let from = match &self.items[*last].token {
                    Token::Ident(name) if &**name == "global" => Origin::Global,
                    // Unlike in JavaScript, every path in CSS is relative.
                    Token::QuotedString(path) if path.starts_with(['.', '/', '@']) => {
                        Origin::File(path.to_string(), range_of(&self.items[*last].range))
                    }
                    Token::QuotedString(path) => {
                        Origin::File(format!("./{path}"), range_of(&self.items[*last].range))
                    }
                    _ => return None,
                };
                (names, from)
            }
            names => (names, Origin::Here),
        };
        let are_names = names.iter().all(|at| self.items[*at].ident().is_some());
        (are_names && !names.is_empty()).then_some((names, from))
    }
}
