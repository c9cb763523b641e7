//! The rules and declarations of a style sheet (CSS Syntax 3, section 5, with nesting).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use cssparser::Token;

use super::names::{Composed, is_animation};
use super::tokens::{Item, siblings};
use super::{Change, Edit, MOST_PROBLEMS, Problem, range_of};
use crate::path::SourcePath;

/// The preludes of at-rules that give strings and URLs a special meaning. The key is the index of the first token, and
/// the value is the kind of prelude and the index of its end.
pub(super) type Preludes = BTreeMap<usize, (Prelude, usize)>;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Prelude {
    Import,
    Namespace,
}

/// The reader of the rules.
pub(super) struct Rules<'r, 't> {
    pub text: &'t str,
    pub items: &'r [Item<'t>],
    /// The path, if the file is a CSS module.
    pub module: Option<&'r SourcePath>,
    pub edits: Vec<Edit>,
    pub problems: Vec<Problem>,
    pub names: BTreeMap<String, String>,
    pub composed: Vec<Composed>,
    pub preludes: Preludes,
    /// The names of the animations.
    keyframes: BTreeSet<String>,
    /// The tokens that refer to an animation if the file defines an animation with this name.
    pub animated: Vec<usize>,
    /// Whether the reader has passed a rule that must come after every `@import`.
    is_late: bool,
}

/// The rule that contains an item.
#[derive(Clone, Debug, Default)]
struct Around {
    /// Whether the item is directly in the style sheet.
    is_top: bool,
    /// Whether the item is in the block of a rule that can contain declarations.
    is_block: bool,
    /// Whether names stay as they are.
    is_global: bool,
    /// Whether the block is in an unknown at-rule, so docgen doesn't know what it can contain.
    is_unknown: bool,
    /// The classes of the rule, if they can be composed.
    classes: Vec<String>,
}

/// At-rules with blocks that contain declarations or the same items as their surroundings.
const KNOWN: &[&str] =
    &["container", "font-face", "layer", "media", "page", "property", "scope", "starting-style", "supports"];

impl<'r, 't> Rules<'r, 't> {
    pub(super) fn new(text: &'t str, items: &'r [Item<'t>], module: Option<&'r SourcePath>) -> Self {
        Rules {
            text,
            items,
            module,
            edits: Vec::new(),
            problems: Vec::new(),
            names: BTreeMap::new(),
            composed: Vec::new(),
            preludes: BTreeMap::new(),
            keyframes: BTreeSet::new(),
            animated: Vec::new(),
            is_late: false,
        }
    }

    /// Reads the whole style sheet.
    pub(super) fn read(&mut self) {
        let is_global = self.module.is_none();
        self.contents(0..self.items.len(), &Around { is_top: true, is_global, ..Around::default() });
        let items = self.items;
        for at in std::mem::take(&mut self.animated) {
            if let Token::Ident(name) | Token::QuotedString(name) = &items[at].token
                && self.keyframes.contains(&**name)
            {
                self.rename(at, name);
            }
        }
    }

    /// Adds a problem, unless there are already too many.
    pub(super) fn report(&mut self, problem: Problem) {
        if self.problems.len() < 2 * MOST_PROBLEMS {
            self.problems.push(problem);
        }
    }

    /// Returns the range of text that the tokens cover.
    pub(super) fn range(&self, tokens: Range<usize>) -> Range<u32> {
        let last = tokens.end.max(tokens.start + 1) - 1;
        let last = (tokens.start..=last).rev().find(|at| !self.items[*at].is_blank()).unwrap_or(tokens.start);
        range_of(&(self.items[tokens.start].range.start..self.items[last].range.end))
    }

    /// Reads the content of a block, or the whole style sheet.
    fn contents(&mut self, range: Range<usize>, around: &Around) {
        let items = self.items;
        let mut at = range.start;
        while at < range.end {
            at = match &items[at].token {
                Token::Semicolon if around.is_top => {
                    let problem = Problem::new("`;` isn't allowed between rules", self.range(at..at + 1));
                    self.report(
                        problem.hint("remove the semicolon; otherwise, browsers ignore the next rule"),
                    );
                    at + 1
                }
                Token::WhiteSpace(_) | Token::Comment(_) | Token::Semicolon | Token::CDO | Token::CDC => {
                    at + 1
                }
                Token::AtKeyword(name) => self.at_rule(&name.to_ascii_lowercase(), at..range.end, around),
                _ => self.item(at..range.end, around),
            };
        }
    }

    /// Reads the at-rule at the start of a range and returns the index after it.
    fn at_rule(&mut self, name: &str, range: Range<usize>, around: &Around) -> usize {
        let stop = siblings(self.items, range.start + 1..range.end)
            .find(|at| matches!(self.items[*at].token, Token::Semicolon | Token::CurlyBracketBlock))
            .unwrap_or(range.end);
        let prelude = range.start + 1..stop;
        let has_block = stop < range.end && self.items[stop].token == Token::CurlyBracketBlock;
        self.check_at_rule(name, range.start, &prelude, around);
        self.is_late |= has_block || name == "namespace";
        let names = match name {
            "import" => Some(Prelude::Import),
            "namespace" => Some(Prelude::Namespace),
            _ => None,
        };
        if let Some(names) = names.filter(|_| !prelude.is_empty()) {
            self.preludes.insert(prelude.start, (names, prelude.end));
        }
        let is_keyframes = name == "keyframes" || name.ends_with("-keyframes");
        if !around.is_global && is_keyframes {
            self.animation(&prelude);
        } else if !around.is_global && name == "scope" {
            self.selectors(prelude, false);
        }
        if !has_block {
            return (stop + 1).min(range.end);
        }
        let inside = Around {
            is_top: false,
            is_block: around.is_block || !contains_rules(name),
            is_global: around.is_global || is_keyframes,
            is_unknown: around.is_unknown || !is_keyframes && !KNOWN.contains(&name),
            classes: Vec::new(),
        };
        self.contents(stop + 1..self.items[stop].next, &inside);
        self.items[stop].next
    }

    /// Reports an at-rule that has no effect where it is.
    fn check_at_rule(&mut self, name: &str, at: usize, prelude: &Range<usize>, around: &Around) {
        let problem = match name {
            "import" if around.is_block || self.is_late || around.is_unknown => {
                Problem::new("`@import` has no effect here", self.range(at..prelude.end))
                    .hint("move the rule to the top of the file")
            }
            "value" if self.module.is_some() => {
                Problem::new("`@value` isn't supported", self.range(at..at + 1))
                    .hint("define a custom property, such as `--gap: 1rem`, and use it as `var(--gap)`")
            }
            _ => return,
        };
        self.report(problem);
    }

    /// Replaces an animation's name.
    fn animation(&mut self, prelude: &Range<usize>) {
        let Some(first) = prelude.clone().find(|at| !self.items[*at].is_blank()) else { return };
        let (first, is_local) = match self.wrapper(first) {
            Some(function) => {
                let is_local = self.items[function].function() == Some("local");
                self.unwrap(first, function);
                let inside = (function + 1..self.items[function].next).find(|at| !self.items[*at].is_blank());
                (inside, is_local)
            }
            None => (Some(first), true),
        };
        let Some(first) = first.filter(|_| is_local) else { return };
        let items = self.items;
        if let Token::Ident(name) | Token::QuotedString(name) = &items[first].token
            && is_animation(name)
        {
            self.keyframes.insert(name.to_string());
            self.rename(first, name);
        }
    }

    /// Reads the rule or declaration at the start of a range and returns the index after it.
    fn item(&mut self, range: Range<usize>, around: &Around) -> usize {
        let start = range.start;
        let mut after = siblings(self.items, range.clone()).skip(1).filter(|at| !self.items[*at].is_blank());
        let colon = after.next().filter(|at| self.items[*at].token == Token::Colon);
        let property = match &self.items[start].token {
            Token::Ident(name) if around.is_block => colon.map(|colon| (name.to_ascii_lowercase(), colon)),
            _ => None,
        };
        let is_custom = property.as_ref().is_some_and(|(name, _)| name.starts_with("--"));
        let is_end = |at: &usize| match self.items[*at].token {
            Token::Semicolon => !around.is_top,
            Token::CurlyBracketBlock => !is_custom,
            _ => false,
        };
        let stop = siblings(self.items, start..range.end).find(is_end).unwrap_or(range.end);
        let has_block = stop < range.end && self.items[stop].token == Token::CurlyBracketBlock;
        self.is_late = true;
        let has_slashes = self.check_slashes(start..stop);
        if has_block {
            self.rule(start..stop, stop, around);
            return self.items[stop].next;
        }
        let end = (stop + 1).min(range.end);
        match property {
            Some((name, colon)) => self.declaration(&name, start..end, colon + 1..stop, around),
            None if has_slashes => {}
            None => self.check_item(start..stop, around),
        }
        end
    }

    /// Reads a rule: its selectors and the content of its block.
    fn rule(&mut self, prelude: Range<usize>, block: usize, around: &Around) {
        let inside = self.items[block].next;
        let plain = Around { is_top: false, is_block: true, classes: Vec::new(), ..*around };
        if self.module.is_none() || around.is_global && !self.has_wrapper(&prelude) {
            return self.contents(block + 1..inside, &plain);
        }
        if let Some(is_global) = self.whole_switch(&prelude) {
            // The rule has no selector of its own, so only the content of its block is published.
            let start = self.items[prelude.start].range.start;
            let (open, close) = (&self.items[block].range, self.items[block].close.clone());
            self.edits.push(Edit { range: start..open.end, change: Change::Text(String::new()) });
            self.edits.push(Edit { range: close, change: Change::Text(String::new()) });
            let inside_of = Around { is_global, ..around.clone() };
            return self.contents(block + 1..inside, &inside_of);
        }
        self.check_icss(&prelude);
        let selected = self.selectors(prelude, around.is_global);
        let classes = if around.is_block { Vec::new() } else { selected.classes };
        self.contents(block + 1..inside, &Around { is_global: selected.is_global, classes, ..plain });
    }

    /// Whether the tokens contain `:global` or `:local`.
    fn has_wrapper(&self, prelude: &Range<usize>) -> bool {
        let inner = prelude.start + 1..prelude.end.max(prelude.start + 1);
        inner.clone().any(|at| {
            let name = self.items[at].ident().or_else(|| self.items[at].function());
            self.items[at - 1].token == Token::Colon && name.is_some_and(is_switch)
        })
    }

    /// If a prelude is only `:global` or `:local`, returns whether names stay as they are. Otherwise, returns `None`.
    fn whole_switch(&self, prelude: &Range<usize>) -> Option<bool> {
        let all: Vec<usize> = prelude.clone().filter(|at| !self.items[*at].is_blank()).collect();
        let [colon, name] = *all else { return None };
        let name = self.items[name].ident().filter(|name| is_switch(name))?;
        (self.items[colon].token == Token::Colon).then_some(name == "global")
    }

    /// Reads a declaration.
    fn declaration(&mut self, property: &str, whole: Range<usize>, value: Range<usize>, around: &Around) {
        if self.module.is_none() {
            return;
        }
        match property {
            "composes" => self.compose(whole, value, &around.classes),
            "animation" | "animation-name" | "-webkit-animation" | "-webkit-animation-name"
                if !around.is_global =>
            {
                self.animations(value);
            }
            _ => {}
        }
    }

    /// Reports `:export` and `:import` in a CSS module.
    fn check_icss(&mut self, prelude: &Range<usize>) {
        let Some(item) = self.items.get(prelude.start + 1) else { return };
        let name = match (item.ident(), item.function()) {
            (Some("export"), _) => ":export",
            (_, Some("import")) => ":import",
            _ => return,
        };
        if self.items[prelude.start].token == Token::Colon {
            let problem = Problem::new(
                format!("`{name}` isn't supported"),
                self.range(prelude.start..prelude.start + 2),
            );
            self.report(
                problem.hint(
                    "import values from a `.ts` or `.json` file, and set custom properties with `style`",
                ),
            );
        }
    }

    /// Reports `//`, which isn't a comment in CSS. Returns whether the tokens contain `//`.
    fn check_slashes(&mut self, tokens: Range<usize>) -> bool {
        let all: Vec<usize> = siblings(self.items, tokens).collect();
        let is_slash = |at: usize| self.items[at].token == Token::Delim('/');
        let pair = all.windows(2).find(|pair| is_slash(pair[0]) && is_slash(pair[1]));
        if let Some(pair) = pair {
            let problem =
                Problem::new("`//` doesn't start a comment in CSS", self.range(pair[0]..pair[1] + 1));
            self.report(problem.hint("use `/* … */`"));
        }
        pair.is_some()
    }

    /// Reports tokens that are neither a rule nor a declaration.
    fn check_item(&mut self, tokens: Range<usize>, around: &Around) {
        // In some old style sheets, `*` precedes declarations for a single browser.
        let is_hack = self.items[tokens.start].token == Token::Delim('*');
        let is_reported = self.items[tokens.clone()].iter().any(|item| item.token.is_parse_error());
        if around.is_unknown || is_hack || is_reported {
            return;
        }
        let range = self.range(tokens);
        let written = &self.text[range.start as usize..range.end as usize];
        let short: String =
            written.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(30).collect();
        let (expected, hint) = match around.is_block {
            true => ("a declaration or a rule", "use a declaration such as `color: red;`"),
            false => ("a rule", "use a rule such as `.name { color: red; }`"),
        };
        self.report(Problem::new(format!("expected {expected}, found `{short}`"), range).hint(hint));
    }
}

/// Whether a pseudo-class determines which names stay as they are: `:global` or `:local`.
pub(super) fn is_switch(name: &str) -> bool {
    matches!(name, "global" | "local")
}

/// Whether the block of an at-rule contains rules or the same items as its surroundings.
fn contains_rules(name: &str) -> bool {
    matches!(name, "container" | "layer" | "media" | "scope" | "starting-style" | "supports")
        || name.ends_with("keyframes")
}
