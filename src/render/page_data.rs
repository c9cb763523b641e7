//! The data that a page's files are generated from, and the key that determines whether to render them again.
//!
//! The key of a page is a hash of the page, its [`PageData`], and everything that pages share. [`PageData`] contains
//! the page's chunk and all values that come from other pages. A template value belongs in [`PageData`], unless it
//! depends only on the page, its links, and the values that pages share. A key can change without a change to the
//! files, but the files never change without a change to the key.

use std::hash::{Hash, Hasher};

use minijinja::Value;
use serde::Serialize;
use xxhash_rust::xxh3::Xxh3;

use super::{
    BY_NAME, Output, OutputKind, Renderer,
    chunk::{Chunk, to_json},
    frame::OpenSidebar,
};
use crate::site::{Content, Page, Resolved, SiteApi, parts_of};

/// The data that a page is generated from, except the page's prose.
#[derive(Serialize)]
pub(super) struct PageData<'a> {
    pub wire: Chunk<'a>,
    pub blog: Option<Value>,
    pub sidebar: Option<OpenSidebar<'a>>,
    pub banner: bool,
}

/// Hashes of values that many pages share.
pub(super) struct SharedKeys {
    /// The values that all pages share.
    all: u64,
    /// The OpenAPI documents.
    apis: u64,
}

impl Renderer<'_> {
    /// Collects the data that a page is generated from.
    pub(super) fn page_data(&self, index: usize) -> PageData<'_> {
        let page = &self.site.pages[index];
        PageData {
            wire: self.wire(page),
            blog: self.blog_values(page, false),
            sidebar: self.sidebar(page),
            banner: self.has_banner(page),
        }
    }

    /// Whether a file contains the text of many pages. If it's rendered before these pages, their files reuse the text.
    pub(crate) fn precedes_pages(&self, output: &Output) -> bool {
        matches!(output.kind, OutputKind::LlmsFull)
    }

    /// Whether rendering a file can take a lot of memory, so such files should be rendered one after another.
    pub(crate) fn is_large(&self, output: &Output) -> bool {
        matches!(output.kind, OutputKind::Download(..))
    }

    /// Returns a hash of the inputs for a file that is slow to render and doesn't belong to a page. If an existing file has
    /// this key, the file can be kept.
    pub(crate) fn slow_key(&self, output: &Output) -> Option<u128> {
        match output.kind {
            OutputKind::Card(_) | OutputKind::SmallImage(..) => Some(BY_NAME),
            OutputKind::Download(index, _) => {
                let api = &self.site.apis[index];
                let mut hasher = Xxh3::new();
                (api.content, &api.title, format!("{:?}", api.config)).hash(&mut hasher);
                // The links in descriptions are absolute.
                (&api.resolved, &self.site.config.site.url).hash(&mut hasher);
                Some(hasher.digest128())
            }
            _ => None,
        }
    }

    /// Returns the key of a page: a hash of the inputs for the page's files.
    pub(super) fn key(&self, index: usize, page_data: &PageData<'_>) -> u128 {
        let site = self.site;
        let page: &Page = &site.pages[index];
        let shared = self.keys.get_or_init(|| self.shared_keys());
        let mut hasher = Xxh3::new();
        shared.all.hash(&mut hasher);
        to_json(page_data).hash(&mut hasher);
        // The hash of the source represents the prose.
        page.hash(&mut hasher);
        site.resolved[index].hash(&mut hasher);
        site.glossary(page).map(|glossary| glossary.hash).hash(&mut hasher);
        self.hash_images(&site.resolved[index], &mut hasher);
        for filled in self.slots_shown(index) {
            (&filled.parsed, &filled.resolved).hash(&mut hasher);
        }
        if let Content::BlogList(list) = &page.content {
            for post in &list.posts {
                let post = &site.blogs[list.blog].posts[*post];
                (&post.parsed, &post.route, post.cut).hash(&mut hasher);
                let resolved = site.page_index(&post.route).map(|index| &site.resolved[index]);
                resolved.hash(&mut hasher);
                resolved.iter().for_each(|resolved| self.hash_images(resolved, &mut hasher));
            }
        }
        for part in parts_of(&site.pages, index) {
            (&site.pages[part], &site.resolved[part]).hash(&mut hasher);
            self.hash_images(&site.resolved[part], &mut hasher);
        }
        if page.kind.is_api() {
            shared.apis.hash(&mut hasher);
        }
        hasher.digest128()
    }

    /// Hashes the details of the smaller versions of a page's images.
    fn hash_images(&self, resolved: &Resolved, hasher: &mut Xxh3) {
        let Some(images) = self.images else { return };
        let files = resolved.images.iter().chain(&resolved.cover).filter_map(|image| image.file.as_ref());
        files.for_each(|file| images.of(&file.path).hash(hasher));
    }

    fn shared_keys(&self) -> SharedKeys {
        let site = self.site;
        let mut hasher = Xxh3::new();
        self.theme.hash(&mut hasher);
        for messages in &self.messages {
            messages.texts.hash(&mut hasher);
        }
        for frame in &self.frames {
            to_json(frame).hash(&mut hasher);
        }
        // A shell contains the data that React renders the navbar from.
        for shell in &self.shared {
            shell.whole.hash(&mut hasher);
        }
        format!("{:?} {:?} {:?} {:?}", site.config, site.locales, site.versions, site.splats)
            .hash(&mut hasher);
        let all = hasher.finish();
        // One thread computes the hash while other threads wait. Until the hash is complete, that thread must not start
        // other work.
        site.apis.iter().for_each(|api| of_api(api, &mut hasher));
        SharedKeys { all, apis: hasher.finish() }
    }
}

fn of_api(api: &SiteApi, hasher: &mut Xxh3) {
    // `content` covers the files and the history.
    let SiteApi {
        id,
        name,
        version,
        title,
        config,
        api: _,
        files: _,
        published: _,
        content,
        history: _,
        route,
        schemas,
        resolved,
    } = api;
    (id, name, version, title, format!("{config:?}"), content, route, schemas, resolved).hash(hasher);
}
