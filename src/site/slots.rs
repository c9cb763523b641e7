//! [`Slots`]: the places in the frame and on pages that the site's components fill, with their content.

pub(super) mod fill;

use std::sync::Arc;

use super::{Parsed, Resolved};
use crate::component::slots::Slot;

/// A slot with its content in one place.
#[derive(Clone, Debug)]
pub(crate) struct Filled {
    /// The slot.
    pub slot: &'static Slot,
    /// The rendered component.
    pub parsed: Arc<Parsed>,
    /// The resolved links and images of the component.
    pub resolved: Arc<Resolved>,
}

/// The filled slots of a site.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots {
    /// The slots in the frame, by locale.
    pub frame: Vec<Vec<Filled>>,
    /// The slots on each page, in the same order as the pages. The list is empty if no component fills a page slot.
    pub pages: Vec<Vec<Filled>>,
}

impl Slots {
    /// Returns the filled slots on a page and in its frame.
    pub(crate) fn on(&self, page: usize, locale: usize) -> impl Iterator<Item = &Filled> {
        self.frame.get(locale).into_iter().chain(self.pages.get(page)).flatten()
    }

    /// Returns every filled slot with its place.
    pub(crate) fn all(&self) -> impl Iterator<Item = (SlotPlace, &Filled)> {
        let frames = self.frame.iter().enumerate().map(|(at, filled)| (SlotPlace::Frame(at), filled));
        let pages = self.pages.iter().enumerate().map(|(at, filled)| (SlotPlace::Page(at), filled));
        frames.chain(pages).flat_map(|(place, filled)| filled.iter().map(move |one| (place, one)))
    }

    /// Returns every filled slot in the order of [`Slots::all`].
    pub(super) fn all_mut(&mut self) -> impl Iterator<Item = &mut Filled> {
        self.frame.iter_mut().chain(&mut self.pages).flatten()
    }
}

/// The place of a slot.
#[derive(Clone, Copy)]
pub(crate) enum SlotPlace {
    /// The frame of the locale with this index.
    Frame(usize),
    /// The page with this index.
    Page(usize),
}
