//! Sites whose configs have names of their own, such as `mkdocs-online.yml`.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::{environment, inherit};
use crate::import::Origin;
use crate::path::SourcePath;
use crate::source::Source;
use crate::source::tree::Node;

/// Returns the config of a site that has only configs with names such as `mkdocs-online.yml`, and the site's other
/// configs. If there are several, chooses the config of the published site.
pub(super) fn choose(origin: &dyn Origin) -> Option<(Source, Node, Vec<Source>)> {
    let is_config = |path: &&SourcePath| {
        path.parent().is_empty()
            && path.file_name().starts_with("mkdocs")
            && matches!(path.extension(), "yml" | "yaml")
    };
    let configs: Vec<(Source, Node)> = origin
        .files()
        .iter()
        .filter(is_config)
        .filter_map(|path| origin.text(path))
        .filter_map(|source| Some((environment::read(&source)?, source)))
        .map(|(node, source)| (source, node))
        .collect();
    let parts: BTreeSet<SourcePath> =
        configs.iter().filter_map(|(_, config)| inherit::name(config)).map(SourcePath::new).collect();
    let mut whole: Vec<(Source, Node)> = configs
        .into_iter()
        .filter(|(source, _)| !parts.contains(&source.path))
        .map(|(source, config)| {
            let config = inherit::whole(origin, &source, config);
            (source, config)
        })
        .filter(|(_, config)| config.at(&["site_name"]).is_some())
        .collect();
    whole.sort_by_key(|(source, config)| {
        let keys = config.entries().map_or(0, <[_]>::len);
        Reverse((config.at(&["site_url"]).is_some(), keys, Reverse(source.path.clone())))
    });
    let mut whole = whole.into_iter();
    let (source, config) = whole.next()?;
    Some((source, config, whole.map(|(source, _)| source).collect()))
}
