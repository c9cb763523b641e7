//! The URLs in a style sheet (CSS Values 4, section 4.5; CSS Images 4, section 2.4).

use std::ops::Range;

use cssparser::Token;

use super::rules::{Prelude, Preludes};
use super::tokens::{Item, siblings};
use super::{Change, Edit, Url};

/// Returns the URLs. A string is a URL in `url()`, in `image-set()`, and after `@import`.
pub(super) fn urls(items: &[Item<'_>], preludes: &Preludes) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut at = 0;
    while at < items.len() {
        match preludes.get(&at) {
            // A namespace is a name, not a file.
            Some((Prelude::Namespace, end)) => at = *end,
            Some((Prelude::Import, end)) => {
                let first = (at..*end).find(|index| !items[*index].is_blank());
                edits.extend(first.and_then(|first| import(items, first)));
                at = *end;
            }
            None => {
                match &items[at].token {
                    Token::UnquotedUrl(_) => edits.extend(edit(&items[at], false)),
                    Token::Function(name) if is_any(name, &["url", "src"]) => {
                        edits.extend(strings(items, at).next().and_then(|string| edit(string, false)));
                    }
                    Token::Function(name) if is_any(name, &["image-set", "-webkit-image-set"]) => {
                        edits.extend(strings(items, at).filter_map(|string| edit(string, false)));
                    }
                    _ => {}
                }
                at += 1;
            }
        }
    }
    edits
}

/// Returns the URL of the `@import` that starts at a token.
fn import(items: &[Item<'_>], first: usize) -> Option<Edit> {
    match &items[first].token {
        Token::Function(name) if is_any(name, &["url"]) => edit(strings(items, first).next()?, true),
        _ => edit(&items[first], true),
    }
}

fn edit(item: &Item<'_>, is_import: bool) -> Option<Edit> {
    let (target, is_bare) = match &item.token {
        Token::UnquotedUrl(target) => (target, true),
        Token::QuotedString(target) => (target, false),
        _ => return None,
    };
    let url = Url { target: target.to_string(), is_import, is_bare, span: item.range.clone().into() };
    Some(Edit { range: item.range.clone(), change: Change::Url(url) })
}

fn is_any(name: &str, names: &[&str]) -> bool {
    names.iter().any(|one| name.eq_ignore_ascii_case(one))
}

/// Returns the strings that are directly in a function.
fn strings<'i, 't>(items: &'i [Item<'t>], function: usize) -> impl Iterator<Item = &'i Item<'t>> {
    let inside: Range<usize> = function + 1..items[function].next;
    siblings(items, inside).map(|at| &items[at]).filter(|item| matches!(item.token, Token::QuotedString(_)))
}
