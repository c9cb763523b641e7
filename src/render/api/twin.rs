//! Twins of the pages of OpenAPI documents as Markdown: parameters as tables, schemas as nested lists, examples as code.

mod content;
mod intro;
mod rows;

use std::borrow::Cow;

use super::facts::Words;
use super::inline::{closed, code, escaped};
use super::operation::has_own_servers;
use super::rows::Own;
use super::{Shared, intro as page};
use crate::markdown;
use crate::openapi::outline::{Outline, Slot};
use crate::openapi::request::request;
use crate::openapi::sample::{curl, describe, server_address};
use crate::openapi::server::placed;
use crate::openapi::tree::{Row, Tree};
use crate::openapi::{
    Callback, Direction, ExternalDocs, Extra, Operation, ParameterIn, Requirement, Response, TextId,
};
use crate::path::SourcePath;
use crate::render::Renderer;
use crate::site::{Locale, SiteApi};
use crate::source::Source;

/// Writes the twin of one page into one string.
pub(super) struct Twin<'r, 'a> {
    pub(super) renderer: &'r Renderer<'a>,
    pub(super) api: &'a SiteApi,
    pub(super) shared: &'r Shared<'a>,
    pub(super) language: &'a Locale,
    /// Index of the language.
    pub(super) locale: usize,
    pub(super) words: Words<'r>,
    pub(super) out: String,
}

/// An operation in its place.
#[derive(Clone, Copy)]
struct Shown<'o, 'a> {
    operation: &'a Operation,
    outline: &'o Outline,
    tree: &'o Tree<'a>,
    inverse: bool,
    /// The level of its headings.
    level: usize,
}

impl<'a> Shown<'_, 'a> {
    fn row(&self, slot: &Slot) -> Option<&Row<'a>> {
        Some(&self.tree[*self.tree.roots.get(slot.root?)?])
    }

    fn direction(&self, request: bool) -> Direction {
        if request == self.inverse { Direction::Response } else { Direction::Request }
    }
}

impl<'a> Twin<'_, 'a> {
    fn message<'s>(&'s self, key: &'s str) -> &'s str {
        self.words.messages.get(key)
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn paragraph(&mut self, text: &str) {
        if !text.is_empty() {
            self.line(text);
            self.out.push('\n');
        }
    }

    fn heading(&mut self, level: usize, text: &str) {
        let text = format!("{} {}", "#".repeat(level.min(6)), text.replace(['\n', '\r'], " "));
        self.paragraph(&text);
    }

    fn fence(&mut self, language: &str, code: &str) {
        let mut ticks = "```".to_owned();
        while code.contains(&ticks) {
            ticks.push('`');
        }
        let block = format!("{ticks}{language}\n{}\n{ticks}", code.trim_end_matches('\n'));
        self.paragraph(&block);
    }

    /// A description as it was written, with addresses that work from anywhere.
    fn described(&self, text: Option<TextId>) -> String {
        let Some(text) = text else { return String::new() };
        let own = &self.api.api[text];
        let source = Source::new(SourcePath::new(""), &own.source);
        let resolved = self.api.resolved.get(self.locale).and_then(|texts| texts.get(text.0 as usize));
        let absolute = |href: &str| Some(self.renderer.absolute(href)).filter(|href| !href.is_empty());
        let links =
            resolved.map_or(Vec::new(), |all| all.links.iter().map(|one| absolute(&one.href)).collect());
        let images =
            resolved.map_or(Vec::new(), |all| all.images.iter().map(|one| absolute(&one.src)).collect());
        let twin: Cow<'_, str> = markdown::page_markdown(&source, &own.document, &links, &images);
        twin.trim().to_owned()
    }

    /// A description on one line, which may be followed by more.
    fn short(&self, text: Option<TextId>) -> String {
        closed(&self.described(text).split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// The page of an operation or webhook, below its title.
    pub(super) fn operation(
        &mut self,
        operation: &'a Operation,
        outline: &Outline,
        tree: &Tree<'a>,
        webhook: bool,
    ) {
        if webhook {
            let line = format!("{}: {}", self.message("api_event"), code(&operation.path));
            self.paragraph(&line);
        } else {
            let server = placed(&operation.servers).first().map(server_address).unwrap_or_default();
            let request = format!("{} {server}{}", operation.method, operation.path);
            self.fence("http", &request);
        }
        self.further_tags(operation);
        self.introduction(operation);
        self.own_servers(operation);
        self.authorization(operation);
        let shown = Shown { operation, outline, tree, inverse: webhook, level: 2 };
        self.request(shown);
        if !webhook {
            let title = self.message("api_sample").to_owned();
            self.heading(2, &title);
            let model = request(&self.shared.views, operation);
            self.fence("bash", &curl(&describe(&model)).text());
            for sample in &operation.samples {
                self.paragraph(sample.label.as_deref().unwrap_or(&sample.lang));
                let language = sample.lang.split_whitespace().next().unwrap_or_default().to_lowercase();
                self.fence(&language, &sample.source);
            }
        }
        self.responses(shown);
        self.callbacks(shown);
        self.extra(&operation.extra);
    }

    /// Its tags but the first, where it is listed.
    fn further_tags(&mut self, operation: &Operation) {
        let further = operation.tags.iter().skip(1).map(|tag| {
            let route = self.api.tag_route(self.language, *tag as usize);
            self.page_link(&self.api.api.tags[*tag as usize].label, &route)
        });
        let further: Vec<String> = further.collect();
        if !further.is_empty() {
            let line = format!("{} {}", self.message("tags_label"), further.join(", "));
            self.paragraph(&line);
        }
    }

    /// What is said about an operation as a whole.
    fn introduction(&mut self, operation: &Operation) {
        if operation.deprecated {
            let note = format!("**{}**", self.message("api_deprecated_note"));
            self.paragraph(&note);
        }
        for fault in &operation.faults {
            let fault = format!("> {}: {fault}", self.message("api_faults"));
            self.paragraph(&fault);
        }
        let described = self.described(operation.description);
        self.paragraph(&described);
        if let Some(docs) = &operation.external_docs {
            let link = self.more_about(docs);
            self.paragraph(&link);
        }
        self.about_path(operation);
    }

    /// A link to where more about something is.
    fn more_about(&self, docs: &ExternalDocs) -> String {
        let label = docs.description.and_then(|text| self.api.api[text].document.summary.as_deref());
        format!("[{}](<{}>)", label.unwrap_or_else(|| self.message("api_external_docs")), docs.url)
    }

    /// What the path says for all its operations.
    fn about_path(&mut self, operation: &Operation) {
        if operation.about_path.is_empty() {
            return;
        }
        let title = format!("{}:", self.message("api_about_path"));
        self.paragraph(&title);
        for text in &operation.about_path {
            let described = self.described(Some(*text));
            self.paragraph(&described);
        }
    }

    /// The servers of an operation, unless its request shows all that is said about them.
    fn own_servers(&mut self, operation: &'a Operation) {
        if operation.servers.len() > 1 || has_own_servers(operation, &self.api.api) {
            self.servers(2, &operation.servers);
        }
    }

    /// Extensions that are shown as they are.
    fn extra(&mut self, extra: &Extra) {
        if extra.is_empty() {
            return;
        }
        let title = format!("{}:", self.message("api_extra"));
        self.paragraph(&title);
        for said in self.words.extra(extra) {
            self.item(0, &said);
        }
        self.out.push('\n');
    }

    fn authorization(&mut self, operation: &Operation) {
        let Some(requirements) = &operation.security else { return };
        let title = self.message("api_authorization").to_owned();
        self.heading(2, &title);
        if requirements.iter().all(|one| one.0.is_empty()) {
            let none = self.message("api_auth_none").to_owned();
            return self.paragraph(&none);
        }
        for Requirement(schemes) in requirements {
            let uses: Vec<String> = schemes
                .iter()
                .map(|(name, scopes)| {
                    let scheme = self.api.api.schemes.iter().find(|scheme| scheme.name == *name);
                    let how = scheme.map_or_else(String::new, |scheme| {
                        format!(": {}", page::scheme_words(self.words, scheme))
                    });
                    let scopes: Vec<String> = scopes.iter().map(|scope| code(scope)).collect();
                    let scopes = match scopes.is_empty() {
                        true => String::new(),
                        false => format!(" ({} {})", self.message("api_scopes"), scopes.join(", ")),
                    };
                    format!("{}{how}{scopes}", code(name))
                })
                .collect();
            let line = match uses.is_empty() {
                true => self.message("api_auth_none").to_owned(),
                false => uses.join(" + "),
            };
            self.line(&format!("- {line}"));
        }
        self.out.push('\n');
    }

    fn request(&mut self, shown: Shown<'_, 'a>) {
        let operation = shown.operation;
        if operation.parameters.is_empty() && operation.body.is_none() {
            return;
        }
        let title = self.message(if shown.inverse { "api_event" } else { "api_request" }).to_owned();
        self.heading(shown.level, &title);
        for (location, key) in [
            (ParameterIn::Path, "api_path_parameters"),
            (ParameterIn::Query, "api_query_parameters"),
            (ParameterIn::QueryString, "api_query_string"),
            (ParameterIn::Header, "api_header_parameters"),
            (ParameterIn::Cookie, "api_cookie_parameters"),
        ] {
            let all = operation.parameters.iter().zip(&shown.outline.parameters);
            let here: Vec<_> = all.filter(|(parameter, _)| parameter.location == location).collect();
            let rows: Vec<[String; 4]> = here
                .iter()
                .map(|(parameter, slot)| {
                    let own = Own::parameter(parameter, slot, self.words, &self.shared.views);
                    self.table_row(own, shown.row(slot))
                })
                .collect();
            let title = self.message(key).to_owned();
            self.table(shown.level + 1, &title, &rows);
            self.all_inside(shown, here.into_iter().map(|(parameter, slot)| (&*parameter.name, slot)));
        }
        let Some(body) = &operation.body else { return };
        let required =
            if body.required { format!(" ({})", self.message("api_required")) } else { String::new() };
        let title = format!("{}{required}", self.message("api_body"));
        self.heading(shown.level + 1, &title);
        let described = self.described(body.description);
        self.paragraph(&described);
        self.content(shown, &body.content, &shown.outline.body, true);
        self.extra(&body.extra);
    }

    fn item(&mut self, depth: usize, text: &str) {
        let line = format!("{}- {}", "  ".repeat(depth), text.replace(['\n', '\r'], " "));
        self.line(&line);
    }

    fn responses(&mut self, shown: Shown<'_, 'a>) {
        if shown.operation.responses.is_empty() {
            return;
        }
        let title = self.message(if shown.inverse { "api_answers" } else { "api_responses" }).to_owned();
        self.heading(shown.level, &title);
        for (response, slots) in shown.operation.responses.iter().zip(&shown.outline.responses) {
            let Response { status, summary, description, headers, content, .. } = response;
            self.heading(
                shown.level + 1,
                &summary.as_ref().map_or(status.to_string(), |text| format!("{status} {text}")),
            );
            let described = self.described(*description);
            self.paragraph(&described);
            let headers = headers.iter().zip(&slots.headers);
            let rows: Vec<[String; 4]> = headers
                .clone()
                .map(|(header, slot)| self.table_row(Own::header(header, slot, self.words), shown.row(slot)))
                .collect();
            let title = self.message("api_headers").to_owned();
            self.table(shown.level + 2, &title, &rows);
            self.all_inside(shown, headers.map(|(header, slot)| (&*header.name, slot)));
            self.content(shown, content, &slots.content, false);
            self.links(&response.links);
            self.extra(&response.extra);
        }
    }

    fn callbacks(&mut self, shown: Shown<'_, 'a>) {
        for (Callback { name, operations }, outlines) in
            shown.operation.callbacks.iter().zip(&shown.outline.callbacks)
        {
            let title = format!("{}: {}", self.message("api_callbacks"), code(name));
            self.heading(shown.level, &title);
            for (operation, outline) in operations.iter().zip(outlines) {
                self.fence("http", &format!("{} {}", operation.method, operation.path));
                if operation.is_named() {
                    self.paragraph(&format!("**{}**", escaped(&operation.title)));
                }
                self.introduction(operation);
                if operation.servers != self.api.api.servers {
                    self.servers(shown.level + 1, &operation.servers);
                }
                let inner =
                    Shown { operation, outline, inverse: !shown.inverse, level: shown.level + 1, ..shown };
                self.request(inner);
                self.responses(inner);
                self.callbacks(inner);
                self.extra(&operation.extra);
            }
        }
    }
}
