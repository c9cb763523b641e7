//! Converts a [`Site`] to [`Artifact`]s: everything that is written to the output folder.
//!
//! [`Renderer::new`] prepares the values that pages share, [`Renderer::outputs`] lists every output file without
//! rendering it, and [`Renderer::render`] renders one file, on any thread. That way, a build can stream files to disk,
//! and the development server can render only the requested files. This module must not access the disk, the clock, or
//! the network.

mod agent_files;
mod api;
mod blog;
mod body;
mod book;
mod breaks;
pub(crate) mod chunk;
mod client;
mod conflicts;
mod custom_css;
pub(crate) mod content;
mod download;
mod fault;
mod favicon;
mod feed;
mod frame;
mod page_blocks;
mod page_data;
mod page_menu;
mod policy;
mod head;
mod headers;
mod live;
mod llms;
mod llms_lists;
mod markup;
mod messages;
mod names;
mod navigation;
mod og;
mod operations;
mod redirect;
mod rewrite;
mod sample;
mod search_data;
mod search_files;
mod shell;
mod sitemap;
mod slots;
mod templates;
mod theme;
mod trial;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use rayon::prelude::*;

use crate::config::{FeedFormat, Host};
use crate::diag::Diagnostic;
use crate::images::Images;
use crate::markdown::Sheet;
use crate::path::{Addressing, OutPath, SourcePath};
use crate::site::{PageKind, Parsed, Site};
pub(crate) use book::{Book, Wanted};
use content::WriteOptions;
use download::Download;
pub(crate) use headers::FOREVER;
pub(crate) use live::Shared;
pub use messages::Messages;
pub(crate) use policy::PageSources;
pub(crate) use redirect::{Rule, with_query};
pub(crate) use theme::{ClientTheme, DiagramFiles, ScriptTexts, Theme, ThemeAsset};

/// A rendered output file.
#[derive(Debug, PartialEq)]
pub(crate) struct Artifact {
    /// The path.
    pub path: OutPath,
    /// The content.
    pub body: Body,
}

/// The content of an artifact.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Body {
    /// These bytes.
    Bytes(Cow<'static, [u8]>),
    /// The bytes of one of the site's files. docgen copies the file without loading it into memory.
    Copy(SourcePath),
}

/// An output file that isn't rendered yet.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    /// The path.
    pub path: OutPath,
    kind: OutputKind,
}

#[derive(Clone, Debug)]
enum OutputKind {
    Shell(usize),
    Chunk(usize),
    Markdown(usize),
    RequestSchemas(usize),
    RedirectShell(usize),
    RedirectChunk(usize),
    Navigation(usize),
    SiteIndex,
    Feed(usize, FeedFormat),
    /// The feed of an API's changes, by the index of the changelog page.
    ChangesFeed(usize),
    HostRules(Host),
    HeaderRules,
    Card(usize),
    /// A download of the OpenAPI document with this index.
    Download(usize, &'static Download),
    Sitemap,
    Robots,
    /// A file for agents, by its index in [`Renderer::agent_files`].
    ForAgents(usize),
    LlmsFull,
    Empty,
    CustomCss,
    Texts(usize, usize),
    ClientModule(String),
    ThemeAsset(usize),
    Asset(SourcePath),
    /// A smaller version of an image, with its index.
    SmallImage(SourcePath, usize),
    Sheet(SourcePath),
    Static(SourcePath),
}

/// The output files of a page.
#[derive(Debug)]
pub(crate) struct PageFiles<'o> {
    /// The index in [`Site::pages`].
    page: usize,
    /// The files, sorted by path.
    pub outputs: Vec<&'o Output>,
}

/// Separates the files of pages, in page order, from all other files.
pub(crate) fn by_page(outputs: &[Output]) -> (Vec<PageFiles<'_>>, Vec<&Output>) {
    let (mut pages, mut others) = (Vec::<Vec<&Output>>::new(), Vec::new());
    for output in outputs {
        let Some(page) = output.kind.page() else {
            others.push(output);
            continue;
        };
        if pages.len() <= page {
            pages.resize_with(page + 1, Vec::new);
        }
        pages[page].push(output);
    }
    let pages = pages.into_iter().enumerate().filter(|(_, outputs)| !outputs.is_empty());
    (pages.map(|(page, outputs)| PageFiles { page, outputs }).collect(), others)
}

/// A renderer for the files of one site with one theme.
pub(crate) struct Renderer<'a> {
    site: &'a Site,
    theme: &'a Theme,
    /// The rules for turning routes into files.
    pub at: Addressing,
    /// Whether the development server shows the site.
    is_live: bool,
    messages: Vec<Messages>,
    templates: templates::Templates<'a>,
    navigation: navigation::Navigation,
    frames: Vec<frame::SharedFrame>,
    shared: Vec<shell::SharedShell>,
    /// The fonts of social cards, if the site has social cards.
    cards: Option<og::Cards>,
    /// The values that the pages of each OpenAPI document share, in the order of [`Site::apis`].
    apis: Vec<api::Shared<'a>>,
    /// The name of the file with the site's own styles: `custom.<hash>.css`.
    custom_css: Option<String>,
    /// The modules of interactive components.
    client: client::ClientFiles<'a>,
    /// The smaller versions of images, for a build.
    images: Option<&'a Images<'a>>,
    /// The search index, for a server.
    index: search_files::Index,
    /// The hashes of shared values, for a build.
    keys: OnceLock<page_data::SharedKeys>,
    agent_files: OnceLock<Vec<agent_files::AgentFile>>,
    /// The Markdown of pages whose files aren't rendered yet, by page.
    texts: Mutex<HashMap<usize, String>>,
    /// The sources of the pages, for the content security policy.
    sources: policy::Sources,
}

impl OutputKind {
    /// Returns the page that a file belongs to. The files of a page are rendered together. Returns `None` for a card,
    /// which several pages can share.
    fn page(&self) -> Option<usize> {
        use OutputKind::{Chunk, Markdown, RequestSchemas, Shell};
        match self {
            Shell(index) | Chunk(index) | Markdown(index) | RequestSchemas(index) => Some(*index),
            _ => None,
        }
    }

    /// Returns the redirect that a file implements.
    fn redirect(&self) -> Option<usize> {
        match self {
            OutputKind::RedirectShell(index) | OutputKind::RedirectChunk(index) => Some(*index),
            _ => None,
        }
    }
}

impl Output {
    /// Returns the file with this content.
    fn made(&self, body: impl Into<Body>) -> Artifact {
        Artifact { path: self.path.clone(), body: body.into() }
    }

    /// Creates the output for a file in `static/`.
    fn of_static(file: &SourcePath) -> Option<Output> {
        let path = OutPath::new(file.strip_dir("static")?);
        Some(Output { path, kind: OutputKind::Static(file.clone()) })
    }
}

/// The key of a file whose name determines its content.
pub(crate) const BY_NAME: u128 = 0;

/// A function that returns the text of a page's file from an earlier build, if the file has this key.
pub(crate) type Earlier<'e> = dyn Fn(&OutPath, u128) -> Option<String> + Sync + 'e;

impl<'a> Renderer<'a> {
    /// Prepares the templates and everything that pages share. `messages` contains the strings of other locales, by
    /// locale code. If one of the site's templates fails, docgen reports an error and then either uses the theme's
    /// template or leaves out the failing part. `live` is the development server's name for this state of the site. If
    /// `live` is set, pages are updated when the site changes, and they have no analytics.
    pub(crate) fn new(
        site: &'a Site,
        theme: &'a Theme,
        messages: &BTreeMap<String, BTreeMap<String, String>>,
        live: Option<&str>,
    ) -> (Self, Vec<Diagnostic>) {
        let at = site.config.addressing();
        let used = [("feedback", site.config.feedback.is_some()), ("request", !site.apis.is_empty())];
        let unused: Vec<&str> = used.into_iter().filter(|(_, used)| !used).map(|(group, _)| group).collect();
        let messages: Vec<Messages> = site
            .locales
            .iter()
            .map(|locale| {
                Messages::new(&theme.messages, messages.get(&locale.code), &locale.lang).with_scripts(
                    &theme.messages,
                    &theme.script_texts,
                    &unused,
                )
            })
            .collect();
        let (templates, mut diagnostics) = templates::Templates::new(theme, &slots::wrappers(site));
        let (apis, of_samples) = api::Shared::all(site, theme);
        diagnostics.extend(of_samples);
        diagnostics.extend(theme.custom_css.as_deref().into_iter().flat_map(custom_css::check));
        let navigation = navigation::Navigation::new(site, &at, &messages);
        let custom_css = theme
            .custom_css
            .as_ref()
            .map(|css| format!("custom.{:016x}.css", xxhash_rust::xxh3::xxh3_64(css.as_bytes())));
        let client = client::ClientFiles::new(site, theme, &at, live.is_some());
        let frames: Vec<frame::SharedFrame> = (0..site.locales.len())
            .map(|locale| frame::SharedFrame::new(site, &at, locale, &messages[locale], &client))
            .collect();
        let shared = (0..site.locales.len())
            .map(|locale| {
                shell::SharedShell::new(
                    site,
                    theme,
                    &at,
                    locale,
                    &messages[locale],
                    (custom_css.as_deref(), live),
                    &frames[locale].slots,
                )
            })
            .collect();
        let mut renderer = Renderer {
            site,
            theme,
            at,
            is_live: live.is_some(),
            messages,
            templates,
            navigation,
            frames,
            shared,
            cards: og::Cards::new(site),
            apis,
            custom_css,
            client,
            images: None,
            sources: policy::Sources::default(),
            index: search_files::Index::new(),
            keys: OnceLock::new(),
            agent_files: OnceLock::new(),
            texts: Mutex::default(),
        };
        diagnostics.extend(renderer.try_samples());
        diagnostics.extend(renderer.write_samples());
        diagnostics.extend(renderer.large_pages());
        diagnostics.extend(renderer.conflicts());
        (renderer, diagnostics)
    }

    /// Adds the smaller versions of the site's images.
    pub(crate) fn with_images(self, images: Option<&'a Images<'a>>) -> Self {
        Renderer { images, ..self }
    }

    /// Returns the options for a document on its own page.
    fn write_options(&self) -> WriteOptions<'_> {
        let zoom = self.site.config.images.zoom;
        WriteOptions { modules: Some(&self.client), images: self.images, zoom, ..WriteOptions::default() }
    }

    /// Returns every output file, sorted by path.
    pub(crate) fn outputs(&self) -> Vec<Output> {
        let mut outputs = self.made();
        outputs.extend(self.site.static_files.iter().filter_map(Output::of_static));
        // If two files have the same path, the site's own file takes precedence, because static files are added last.
        outputs.par_sort_by(|a, b| a.path.cmp(&b.path));
        outputs.reverse();
        outputs.dedup_by(|a, b| a.path == b.path);
        outputs.reverse();
        outputs
    }

    /// Returns every output file except files from `static/`.
    fn made(&self) -> Vec<Output> {
        let mut outputs: Vec<Output> = Vec::with_capacity(self.site.pages.len() * 3 + 64);
        for index in 0..self.site.pages.len() {
            self.add_files_of_page(index, &mut outputs);
        }
        self.add_files_of_site(&mut outputs);
        outputs
    }

    fn add_files_of_page(&self, index: usize, outputs: &mut Vec<Output>) {
        let page = &self.site.pages[index];
        let mut push = |path: OutPath, kind| outputs.push(Output { path, kind });
        if let Some(path) = self.api_schemas_path(page) {
            push(path, OutputKind::RequestSchemas(index));
        }
        if page.is_part() {
            return;
        }
        if page.kind == PageKind::NotFound {
            push(self.at.not_found(&page.route), OutputKind::Shell(index));
            return;
        }
        push(self.at.shell(&page.route), OutputKind::Shell(index));
        push(self.at.chunk(&page.route), OutputKind::Chunk(index));
        if let Some(card) = self.drawn_card(page) {
            push(card, OutputKind::Card(index));
        }
        if page.has_markdown() {
            push(self.at.markdown(&page.route), OutputKind::Markdown(index));
        }
    }

    fn add_files_of_site(&self, outputs: &mut Vec<Output>) {
        let mut push = |path: OutPath, kind| outputs.push(Output { path, kind });
        for (index, redirect) in self.site.redirects.iter().enumerate() {
            let shell = self.at.redirect(&redirect.from);
            // The app can't open a path with a file extension as a page.
            if shell == self.at.shell(&redirect.from) {
                push(self.at.chunk(&redirect.from), OutputKind::RedirectChunk(index));
            }
            push(shell, OutputKind::RedirectShell(index));
        }
        for (index, file) in self.navigation.files.iter().enumerate() {
            push(OutPath::immutable(file), OutputKind::Navigation(index));
        }
        push(OutPath::new("_docgen/site.json"), OutputKind::SiteIndex);
        let unused = self.unused_assets();
        for (index, asset) in self.theme.assets.iter().enumerate() {
            if !unused.contains(&*asset.name) {
                push(asset.path(), OutputKind::ThemeAsset(index));
            }
        }
        if let Some(name) = &self.custom_css {
            push(OutPath::immutable(name), OutputKind::CustomCss);
        }
        for (locale, messages) in self.messages.iter().enumerate() {
            for (index, texts) in messages.late.iter().enumerate() {
                push(texts.path.clone(), OutputKind::Texts(locale, index));
            }
        }
        for (name, file) in self.client.all() {
            push(file.clone(), OutputKind::ClientModule(name.to_owned()));
        }
        for (index, page) in self.site.pages.iter().enumerate() {
            if let (PageKind::ApiChanges, Some(path)) = (page.kind, self.api_feed(page)) {
                push(path, OutputKind::ChangesFeed(index));
            }
        }
        for (index, blog) in self.site.blogs.iter().enumerate() {
            for feed in blog::feeds(self.site, blog) {
                push(blog::feed_path(blog, feed), OutputKind::Feed(index, feed));
            }
        }
        for (path, host) in redirect::files(self.site) {
            push(path, OutputKind::HostRules(host));
        }
        if self.site.config.site.url.is_some() {
            push(OutPath::new("sitemap.xml"), OutputKind::Sitemap);
        }
        if redirect::hosts(self.site).iter().any(|host| matches!(host, Host::Netlify | Host::Cloudflare)) {
            push(OutPath::new("_headers"), OutputKind::HeaderRules);
        }
        for (index, api) in self.site.apis.iter().enumerate() {
            for (path, download) in self.downloads(api) {
                push(path, OutputKind::Download(index, download));
            }
        }
        push(OutPath::new("robots.txt"), OutputKind::Robots);
        for (index, file) in self.agent_files().iter().enumerate() {
            push(file.path.clone(), OutputKind::ForAgents(index));
        }
        push(OutPath::new("llms-full.txt"), OutputKind::LlmsFull);
        push(OutPath::new(".nojekyll"), OutputKind::Empty);
        for (source, name) in &self.site.assets {
            push(OutPath::new(name), OutputKind::Asset(source.clone()));
        }
        for (path, source, index) in self.images.iter().flat_map(|images| images.files()) {
            push(path, OutputKind::SmallImage(source, index));
        }
        for (source, sheet) in &self.site.sheets {
            push(sheet.path.clone(), OutputKind::Sheet(source.clone()));
        }
    }

    /// Returns the theme files that the site doesn't need.
    fn unused_assets(&self) -> BTreeSet<&str> {
        let Theme { client, dev_client, diagrams, .. } = self.theme;
        let names = |client: &'a ClientTheme| client.files.iter().map(String::as_str);
        if self.is_live {
            // The next edit can add a diagram of any type, a field, or an interactive component to an open page.
            return names(client).collect();
        }
        let mut unused = diagrams.unused(&self.diagrams());
        unused.extend(names(dev_client));
        unused.extend([&*self.theme.book_css, &*self.theme.book_js]);
        if self.site.client.modules.is_empty() {
            unused.extend(names(client));
            unused.insert(&self.theme.early_js);
        }
        let config = &self.site.config;
        if config.preview.is_none() {
            unused.insert(&self.theme.preview_css);
        }
        if config.analytics.is_none() {
            unused.insert(&self.theme.analytics_js);
        }
        let shows = |name: &str| {
            self.documents().any(|parsed| parsed.metadata.islands.iter().any(|it| **it == *name))
        };
        if config.feedback.is_none() && !shows("feedback") {
            unused.extend(self.theme.islands.get("feedback").map(String::as_str));
        }
        let of_documents = self.documents().flat_map(|parsed| &parsed.metadata.sheets).copied();
        let of_kinds = self.site.pages.iter().filter_map(|page| chunk::sheet_of(page.kind));
        let of_images = config.images.avif.then_some(Sheet::Pictures);
        let used: BTreeSet<Sheet> = of_documents.chain(of_kinds).chain(of_images).collect();
        let unused_sheets = self.theme.sheets.iter().filter(|(sheet, _)| !used.contains(sheet));
        unused.extend(unused_sheets.flat_map(|(_, files)| files).map(String::as_str));
        unused
    }

    /// Returns the documents of all pages and slots.
    fn documents(&self) -> impl Iterator<Item = &Arc<Parsed>> {
        let of_slots = self.site.slots.all().map(|(_, filled)| &filled.parsed);
        self.site.pages.iter().filter_map(|page| page.document()).chain(of_slots)
    }

    /// Returns the first words of the site's diagrams. An empty word means that there can be other diagrams.
    fn diagrams(&self) -> BTreeSet<&str> {
        let of_pages = self.documents().map(|parsed| &parsed.metadata);
        let of_apis =
            self.site.apis.iter().flat_map(|api| &api.api.texts).map(|text| &text.document.metadata);
        let words = of_pages.chain(of_apis).flat_map(|metadata| &metadata.diagrams).map(|word| &**word);
        let of_templates = self.theme.overrides.values().filter(|text| text.contains("diagram")).map(|_| "");
        words.chain(of_templates).collect()
    }

    /// Returns a hash of the inputs for a page's files.
    pub(crate) fn page_key(&self, files: &PageFiles<'_>) -> u128 {
        self.key(files.page, &self.page_data(files.page))
    }

    /// Renders the files of one page, unless `keep` has them from an earlier build. `keep` receives the page's key,
    /// which is computed unless it's `known`. Returns whether the files were rendered.
    pub(crate) fn render_page(
        &self,
        files: &PageFiles<'_>,
        known: Option<u128>,
        keep: impl FnOnce(u128) -> bool,
        mut sink: impl FnMut(Artifact, u128),
    ) -> bool {
        let page_data = OnceCell::new();
        let page_data = || page_data.get_or_init(|| self.page_data(files.page));
        let key = known.unwrap_or_else(|| self.key(files.page, page_data()));
        if keep(key) {
            return false;
        }
        let page_data = page_data();
        let (mut body, blocks) = (None, page_blocks::PageBlocks::default());
        for output in &files.outputs {
            let artifact = match output.kind {
                OutputKind::Shell(index) | OutputKind::Chunk(index) => {
                    let html: &String = body.get_or_insert_with(|| self.body(index, page_data, &blocks));
                    let artifact = self.page_artifact(output, index, page_data, html);
                    self.note_sources(key, &artifact);
                    artifact
                }
                OutputKind::Markdown(index) => output.made(self.markdown(index, &blocks)),
                _ => self.render(output),
            };
            sink(artifact, key);
        }
        true
    }

    /// Renders one file. If the file is derived from other files, uses those files from an earlier build if they exist.
    pub(crate) fn render_from(&self, output: &Output, earlier: &Earlier<'_>) -> Artifact {
        match output.kind {
            OutputKind::LlmsFull => output.made(self.llms_full_first(earlier)),
            _ => self.render(output),
        }
    }

    /// Renders one file.
    pub(crate) fn render(&self, output: &Output) -> Artifact {
        let site = self.site;
        let text = match &output.kind {
            OutputKind::Shell(index) | OutputKind::Chunk(index) => {
                let page_data = self.page_data(*index);
                let body = self.body(*index, &page_data, &<_>::default());
                return self.page_artifact(output, *index, &page_data, &body);
            }
            OutputKind::Markdown(index) => self.markdown(*index, &<_>::default()),
            OutputKind::RequestSchemas(index) => self.api_schemas(&site.pages[*index]),
            OutputKind::RedirectShell(index) => self.redirect_shell(&site.redirects[*index]),
            OutputKind::RedirectChunk(index) => self.redirect_chunk(&site.redirects[*index]),
            OutputKind::Navigation(index) => self.navigation.trees[*index].clone(),
            OutputKind::SiteIndex => self.navigation.site_index(&self.theme.build),
            OutputKind::ChangesFeed(index) => self.changes_feed(&site.pages[*index]),
            OutputKind::Feed(blog, feed) => self.feed(&site.blogs[*blog], *feed),
            OutputKind::HostRules(host) => self.host_rules(*host),
            OutputKind::HeaderRules => self.header_rules(),
            OutputKind::Download(index, download) => self.download(*index, download),
            OutputKind::Sitemap => sitemap::sitemap(site, &self.at),
            OutputKind::Robots => sitemap::robots(site, &self.at),
            OutputKind::ForAgents(index) => self.agent_text(&self.agent_files()[*index]),
            OutputKind::LlmsFull => self.llms_full(&|_, _| None, |_, _| {}),
            OutputKind::Empty => String::new(),
            OutputKind::Sheet(file) => {
                site.sheets.get(file).map(|sheet| sheet.text.to_string()).unwrap_or_default()
            }
            OutputKind::Texts(locale, index) => self.messages[*locale].late[*index].json.clone(),
            OutputKind::CustomCss => custom_css::published(self.theme, &self.at),
            OutputKind::ClientModule(name) => self.client.code(name),
            OutputKind::Card(index) => return output.made(self.draw_card(&site.pages[*index])),
            OutputKind::SmallImage(file, index) => {
                return output.made(self.images.map_or_else(Vec::new, |images| images.bytes(file, *index)));
            }
            OutputKind::ThemeAsset(index) => return output.made(self.theme.assets[*index].bytes()),
            OutputKind::Asset(file) | OutputKind::Static(file) => {
                return output.made(Body::Copy(file.clone()));
            }
        };
        output.made(text)
    }
}

impl From<Vec<u8>> for Body {
    fn from(bytes: Vec<u8>) -> Self {
        Body::Bytes(bytes.into())
    }
}

impl From<String> for Body {
    fn from(text: String) -> Self {
        text.into_bytes().into()
    }
}

#[cfg(test)]
mod tests;
