//! Finds the tags in a piece of HTML that have no matching tag, for HTML outside Markdown.

use super::balance::{Balance, End, Open};
use super::raw_html::{Piece, Reading, pieces};

/// A tag without a matching tag, or a construct that's never closed.
pub(crate) struct Unbalanced<'a> {
    /// The tag or the start of the construct, up to the end of its line.
    pub tag: &'a str,
    /// The location in the HTML.
    pub at: usize,
    /// The problem.
    pub message: String,
    /// The next step.
    pub hint: String,
}

/// Returns the tags in HTML that have no matching tag, in order.
pub(crate) fn unbalanced(html: &str) -> Vec<Unbalanced<'_>> {
    let mut balance = Balance::default();
    let mut found = Vec::new();
    let mut report = |tag: &str, at: usize, message: String, hint: String| {
        let line = tag.lines().next().map_or(0, str::len);
        found.push(Unbalanced { tag: &html[at..at + line], at, message, hint });
    };
    // Elements whose start tags end in `/>`.
    let mut slashed = Vec::new();
    for piece in pieces(html, Reading { lenient: true, foreign: false }) {
        match piece {
            Piece::Start { name, tag, at, raw_text, slash } => {
                let place = at..at + tag.len();
                let open = Open { name: name.into(), tag: place.into(), raw_text, slash, ..Open::default() };
                let started = balance.start(open.clone());
                if slash && started.is_open {
                    slashed.push(open);
                }
            }
            Piece::End { name, tag, at } => {
                if balance.raw_text(0) == Some(&*name) {
                    balance.end_raw_text();
                    continue;
                }
                match balance.end(&name, 0) {
                    End::Closes(_) | End::Ignored => {}
                    End::Late(by) => {
                        let hint = format!("put `</{name}>` before {by}");
                        report(tag, at, format!("`</{name}>` comes too late"), hint);
                    }
                    End::Nothing { .. } => {
                        let message = format!("`</{name}>` has no matching `<{name}>`");
                        report(tag, at, message, "remove the tag".to_owned());
                    }
                }
            }
            Piece::Unended { start, close, at } => {
                report(start, at, format!("`{start}` is never closed"), format!("add `{close}`"));
            }
            Piece::Broken { part, at } => {
                let start = part.split(char::is_whitespace).next().unwrap_or(part);
                let hint = "close the quotation marks and the tag".to_owned();
                report(part, at, format!("the tag `{start}` is never closed"), hint);
            }
            Piece::Html(_)
            | Piece::Slash
            | Piece::Unknown { .. }
            | Piece::Address { .. }
            | Piece::LinkOpen
            | Piece::Anchor(_)
            | Piece::Island { .. } => {}
        }
    }
    let (open, cut) = balance.leave(0);
    for open in open.iter().filter(|open| open.needs_end()).chain(cut.iter().map(|cut| &cut.element)) {
        let hint = format!("add `</{}>` where the element ends", open.name);
        let message = format!("`<{}>` is never closed", open.name);
        report(&html[open.tag.range()], open.tag.start as usize, message, hint);
    }
    for Open { name, tag, .. } in &slashed {
        let hint = format!("use `<{name}></{name}>`; in HTML, `/>` works only for elements without content");
        report(&html[tag.range()], tag.start as usize, format!("`/>` doesn't close `<{name}>`"), hint);
    }
    found.sort_by_key(|found| found.at);
    found
}
