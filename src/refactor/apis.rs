//! Finds the redirects from the old URLs of API pages. These pages have no front matter for aliases.

use super::{Moves, Pairs};
use crate::path::SourcePath;

/// Returns the redirects for the OpenAPI documents whose pages have new paths: one redirect for all pages of a document
/// if no other page is below their old path.
pub(crate) fn api_redirects(pairs: &Pairs<'_>, moves: &Moves) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for before in &*pairs.before.apis {
        let file = moves.new_path(&SourcePath::new(&before.config.file));
        let same = pairs.after.apis.iter().find(|api| Some(SourcePath::new(&api.config.file)) == file);
        let Some(after) = same.filter(|after| after.route != before.route) else { continue };
        let old = pairs.before.locales[0].home.join(before.route.as_str());
        let new = pairs.after.locales[0].home.join(after.route.as_str());
        if pairs.after.pages_below(&old).next().is_none() {
            let below = |route: &str| format!("{}/*", route.trim_end_matches('/'));
            all.push((below(old.as_str()), below(new.as_str())));
            continue;
        }
        let pages = pairs.with_new_paths().filter(|(page, _)| page.locale == 0 && page.kind.is_api());
        let pages = pages.filter(|(page, _)| page.route.strip(&old).is_some());
        let free = pages.filter(|(page, _)| pairs.after.page_index(&page.route).is_none());
        all.extend(free.map(|(page, new)| (page.route.to_string(), new.route.to_string())));
    }
    all
}
