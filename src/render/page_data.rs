//! What the files of a page are made of, and the key that tells whether they have to be made again.
//!
//! [`PageData`] is all that a page's templates and its chunk get besides its own prose and what the pages of a language
//! share. The key of a page is a hash over these very values, over the page as the site has it and over all that is
//! shared: whoever gives a template something new puts it into [`PageData`], and has it in the key. A key may change when
//! nothing else does, never the other way round.

use std::hash::{Hash, Hasher};

use serde::Serialize;
use xxhash_rust::xxh3::Xxh3;

use super::Renderer;
use super::body::BodyValues;
use super::chunk::{Chunk, to_json};
use super::frame::FrameValues;
use crate::site::{Content, Page, SiteApi};

/// What a page is made of besides its prose.
#[derive(Serialize)]
pub(super) struct PageData<'a> {
    pub(super) wire: Chunk<'a>,
    pub(super) body: BodyValues,
    pub(super) frame: FrameValues<'a>,
    pub(super) banner: bool,
}

/// The hashes of what many pages share.
pub(super) struct SharedKeys {
    /// Of what all pages do.
    all: u64,
    /// Of the OpenAPI documents.
    apis: u64,
}

impl Renderer<'_> {
    /// What a page is made of.
    pub(super) fn page_data(&self, index: usize) -> PageData<'_> {
        let page = &self.site.pages[index];
        PageData {
            wire: self.wire(page),
            body: self.body_values(index),
            frame: self.frame_values(page),
            banner: self.has_banner(page),
        }
    }

    /// The key of a page: a hash over all that its files are made of.
    pub(super) fn key(&self, index: usize, page_data: &PageData<'_>) -> u128 {
        let site = self.site;
        let page: &Page = &site.pages[index];
        let shared = self.keys.get_or_init(|| self.shared_keys());
        let mut hasher = Xxh3::new();
        shared.all.hash(&mut hasher);
        to_json(page_data).hash(&mut hasher);
        // Its prose is made of its source, which stands for its content.
        page.hash(&mut hasher);
        site.resolved[index].hash(&mut hasher);
        if let Content::BlogList(list) = &page.content {
            for post in &list.posts {
                let post = &site.blogs[list.blog].posts[*post];
                (&post.parsed, &post.route, post.cut).hash(&mut hasher);
                site.page_index(&post.route).map(|index| &site.resolved[index]).hash(&mut hasher);
            }
        }
        if page.kind.is_api() {
            shared.apis.hash(&mut hasher);
        }
        hasher.digest128()
    }

    fn shared_keys(&self) -> SharedKeys {
        let site = self.site;
        let mut hasher = Xxh3::new();
        self.theme.hash(&mut hasher);
        for messages in &self.messages {
            messages.texts().hash(&mut hasher);
        }
        for frame in &self.frames {
            to_json(frame).hash(&mut hasher);
        }
        for shell in &self.shared {
            shell.whole.hash(&mut hasher);
        }
        format!("{:?} {:?} {:?} {:?}", site.config, site.locales, site.versions, site.splats)
            .hash(&mut hasher);
        let all = hasher.finish();
        // One thread does it while others wait: it must not take up their work in between.
        site.apis.iter().for_each(|api| of_api(api, &mut hasher));
        SharedKeys { all, apis: hasher.finish() }
    }
}

fn of_api(api: &SiteApi, hasher: &mut Xxh3) {
    let SiteApi { id, title, config, api: _, content, route, schemas, resolved } = api;
    (id, title, format!("{config:?}"), content, route, schemas, resolved).hash(hasher);
}
