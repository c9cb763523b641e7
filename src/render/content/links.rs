//! Writes the tags of links.

use super::{Markup, Writer, html};
use crate::site::{Href, HrefKind};

/// The attributes of a link that opens in a new tab.
pub(super) const NEW_TAB: &str = " target=\"_blank\" rel=\"noopener noreferrer\"";

impl<'a> Writer<'a> {
    pub(super) fn href(&self, index: u32) -> Option<&'a Href> {
        self.resolved.links.get(index as usize)
    }

    /// Whether a link isn't written, because it's inside another link.
    pub(super) fn is_nested_link(&self, index: u32) -> bool {
        self.cards > 0 || self.document.links[index as usize].is_added && self.is_in_raw_link()
    }

    pub(super) fn open_link(&mut self, index: u32, class: &str) {
        if self.is_nested_link(index) {
            return;
        }
        self.links += 1;
        self.raw("<a");
        if !class.is_empty() {
            html!(self, r#" class="{}""#, class);
        }
        if let Some(href) = self.href(index).filter(|href| href.kind != HrefKind::Nowhere) {
            match href.href.strip_prefix('#') {
                Some(anchor) => html!(self, r##" href="#{}{}""##, self.options.prefix, anchor),
                None => html!(self, r#" href="{}""#, &href.href),
            }
            self.raw(match href.kind {
                HrefKind::Page | HrefKind::Nowhere => "",
                HrefKind::File => " data-no-router",
                HrefKind::External => NEW_TAB,
            });
        }
        let is_external = self.href(index).is_some_and(|href| href.kind == HrefKind::External);
        let title = &self.document.links[index as usize].title;
        if let Some(title) = title {
            html!(self, r#" title="{}""#, title);
        }
        self.write_attributes(match (is_external, title.is_some()) {
            (true, true) => &["target", "rel", "title"],
            (true, false) => &["target", "rel"],
            (false, true) => &["title"],
            (false, false) => &[],
        });
        self.raw(">");
    }

    pub(super) fn close_link(&mut self, index: u32) {
        if self.is_nested_link(index) {
            return;
        }
        self.links = self.links.saturating_sub(1);
        if self.href(index).is_some_and(|href| href.kind == HrefKind::External) {
            html!(self, r#"<span class="external" role="img" aria-label="{external}"></span>"#);
        }
        self.raw("</a>");
    }
}
