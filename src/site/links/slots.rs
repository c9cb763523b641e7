//! Resolves the links and images in slots.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::{Found, Resolver, locales::once};
use crate::component::slots::relocated;
use crate::diag::Diagnostic;
use crate::path::SourcePath;
use crate::site::{Filled, Page, SlotPlace, Slots};

/// Resolves the links and images in every slot. Adds the files that the links and images refer to, with their output
/// names, and the problems.
pub(super) fn resolve(
    resolver: &Resolver<'_>,
    slots: &mut Slots,
    assets: &mut BTreeMap<SourcePath, String>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let all: Vec<(SlotPlace, &Filled)> = slots.all().collect();
    let found: Vec<Found> = all.par_iter().map(|(place, filled)| resolver.slot(*place, filled)).collect();
    let locales: Vec<usize> = all.iter().map(|(place, _)| resolver.locale_of(*place)).collect();
    let mut problems = Vec::new();
    for ((found, locale), filled) in found.into_iter().zip(locales).zip(slots.all_mut()) {
        assets.extend(found.assets);
        filled.resolved = Arc::new(found.resolved);
        problems.extend(found.diagnostics.into_iter().map(|one| (locale, relocated(one))));
    }
    diagnostics.extend(once(problems, resolver.context.locales));
}

impl Resolver<'_> {
    /// Returns the index of the locale that shows a slot.
    fn locale_of(&self, place: SlotPlace) -> usize {
        match place {
            SlotPlace::Page(index) => self.pages[index].locale,
            SlotPlace::Frame(locale) => locale,
        }
    }

    /// Resolves the links and images of a slot, on a page or in the frame of a locale.
    fn slot(&self, place: SlotPlace, filled: &Filled) -> Found {
        match place {
            SlotPlace::Page(index) => self.page(&self.pages[index], &filled.parsed),
            SlotPlace::Frame(locale) => {
                let home = self.context.locales[locale].home.clone();
                self.page(&Page::generated(home, locale), &filled.parsed)
            }
        }
    }
}
