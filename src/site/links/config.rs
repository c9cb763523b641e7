//! Resolves the links in the config.

use super::Resolver;
use crate::config::Config;
use crate::diag::Diagnostic;
use crate::path::{OutPath, RoutePath, SourcePath, decode_path, has_protocol};
use crate::site::{Parsed, Target};

/// The generated files, other than pages, that links can refer to.
pub(super) const MADE_FILES: &[&str] =
    &["sitemap.xml", "robots.txt", "llms.txt", "llms-full.txt", "skill.md", "404.html"];

/// Resolves a link in the config, which is a URL on another site or a path on this site.
pub(crate) fn config_target(config: &Config, static_files: &[SourcePath], href: &str) -> Target {
    if let Some(path) = href.strip_prefix("pathname://") {
        return Target::Address { href: config.addressing().with_base(path), external: false };
    }
    if has_protocol(href) || href.starts_with('#') {
        return Target::Address { href: href.to_owned(), external: has_protocol(href) };
    }
    let (path, rest) = split_suffix(href);
    let path = &*decode_path(path);
    let made = MADE_FILES.contains(&path.trim_start_matches('/')) || config.is_feed(path);
    if static_files.binary_search(&SourcePath::in_static(path)).is_ok() || made {
        return Target::Address {
            href: config.addressing().file_href(&OutPath::new(path)) + rest,
            external: false,
        };
    }
    if rest.is_empty() {
        return Target::Route(RoutePath::new(path));
    }
    Target::Address { href: config.addressing().href(&RoutePath::new(path)) + rest, external: false }
}

/// Returns the path on this site that a link in the config refers to, and the anchor.
pub(crate) fn config_route<'a>(
    config: &Config,
    static_files: &[SourcePath],
    href: &'a str,
) -> Option<(RoutePath, Option<&'a str>)> {
    let (path, suffix) = split_suffix(href);
    match config_target(config, static_files, path) {
        Target::Route(route) if !path.is_empty() => Some((route, anchor_of(suffix))),
        _ => None,
    }
}

/// Splits a URL into two parts: its path, and its query and fragment.
pub(in crate::site) fn split_suffix(address: &str) -> (&str, &str) {
    address.split_at(address.find(['?', '#']).unwrap_or(address.len()))
}

/// Returns the fragment in a suffix, without the `#`.
pub(super) fn anchor_of(suffix: &str) -> Option<&str> {
    suffix.split_once('#').map(|(_, anchor)| anchor).filter(|anchor| !anchor.is_empty())
}

impl Resolver<'_> {
    /// If a link's URL comes from a pattern in the config, names the pattern in the link's problems.
    pub(super) fn name_pattern(&self, parsed: &Parsed, link: usize, problems: &mut [Diagnostic]) {
        if problems.is_empty() {
            return;
        }
        let found = parsed.metadata.code_links.iter().find(|(index, _)| *index as usize == link);
        let patterns = &self.context.config.markdown.code_links;
        let Some((index, row)) = found.and_then(|(_, index)| Some((*index, patterns.get(*index as usize)?)))
        else {
            return;
        };
        let source = self.context.config_source;
        let place = source.place(&format!("markdown.code_links.{index}.url")).unwrap_or(0..0);
        let line = source.source.text[..place.start].matches('\n').count() + 1;
        for problem in problems {
            problem.hints.push(format!(
                "the URL is from line {line} of `{}`, for code that matches the pattern `{}`",
                source.source.path, row.pattern
            ));
        }
    }
}
