//! Lists of groups, tags, and operations. A long list is split into portions, as in the sidebar. Each portion links to
//! the first page in the portion. On that page, the sidebar shows the rest of the portion.

use super::{Writer, history::mark_class};
use crate::openapi::{Operation, OperationRef, TagGroup, history::Mark};
use crate::path::RoutePath;
use crate::render::markup::{Markup, html};
use crate::site::{MOST_ENTRIES, portion_label, portions};

impl<'a> Writer<'_, 'a> {
    /// Writes every tag with its description, in groups.
    pub(super) fn groups(&mut self, loose: &[OperationRef]) {
        let api = &self.api.api;
        if api.groups.is_empty() {
            let roots = (0..api.tags.len()).filter(|tag| api.tags[*tag].parent.is_none());
            self.tags(&roots.collect::<Vec<_>>());
        } else if self.api.folds_groups() {
            self.folded_groups();
        } else {
            let is_shown = |group: &&TagGroup| group.tags.iter().any(|tag| !api.tags[*tag as usize].mark);
            for group in api.groups.iter().filter(is_shown) {
                html!(self, r#"<p class="api-label">{}</p>"#, &group.label);
                let tags: Vec<usize> = group.tags.iter().map(|tag| *tag as usize).collect();
                self.tags(&tags);
            }
        }
        if !loose.is_empty() {
            self.note("api-label", "api_webhooks");
            self.operations(loose);
        }
    }

    /// Writes each group on one line, for documents with too many tags for one page.
    fn folded_groups(&mut self) {
        let (groups, tags) = (&self.api.api.groups, &self.api.api.tags);
        let label = |at: usize| match &*groups[at].label {
            "" => self.messages.get("api_groups_unnamed"),
            label => label,
        };
        let route = |at: usize| {
            let first = groups[at].tags.first().map(|tag| *tag as usize);
            first.map(|tag| self.api.tag_route(self.language, tag))
        };
        self.raw("<ul class=\"api-list\">");
        let all = groups.len();
        for portion in portions(all) {
            if all > MOST_ENTRIES {
                self.portion(&portion, route(portion.start), [label(portion.start), label(portion.end - 1)]);
                continue;
            }
            for at in portion {
                let own = &groups[at].tags;
                let ends =
                    [own.first(), own.last()].map(|tag| tag.map_or("", |tag| &*tags[*tag as usize].label));
                let count = Some(("api_groups_count", own.len()));
                self.line(label(at), route(at), count, &span(ends));
            }
        }
        self.raw("</ul>");
    }

    /// Writes tags with their descriptions.
    pub(super) fn tags(&mut self, tags: &[usize]) {
        let api = &self.api.api;
        let tags: Vec<usize> = tags.iter().copied().filter(|tag| !api.tags[*tag].mark).collect();
        self.raw("<ul class=\"api-list\">");
        for portion in portions(tags.len()) {
            let route = |at: usize| Some(self.api.tag_route(self.language, tags[at]));
            if tags.len() > MOST_ENTRIES {
                let ends = [portion.start, portion.end - 1].map(|at| &*api.tags[tags[at]].label);
                self.portion(&portion, route(portion.start), ends);
                continue;
            }
            for at in portion {
                let tag = &api.tags[tags[at]];
                let count = tag.operations.len() + tag.webhooks.len();
                let count = (count > 0).then_some(("api_operations_count", count));
                self.line(
                    &tag.label,
                    route(at),
                    count,
                    self.api.summary(tag.description).unwrap_or_default(),
                );
            }
        }
        self.raw("</ul>");
    }

    /// Writes operations with their methods and paths.
    pub(super) fn operations(&mut self, operations: &[OperationRef]) {
        let long = operations.len() > MOST_ENTRIES;
        html!(self, r#"<ul class="api-list{}">"#, if long { "" } else { " api-operations" });
        for portion in portions(operations.len()) {
            if long {
                let ends =
                    [portion.start, portion.end - 1].map(|at| &*self.api.operation(operations[at]).title);
                let route = self.api.operation_route(self.language, operations[portion.start]);
                self.portion(&portion, Some(route), ends);
                continue;
            }
            for at in portion {
                self.operation_entry(operations[at]);
            }
        }
        self.raw("</ul>");
    }

    fn operation_entry(&mut self, which: OperationRef) {
        let operation: &Operation = self.api.operation(which);
        let webhook = which.is_webhook();
        self.operation_link(which);
        self.foreign("span", "api-list-title", |writer| writer.text(&operation.title));
        let mark = self.api.history.as_ref().map_or_else(Mark::default, |history| history.operation(which));
        if operation.deprecated && mark.deprecated.is_none() {
            self.word("api-deprecated", "api_deprecated");
        }
        if mark != Mark::default() {
            html!(self, r#"<span class="api-list-marks">{}</span>"#, mark(mark));
        }
        html!(self, r#"<code class="api-path">{}</code>"#, operation_path(operation, webhook));
        let summary = self.api.summary(operation.description);
        if let Some(summary) = summary.filter(|text| says_more(text, operation)) {
            self.list_text(summary);
        }
        self.raw("</a></li>");
    }

    /// Starts an entry that links to an operation.
    pub(super) fn operation_link(&mut self, which: OperationRef) {
        let operation = self.api.operation(which);
        let href = self.at.href(&self.api.operation_route(self.language, which));
        let deprecated = if operation.deprecated { " data-deprecated" } else { "" };
        let mark = self.api.history.as_ref().map_or_else(Mark::default, |history| history.operation(which));
        self.raw("<li");
        self.attribute("class", mark_class(mark).as_deref());
        html!(self, r#"><a href="{}"{}>"#, &href, raw(deprecated));
        self.badge(&operation.method, which.is_webhook());
    }

    /// Writes a portion of a long list, with the names of the portion's first and last entries.
    fn portion(&mut self, portion: &std::ops::Range<usize>, route: Option<RoutePath>, ends: [&str; 2]) {
        self.line(&portion_label(portion), route, None, &span(ends));
    }

    /// Writes an entry: its label, link, number of items, and description.
    fn line(&mut self, title: &str, route: Option<RoutePath>, count: Option<(&str, usize)>, text: &str) {
        let href = self.at.href(&route.unwrap_or_else(|| self.api.intro_route(self.language)));
        html!(self, r#"<li><a href="{}">"#, &href);
        self.foreign("span", "api-list-title", |writer| writer.text(title));
        if let Some((key, count)) = count {
            html!(self, r#"<span class="api-list-note">{}</span>"#, count(key, count));
        }
        if !text.is_empty() {
            self.list_text(text);
        }
        self.raw("</a></li>");
    }

    fn list_text(&mut self, text: &str) {
        self.foreign("span", "api-list-text", |writer| writer.text(text));
    }
}

/// Whether text differs from the operation's title.
fn says_more(text: &str, operation: &Operation) -> bool {
    !text.trim_end_matches('.').eq_ignore_ascii_case(operation.title.trim_end_matches('.'))
}

/// Joins the first and last of several names.
fn span([first, last]: [&str; 2]) -> String {
    if first == last { first.to_owned() } else { format!("{first} … {last}") }
}
