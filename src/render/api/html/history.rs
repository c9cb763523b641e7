//! The history of an API: the marks on its parts, the choice of a version, and the changelog.

use super::Writer;
use crate::openapi::{
    OperationRef,
    history::{History, Mark, Operations, Release},
};
use crate::path::absolute_url;
use crate::render::{
    api::words::{self, history_marks},
    markup::{Markup, html},
};

/// Returns the CSS class of everything that changed in a version, which the choice of a version refers to.
pub(super) fn mark_class(mark: Mark) -> Option<String> {
    mark.newest().map(|version| format!("api-in-{version}"))
}

impl<'a> Writer<'_, 'a> {
    fn history(&self) -> Option<&'a History> {
        self.api.history.as_deref()
    }

    /// Writes the versions in which a part changed.
    pub(super) fn mark(&mut self, mark: Mark) {
        let Some(history) = self.history() else { return };
        for (key, version) in history_marks(mark) {
            let label = self.language.translate(&history.versions[version].label);
            let text = self.messages.fill(key, &[("version", label)]);
            let class = if key == words::DEPRECATED { "api-mark api-deprecated" } else { "api-mark" };
            html!(self, r#"<span class="{}">{}</span>"#, class, &text);
        }
    }

    /// Writes the head of a page: the versions in which its operation changed, the choice of a version, and the link to
    /// the feed.
    pub(crate) fn page_history(&mut self, which: Option<OperationRef>, feed: Option<&str>) {
        let Some(history) = self.history() else { return };
        let mark = which.map_or_else(Mark::default, |which| history.operation(which));
        let changes = self.api.changes_route(self.language).map(|route| self.at.href(&route));
        let Some(changes) = changes.filter(|_| self.part.is_none() || mark != Mark::default()) else {
            return;
        };
        self.raw("<div class=\"api-history\">");
        if mark != Mark::default() {
            html!(self, r#"<p class="api-marks {}">"#, &mark_class(mark).unwrap_or_default());
            for (key, version) in history_marks(mark) {
                let version = &history.versions[version];
                let label = self.language.translate(&version.label);
                let text = self.messages.fill(key, &[("version", label)]);
                let href = format!("{changes}#{}", version.anchor);
                html!(self, r#"<a class="api-mark" href="{}">{}</a>"#, &href, &text);
            }
            self.raw("</p>");
        }
        // The page of a part has the choice.
        if self.part.is_some() {
            return self.raw("</div>");
        }
        html!(self, r#"<label class="api-since"><span>{api_changes_since}</span> "#);
        let last = (history.versions.len() - 1).to_string();
        html!(self, r#"<select data-api="{}" data-last="{}">"#, &self.api.name, &last);
        html!(self, r#"<option value="">{api_changes_none}</option>"#);
        // Nothing is newer than the last version.
        for (at, version) in history.versions.iter().enumerate().rev().skip(1) {
            let label = self.language.translate(&version.label);
            html!(self, r#"<option value="{}" data-at="{}">"#, &version.label, &at.to_string());
            html!(self, "{}</option>", label);
        }
        self.raw("</select></label>");
        if let Some(feed) = feed {
            html!(self, r#"<a class="api-mark" href="{}" data-no-router>RSS</a>"#, feed);
        }
        self.raw("</div>");
    }

    /// Writes the section of a version on the changelog page.
    pub(super) fn release(&mut self, anchor: &str, release: &'a Release) {
        let Some(history) = self.history() else { return };
        let version = &history.versions[release.version];
        self.heading(2, anchor, self.language.translate(&version.label));
        if let Some(date) = &version.date {
            let shown = self.messages.long_date(date);
            html!(self, r#"<p class="api-date"><time datetime="{}">{}</time></p>"#, date, &shown);
        }
        self.changes(release);
    }

    /// Writes the changes in a version, grouped by level and operation.
    pub(crate) fn changes(&mut self, release: &'a Release) {
        let operations = Operations::of(&self.api.api);
        for (level, key) in words::LEVELS {
            let groups = release.changes.groups_of(level);
            if groups.is_empty() {
                continue;
            }
            html!(self, r#"<h3 class="api-level" data-level="{}">{}</h3>"#, level.name(), message(key));
            self.raw("<ul class=\"api-changes\">");
            for group in groups {
                if self.is_full() {
                    self.rest_in_list();
                    break;
                }
                self.raw("<li>");
                self.affected(&operations, release, &release.changes.all[group[0]].operations);
                self.raw("<ul>");
                for at in group {
                    let change = &release.changes.all[at];
                    html!(self, "<li>{}</li>", in_code(&change.message));
                }
                self.raw("</ul></li>");
            }
            self.raw("</ul>");
        }
    }

    /// Writes the operations that a change affects. Operations that no longer exist aren't links.
    fn affected(&mut self, operations: &Operations, release: &Release, all: &[u32]) {
        if all.is_empty() {
            return html!(self, "<p>{api_changes_document}</p>");
        }
        self.raw("<p>");
        for (number, at) in all.iter().take(words::MOST_AFFECTED).enumerate() {
            let Some(name) = release.changes.operations.get(*at as usize) else { continue };
            self.raw(if number > 0 { ", " } else { "" });
            match operations.find(name) {
                Some(which) => {
                    let route = self.api.operation_route(self.language, which);
                    let href = self.at.href(&route);
                    let href = self.origin.map_or_else(|| href.clone(), |site| absolute_url(site, &href));
                    html!(self, r#"<a href="{}">{}</a>"#, &href, code(name));
                }
                None => self.code(name),
            }
        }
        if let Some(more) = all.len().checked_sub(words::MOST_AFFECTED).filter(|more| *more > 0) {
            html!(self, " {}", count("api_endpoints_more", more));
        }
        self.raw("</p>");
    }
}
