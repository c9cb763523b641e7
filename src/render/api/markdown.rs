//! Writes blocks as Markdown: parameters as tables, schemas as nested lists, and examples as code.

mod content;
mod history;
mod intro;
mod rows;

use std::borrow::Cow;

use super::{
    Shared,
    entry::Entry,
    inline::{closed, escaped},
    styles,
    words::{self, Words},
};
use crate::markdown::{self, code_span as code};
use crate::openapi::{
    ExternalDocs, Extra, Operation, OperationRef, TextId,
    blocks::{Block, Blocks},
    history::Mark,
    request::request,
    sample::{curl, describe, server_address},
    server::placed,
    tree::Tree,
};
use crate::path::SourcePath;
use crate::render::Renderer;
use crate::site::{Locale, SiteApi};
use crate::source::Source;

/// A writer that produces the Markdown of one page as one string.
pub(super) struct Writer<'r, 'a> {
    pub renderer: &'r Renderer<'a>,
    pub api: &'a SiteApi,
    pub shared: &'r Shared<'a>,
    pub language: &'a Locale,
    /// The index of the locale.
    pub locale: usize,
    pub words: Words<'r>,
    /// Whether the page is about a webhook, which readers don't send.
    pub webhook: bool,
    /// The operation that the page is about.
    pub about: Option<OperationRef>,
    /// Whether the current block belongs to a callback, which has no page.
    pub nested: bool,
    /// The page's note, which follows the description.
    pub note: Option<String>,
    pub out: String,
}

impl Renderer<'_> {
    /// Returns a description as written, with absolute URLs.
    pub(in crate::render) fn api_text(&self, api: &SiteApi, locale: usize, text: TextId) -> String {
        let own = &api.api[text];
        let source = Source::new(SourcePath::new(""), &own.source);
        let resolved = api.resolved.get(locale).and_then(|texts| texts.get(text.0 as usize));
        let absolute = |href: &str| Some(self.absolute(href)).filter(|href| !href.is_empty());
        let links =
            resolved.map_or(Vec::new(), |all| all.links.iter().map(|one| absolute(&one.href)).collect());
        let images =
            resolved.map_or(Vec::new(), |all| all.images.iter().map(|one| absolute(&one.src)).collect());
        let text: Cow<'_, str> = markdown::page_markdown(&source, &own.document, &links, &images);
        text.trim().to_owned()
    }
}

impl<'r, 'a> Writer<'r, 'a> {
    /// Writes the blocks of a page. The blocks follow the page's title.
    pub(super) fn blocks(&mut self, blocks: &Blocks<'a>) {
        for block in &blocks.all {
            if !block.is_opening() {
                self.page_note();
            }
            self.block(block, &blocks.tree);
        }
        self.page_note();
    }

    /// Writes the page's note, unless it's already written.
    fn page_note(&mut self) {
        if let Some(note) = self.note.take() {
            self.paragraph(note.trim());
        }
    }

    fn block(&mut self, block: &Block<'a>, tree: &Tree<'a>) {
        match block {
            Block::About => self.about(),
            Block::Address(operation) => self.address(operation),
            Block::Tags(tags) => self.further_tags(tags),
            Block::Status(operation) => self.status(operation),
            Block::Faults(faults) => {
                for fault in *faults {
                    self.paragraph(&format!("> {}: {fault}", self.message("api_faults")));
                }
            }
            Block::Text(text, _) => self.paragraph(&self.described(Some(*text))),
            Block::Docs(docs) => self.paragraph(&self.more_about(docs, None)),
            Block::AboutPath(texts) => {
                if !texts.is_empty() {
                    self.label("api_about_path");
                }
                for text in *texts {
                    self.paragraph(&self.described(Some(*text)));
                }
            }
            // An empty list has no heading.
            Block::Servers { servers: [], .. } => {}
            Block::Heading(heading) => self.titled(heading.level, heading.key),
            Block::Servers { servers, .. } => self.servers(servers),
            Block::Schemes(schemes) => self.schemes(schemes),
            Block::Authorization { requirements, .. } => self.authorization(requirements),
            Block::Parameters(parameters) => {
                for (heading, rows) in parameters.places() {
                    let (words, views) = (self.words, &self.shared.views);
                    let entry =
                        |one| Entry::parameter(words, one, styles::of_parameter(words, views, one.0), tree);
                    let rows = rows.into_iter().map(entry);
                    self.table(heading.level, heading.key, &rows.collect::<Vec<_>>(), tree);
                }
            }
            Block::Body(body) => self.body(body, tree),
            Block::Sample(operation) => self.sample(operation),
            Block::Responses(answers) => answers.iter().for_each(|answer| self.response(answer, tree)),
            Block::Callbacks(callbacks) => {
                let outer = std::mem::replace(&mut self.nested, true);
                for callback in callbacks {
                    let name = code(&callback.callback.name);
                    self.heading(callback.level, &format!("{}: {name}", self.message("api_callbacks")));
                    for block in callback.operations.iter().flatten() {
                        self.block(block, tree);
                    }
                }
                self.nested = outer;
            }
            Block::Extra(extra) => self.extra(extra),
            Block::Index(loose) => self.index(loose),
            Block::Groups(tags) => self.tags(tags),
            Block::Operations(operations, webhooks) => {
                self.titled(2, "api_operations");
                self.operations(operations.iter().chain(webhooks));
            }
            Block::Release(_, release) => self.release(release),
            Block::Nothing => self.paragraph(self.message("category_empty")),
            // The type of a schema precedes its description.
            Block::Schema(slot, _) => {
                if let Some(row) = slot.find(tree) {
                    self.paragraph(&self.type_of(&row.facts.label));
                    // The sample is the schema's first example.
                    self.root(tree, row, row.facts.examples.len() < 2);
                }
            }
            Block::Example(schema) => self.example_of(*schema),
        }
    }

    fn message<'s>(&self, key: &'s str) -> &'s str
    where
        'r: 's,
    {
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

    fn heading(&mut self, level: u8, text: &str) {
        let text = format!("{} {}", "#".repeat(level.min(6).into()), text.replace(['\n', '\r'], " "));
        self.paragraph(&text);
    }

    fn fence(&mut self, language: &str, code: &str) {
        let block = markdown::fenced(language, code);
        self.paragraph(&block);
    }

    /// Returns a description as written, with absolute URLs.
    fn described(&self, text: Option<TextId>) -> String {
        text.map_or_else(String::new, |text| self.renderer.api_text(self.api, self.locale, text))
    }

    /// Returns a description on one line, for a line with more text after it.
    fn short(&self, text: Option<TextId>) -> &'r str {
        let Some(text) = text else { return "" };
        let make = || closed(&self.described(Some(text)).split_whitespace().collect::<Vec<_>>().join(" "));
        self.shared.lines.get(self.locale, text, make)
    }

    fn titled(&mut self, level: u8, key: &str) {
        self.heading(level, self.message(key));
    }

    /// Writes a UI string as a label.
    fn label(&mut self, key: &str) {
        self.paragraph(&format!("{}:", self.message(key)));
    }

    /// Returns a UI string in parentheses, or an empty string if `holds` is false.
    fn in_brackets(&self, holds: bool, key: &str) -> String {
        if holds { format!(" ({})", self.message(key)) } else { String::new() }
    }

    /// Returns a description on one line after a colon.
    fn after_colon(&self, text: Option<TextId>) -> String {
        let described = self.short(text);
        if described.is_empty() { String::new() } else { format!(": {described}") }
    }

    /// Returns a link to external documentation.
    fn more_about(&self, docs: &ExternalDocs, target: Option<&str>) -> String {
        let label = words::docs_label(self.api, self.words.messages, docs, target);
        format!("[{label}](<{}>)", docs.url)
    }

    /// Writes the request of an operation, or the method and the name of a webhook.
    fn address(&mut self, operation: &Operation) {
        let Operation { method, path, servers, .. } = operation;
        if self.nested {
            self.fence("http", &format!("{method} {path}"));
        } else if self.webhook {
            self.paragraph(&format!("{}: {} {}", self.message("api_event"), code(method), code(path)));
        } else {
            let server = placed(servers).first().map(server_address).unwrap_or_default();
            self.fence("http", &format!("{method} {server}{path}"));
        }
    }

    /// Writes the name of a callback's operation, and whether the operation is deprecated. The operation of a callback
    /// has no page.
    fn status(&mut self, operation: &Operation) {
        if self.nested && operation.is_named() {
            self.paragraph(&format!("**{}**", escaped(&operation.title)));
        }
        if operation.deprecated {
            self.paragraph(&format!("**{}**", self.message("api_deprecated_note")));
        }
        if let (Some(which), false) = (self.about, self.nested) {
            let mark =
                self.api.history.as_ref().map_or_else(Mark::default, |history| history.operation(which));
            self.paragraph(&self.marks(mark).join("; "));
        }
    }

    /// Writes the tags of an operation, except the first tag, because the operation is listed under the first tag.
    fn further_tags(&mut self, tags: &[u32]) {
        let link = |tag: &u32| {
            let route = self.api.tag_route(self.language, *tag as usize);
            self.page_link(&self.api.api.tags[*tag as usize].label, &route)
        };
        let links: Vec<String> = tags.iter().map(link).collect();
        self.paragraph(&format!("{} {}", self.message("tags_label"), links.join(", ")));
    }

    fn sample(&mut self, operation: &Operation) {
        self.titled(2, "api_sample");
        let model = request(&self.shared.views, operation);
        for sample in self.shared.samples_of(operation, &model) {
            self.paragraph(sample.label.as_deref().unwrap_or(&sample.lang));
            self.fence(&sample.language(), &sample.source);
        }
        self.fence("bash", &curl(&describe(&model)).text());
    }

    fn item(&mut self, depth: usize, text: &str) {
        (0..depth).for_each(|_| self.out.push_str("  "));
        self.out.push_str("- ");
        for (at, part) in text.split(['\n', '\r']).enumerate() {
            self.out.push_str(if at > 0 { " " } else { "" });
            self.out.push_str(part);
        }
        self.out.push('\n');
    }

    /// Writes a list of extensions, each with its name and value.
    fn extra(&mut self, extra: &Extra) {
        if extra.is_empty() {
            return;
        }
        self.label("api_extra");
        for said in self.words.extra(extra) {
            self.item(0, &said);
        }
        self.out.push('\n');
    }
}
