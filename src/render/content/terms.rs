//! Writes the first use of each glossary term as a link with the term's definition, and writes abbreviations with their
//! long forms.

use super::{Markup, Medium, Writer, html};
use crate::markdown::{Element, Names, escape};
use crate::path::Addressing;
use crate::site::Glossary;

/// The glossary of a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageTerms<'a> {
    /// The terms.
    pub glossary: &'a Glossary,
    /// The rules for turning routes into links.
    pub at: &'a Addressing,
}

/// The raw HTML elements whose text doesn't contain terms. The list includes `slot`, because text in interactive
/// components must not change.
const CLOSED: [&str; 28] = [
    "a",
    "abbr",
    "button",
    "code",
    "dfn",
    "figcaption",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "kbd",
    "label",
    "math",
    "noscript",
    "option",
    "pre",
    "samp",
    "script",
    "slot",
    "style",
    "summary",
    "svg",
    "textarea",
    "th",
    "thead",
    "title",
];

/// The terms on a page that's being written.
#[derive(Default)]
pub(super) struct Terms<'a> {
    page: Option<PageTerms<'a>>,
    /// The terms that were used.
    used: Vec<bool>,
    abbreviations: Names,
    /// The number of open elements that don't contain terms.
    closed: u32,
    /// The open elements of raw HTML that don't contain terms.
    raw: Vec<&'static str>,
}

impl<'a> Terms<'a> {
    /// Creates the terms of a page. `abbreviations` contains the short forms that the page itself defines.
    pub(super) fn new(
        page: Option<PageTerms<'a>>,
        abbreviations: &[(Box<str>, Box<str>)],
        medium: Medium,
    ) -> Self {
        let mut terms = Terms::default();
        if medium != Medium::Page {
            return terms;
        }
        terms.page = page;
        terms.used = vec![false; page.map_or(0, |page| page.glossary.entries.len())];
        for (index, (name, _)) in abbreviations.iter().enumerate() {
            terms.abbreviations.add(name, index as u32);
        }
        terms
    }

    fn is_any(&self) -> bool {
        self.page.is_some() || !self.abbreviations.is_empty()
    }
}

impl Writer<'_> {
    /// Records that an element opens or closes.
    pub(super) fn note_element(&mut self, element: Element, opens: bool) {
        let is_closed = matches!(
            element,
            Element::Heading(_)
                | Element::Link(_)
                | Element::Card(Some(_))
                | Element::Title
                | Element::Term
                | Element::Entry(_)
                | Element::Tooltip
                | Element::Badge(_)
                | Element::IconText
        );
        if is_closed {
            let closed = self.terms.closed;
            self.terms.closed = if opens { closed + 1 } else { closed.saturating_sub(1) };
        }
    }

    /// Records the elements that raw HTML opens and closes.
    pub(super) fn note_tags(&mut self, html: &str) {
        if html.starts_with("<!--") {
            return;
        }
        // A tag with a URL consists of several events, so tags are recognized by how they start.
        for tag in html.split('<').skip(1) {
            let (name, is_end) = tag.strip_prefix('/').map_or((tag, false), |name| (name, true));
            let name = name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
            let Some(name) = CLOSED.iter().find(|one| one.eq_ignore_ascii_case(name)) else { continue };
            if !is_end {
                self.terms.raw.push(name);
            } else if let Some(at) = self.terms.raw.iter().rposition(|open| open == name) {
                self.terms.raw.truncate(at);
            }
        }
    }

    /// Whether raw HTML opened an element that can't contain a link, such as another link.
    pub(super) fn is_in_raw_link(&self) -> bool {
        !self.terms.raw.is_empty()
    }

    /// Whether the next content is in a link.
    pub(super) fn is_in_link(&self) -> bool {
        self.links > 0 || self.cards > 0 || self.terms.raw.contains(&"a")
    }

    /// Writes text with its terms and abbreviations.
    pub(super) fn text_with_terms(&mut self, text: &str) {
        // The header cells of sortable tables contain buttons.
        let is_closed = self.in_header || self.terms.closed > 0 || !self.terms.raw.is_empty();
        if is_closed || !self.terms.is_any() {
            return escape::text(text, &mut self.out);
        }
        let short =
            self.terms.abbreviations.find(text, false).into_iter().map(|(range, at)| (range, at, true));
        let terms = self.terms.page.map(|page| page.glossary.names.find(text, true)).unwrap_or_default();
        let mut all: Vec<_> = short.chain(terms.into_iter().map(|(range, at)| (range, at, false))).collect();
        all.sort_by_key(|(range, _, is_short)| (range.start, !is_short));
        let mut done = 0;
        for (range, index, is_short) in all {
            if range.start < done
                || !is_short && std::mem::replace(&mut self.terms.used[index as usize], true)
            {
                continue;
            }
            escape::text(&text[done..range.start], &mut self.out);
            done = range.end;
            if is_short {
                let (_, long) = &self.document.abbreviations[index as usize];
                html!(self, r#"<abbr title="{}">{}</abbr>"#, long, &text[range]);
            } else {
                self.term(index as usize, &text[range]);
            }
        }
        escape::text(&text[done..], &mut self.out);
    }

    fn term(&mut self, index: usize, text: &str) {
        let Some(PageTerms { glossary, at }) = self.terms.page else { return };
        let (term, route) = &glossary.entries[index];
        let href = format!("{}#{}", at.href(route), term.id);
        html!(self, r#"<a class="tooltip" href="{}">{}<span class="tooltip-text">"#, &href, text);
        html!(
            self,
            r#"<span class="tooltip-mark"> (</span>{}<span class="tooltip-mark">)</span></span></a>"#,
            raw(&term.html)
        );
    }
}
