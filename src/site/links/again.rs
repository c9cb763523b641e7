//! Resolves the links and images on edited pages again, in a site that's otherwise the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Resolver;
use crate::diag::Diagnostic;
use crate::site::{Context, Input, Page, Site};

/// Resolves the links and images on a few pages of a site again, after these pages changed. `before` contains the pages
/// before the change. Returns `false` if a file that the old pages referred to might now be unused.
pub(in crate::site) fn again(
    input: &Input<'_>,
    site: &mut Site,
    before: &BTreeMap<usize, Arc<Page>>,
) -> bool {
    let mut is_complete = true;
    let mut all = Vec::with_capacity(before.len());
    {
        let context = Context { input, locales: &site.locales, versions: &site.versions };
        let mut resolver = Resolver::new(context, &site.pages, &site.redirects, &site.apis);
        resolver.sheets.clone_from(&site.sheets);
        let found = |resolver: &Resolver<'_>, page: &Page| {
            page.parsed().map(|parsed| resolver.page(page, parsed)).unwrap_or_default()
        };
        resolver.is_quiet = true;
        let used: Vec<_> = before.values().map(|page| found(&resolver, page).assets).collect();
        resolver.is_quiet = false;
        for (&index, used) in before.keys().zip(used) {
            let after = found(&resolver, &site.pages[index]);
            is_complete &= used.iter().all(|asset| after.assets.contains(asset));
            all.push((index, after));
        }
    }
    for (index, found) in all {
        site.resolved[index] = Arc::new(found.resolved);
        site.assets.extend(found.assets);
        site.problems.insert(index, found.diagnostics);
    }
    site.problems.retain(|_, found| !found.is_empty());
    is_complete
}

/// Returns the problems with the links and images on pages that aren't part of a site.
pub(in crate::site) fn of_new(input: &Input<'_>, site: &Site, pages: &[Page]) -> Vec<Diagnostic> {
    let context = Context { input, locales: &site.locales, versions: &site.versions };
    let mut resolver = Resolver::new(context, &site.pages, &site.redirects, &site.apis);
    resolver.sheets.clone_from(&site.sheets);
    let found = pages.iter().filter_map(|page| Some(resolver.page(page, page.parsed()?).diagnostics));
    found.flatten().collect()
}
