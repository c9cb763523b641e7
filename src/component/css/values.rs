//! The values of properties that contain names from a CSS module: animations and composed classes.

use std::ops::Range;

use cssparser::Token;

use super::names::{Composed, Origin};
use super::rules::Rules;
use super::tokens::siblings;
use super::{Change, Edit, Problem, range_of};

impl Rules<'_, '_> {
    /// Records the names of animations in the value of a property. The names are replaced after all animations are
    /// known.
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

    /// Reads the value of `composes` in a rule for the given classes and removes the declaration.
    pub(super) fn compose(&mut self, whole: Range<usize>, value: Range<usize>, classes: &[String]) {
        if classes.is_empty() {
            let problem =
                Problem::new("`composes` has no effect in this rule", self.range(whole.start..value.start));
            return self.report(problem.hint("move it to a rule that has a single class as its selector"));
        }
        let siblings: Vec<usize> =
            siblings(self.items, value).filter(|at| !self.items[*at].is_blank()).collect();
        for part in siblings.split(|at| self.items[*at].token == Token::Comma) {
            let Some((names, from)) = self.composed_part(part) else {
                let (Some(first), Some(last)) = (part.first(), part.last()) else { continue };
                let problem = Problem::new("invalid value for `composes`", self.range(*first..*last + 1));
                let hint = "use `composes: name`, `composes: name from \"./other.module.css\"`, or `composes: name from global`";
                return self.report(problem.hint(hint));
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

    /// Returns the names in a part of a `composes` value, and their origins.
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
