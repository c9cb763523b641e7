//! Generates heading IDs for a site that has a heading ID function in its config.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::VitePress;
use crate::component::evaluate;
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::{Node, Value};

/// The number of headings in each evaluation.
const PART: usize = 500;

/// Whether the config contains a function for heading IDs.
pub(super) fn has_own(config: &Node) -> bool {
    config.at(&["markdown", "anchor", "slugify"]).is_some_and(|node| matches!(node.value, Value::Null))
}

/// Returns the IDs that the config's function returns for headings with these texts. Leaves out texts for which the
/// function fails.
pub(super) fn of(site: &VitePress<'_>, texts: BTreeSet<String>) -> BTreeMap<String, String> {
    let texts: Vec<String> = texts.into_iter().collect();
    let mut slugs = BTreeMap::new();
    for part in texts.chunks(PART) {
        slugs.extend(part.iter().cloned().zip(evaluated(site, part)));
    }
    slugs.retain(|_, slug| !slug.is_empty());
    slugs
}

fn evaluated(site: &VitePress<'_>, texts: &[String]) -> Vec<String> {
    let config = &site.source.path;
    let code = format!(
        "import config from {};
        const options = {{ command: 'build', mode: 'production' }};
        const found = typeof config === 'function' ? await config(options) : await config;
        export default {{ slugs: {}.map((text) => String(found.markdown.anchor.slugify(text))) }};",
        json!(format!("./{}", config.file_name())),
        json!(texts),
    );
    let source = Source::new(config.join_sibling("config-slugs.mts"), code.as_str());
    let read = |path: &SourcePath| site.origin.text(path);
    let found = evaluate(&source, site.origin.year(), &read);
    let slugs = found.node.at(&["slugs"]).map_or(&[][..], Node::items);
    slugs.iter().map(|slug| slug.text().unwrap_or_default()).collect()
}
