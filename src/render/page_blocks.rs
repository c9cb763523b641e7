//! The blocks of a page of an OpenAPI document while the page's files are rendered.

use std::cell::OnceCell;

use crate::openapi::{
    Subject,
    blocks::{self, Blocks},
    tree::{Budget, Trees},
};

/// The blocks of an API page, which its HTML and its Markdown version share.
#[derive(Default)]
pub(super) struct PageBlocks<'a>(OnceCell<Blocks<'a>>);

impl<'a> PageBlocks<'a> {
    /// Returns the blocks that the HTML shows.
    pub(super) fn get(&self, trees: &Trees<'a>, subject: Subject) -> &Blocks<'a> {
        self.0.get_or_init(|| blocks::of_page(trees, subject, Budget::default()))
    }
}
