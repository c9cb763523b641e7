//! The selectors of a CSS module. `:global` and `:local` are extensions that determine which names stay as they are.
//! docgen doesn't publish them.

use std::ops::Range;

use cssparser::Token;

use super::names::unique;
use super::rules::{Rules, is_switch};
use super::tokens::siblings;
use super::{Change, Edit, Problem};

/// The properties of a rule's block that the rule's selectors determine.
#[derive(Debug, Default)]
pub(super) struct Selected {
    /// Whether names in the block stay as they are.
    pub is_global: bool,
    /// The classes, if each selector of the list is a single class.
    pub classes: Vec<String>,
}

impl Rules<'_, '_> {
    /// Replaces the names in a list of selectors. `is_global` specifies whether the names around the list stay as
    /// they are.
    pub(super) fn selectors(&mut self, range: Range<usize>, is_global: bool) -> Selected {
        let (mut classes, mut are_single, mut are_global) = (Vec::new(), true, true);
        let all: Vec<usize> = siblings(self.items, range).collect();
        let items = self.items;
        for part in all.split(|at| items[*at].token == Token::Comma) {
            are_global &= self.selector(part, is_global);
            match self.single(part).filter(|_| !is_global) {
                Some(class) => classes.push(class),
                None => are_single = false,
            }
        }
        Selected { is_global: are_global, classes: if are_single { classes } else { Vec::new() } }
    }

    /// Replaces the names in a selector and returns whether names at its end stay as they are.
    fn selector(&mut self, part: &[usize], mut is_global: bool) -> bool {
        let items = self.items;
        let mut index = 0;
        while let Some(&at) = part.get(index) {
            match &items[at].token {
                Token::Delim('.') => {
                    let next = part[index + 1..]
                        .iter()
                        .position(|at| !matches!(items[*at].token, Token::Comment(_)));
                    if let Some(next) = next.map(|next| index + 1 + next) {
                        if let Some(name) = items[part[next]].ident().filter(|_| !is_global) {
                            self.rename(part[next], name);
                        }
                        index = next;
                    }
                }
                Token::IDHash(name) if !is_global => self.rename(at, name),
                Token::Colon if part.get(index + 1) == Some(&(at + 1)) => {
                    let is_element = index > 0 && items[part[index - 1]].token == Token::Colon;
                    let name = items[at + 1].ident().filter(|name| !is_element && is_switch(name));
                    if let Some(name) = name {
                        is_global = name == "global";
                        index = self.switch(part, index);
                        continue;
                    }
                    if let Some(function) = self.wrapper(at).filter(|_| !is_element) {
                        let inner = function + 1..items[function].next;
                        self.selectors(inner, items[function].function() == Some("global"));
                        self.unwrap(at, function);
                        index += 1;
                    }
                }
                Token::Function(_) | Token::ParenthesisBlock => {
                    self.selectors(at + 1..items[at].next, is_global);
                }
                _ => {}
            }
            index += 1;
        }
        is_global
    }

    /// Removes the `:global` or `:local` at an index in a selector, and the whitespace after it. Returns the next
    /// index.
    fn switch(&mut self, part: &[usize], index: usize) -> usize {
        let is_apart = |at: Option<&usize>| at.is_none_or(|at| self.items[*at].is_blank());
        let before = index.checked_sub(1).map(|before| &part[before]);
        let range = self.items[part[index]].range.start..self.items[part[index + 1]].range.end;
        if !is_apart(before) || !is_apart(part.get(index + 2)) {
            let written = &self.text[range.clone()];
            let problem = Problem::new(
                format!("`{written}` must have a space before and after it"),
                super::range_of(&range),
            );
            self.report(problem.hint(format!("to refer to individual classes, use `{written}(.name)`")));
            return index + 2;
        }
        let blank = part.get(index + 2).filter(|at| matches!(self.items[**at].token, Token::WhiteSpace(_)));
        let end = blank.map_or(range.end, |at| self.items[*at].range.end);
        self.edits.push(Edit { range: range.start..end, change: Change::Text(String::new()) });
        index + 2 + usize::from(blank.is_some())
    }

    /// Returns the index of the function if a colon starts `:global(…)` or `:local(…)`.
    pub(super) fn wrapper(&self, colon: usize) -> Option<usize> {
        let function = self.items.get(colon + 1)?.function()?;
        (self.items[colon].token == Token::Colon && is_switch(function)).then_some(colon + 1)
    }

    /// Removes `:global(` or `:local(`, the closing bracket, and the whitespace next to them. Wraps several selectors
    /// in `:is()`.
    pub(super) fn unwrap(&mut self, colon: usize, function: usize) {
        let inner = function + 1..self.items[function].next;
        let is_list = siblings(self.items, inner.clone()).any(|at| self.items[at].token == Token::Comma);
        let white = |at: Option<usize>| {
            at.filter(|at| inner.contains(at) && matches!(self.items[*at].token, Token::WhiteSpace(_)))
        };
        let open = self.items[white(Some(inner.start)).unwrap_or(function)].range.end;
        let close = &self.items[function].close;
        let last = white(inner.end.checked_sub(1));
        let start = last.map_or(close.start, |at| self.items[at].range.start).max(open);
        let start = if close.is_empty() { close.end } else { start };
        let (before, after) = if is_list { (":is(", ")") } else { ("", "") };
        let range = self.items[colon].range.start..open;
        let close = start..close.end;
        self.edits.push(Edit { range, change: Change::Text(before.to_owned()) });
        self.edits.push(Edit { range: close, change: Change::Text(after.to_owned()) });
    }

    /// Returns the class of a selector that is a single class.
    fn single(&self, part: &[usize]) -> Option<String> {
        let shown = |at: &usize| !self.items[*at].is_blank();
        let mut all: Vec<usize> = part.iter().copied().filter(shown).collect();
        if let [colon, function] = all[..]
            && self.wrapper(colon) == Some(function)
            && self.items[function].function() == Some("local")
        {
            all = siblings(self.items, function + 1..self.items[function].next).filter(shown).collect();
        }
        match all[..] {
            [dot, name] if self.items[dot].token == Token::Delim('.') => {
                self.items[name].ident().map(str::to_owned)
            }
            _ => None,
        }
    }

    /// Replaces a name, which is an identifier, an ID, or a string.
    pub(super) fn rename(&mut self, at: usize, name: &str) {
        let Some(path) = self.module else { return };
        let unique = self.names.entry(name.to_owned()).or_insert_with(|| unique(path, name));
        let mut new = String::new();
        let written = match self.items[at].token {
            Token::QuotedString(_) => cssparser::serialize_string(unique, &mut new),
            Token::IDHash(_) => {
                new.push('#');
                cssparser::serialize_identifier(unique, &mut new)
            }
            _ => cssparser::serialize_identifier(unique, &mut new),
        };
        written.expect("writing to a string can't fail");
        self.edits.push(Edit { range: self.items[at].range.clone(), change: Change::Text(new) });
    }
}
