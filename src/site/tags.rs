//! Tags of documents: the link of each, the list of all, and a page for each.

use std::collections::BTreeMap;

use super::collect::{self, Doc, docs_root, segment};
use super::{Content, Entry, Input, Locale, Page, PageKind, TagLink, Target, Version};
use crate::config::Config;
use crate::markdown::FrontMatter;
use crate::path::RoutePath;

/// The address of the list of tags of a language and version.
pub(super) fn root(config: &Config, locale: &Locale, version: &Version) -> RoutePath {
    docs_root(config, locale, version).join("tags")
}

/// The tags of a page.
pub(super) fn links(front: &FrontMatter, root: &RoutePath) -> Vec<TagLink> {
    let link = |tag: &String| TagLink { label: tag.as_str().into(), route: root.join(&segment(tag)) };
    front.tags.iter().map(link).collect()
}

/// The label and the documents of each tag, by the segment of its address.
type Tagged<'a> = BTreeMap<String, (String, Vec<&'a Doc>)>;

/// The list of tags and the page of each, for every language and version that has tags.
pub(super) fn pages(input: &Input<'_>, locales: &[Locale], versions: &[Version], docs: &[Doc]) -> Vec<Page> {
    let mut sets: BTreeMap<(usize, usize), Tagged<'_>> = BTreeMap::new();
    for doc in docs.iter().filter(|doc| !doc.unlisted) {
        for tag in &doc.parsed.facts.front_matter.tags {
            let tags = sets.entry((doc.locale, doc.version)).or_default();
            // Words that make the same address are the same tag; the first spelling is shown.
            tags.entry(segment(tag)).or_insert_with(|| (tag.clone(), Vec::new())).1.push(doc);
        }
    }
    let mut pages = Vec::new();
    for ((locale, version), tags) in sets {
        let root = root(input.config, &locales[locale], &versions[version]);
        let page = |route: RoutePath, kind, title: String, content| Page {
            kind,
            title: title.into(),
            version: Some(version),
            content,
            ..collect::generated(route, locale)
        };
        let mut all: Vec<Entry> = Vec::new();
        for (slug, (label, docs)) in tags {
            let route = root.join(&slug);
            let mut entries: Vec<Entry> = docs
                .iter()
                .map(|doc| Entry {
                    label: doc.title.clone(),
                    href: Target::Route(doc.route.clone()),
                    description: doc.parsed.facts.front_matter.description.clone(),
                    count: None,
                })
                .collect();
            entries.sort_by(|a, b| a.label.cmp(&b.label));
            all.push(Entry {
                label: label.clone().into(),
                href: Target::Route(route.clone()),
                description: None,
                count: Some(entries.len()),
            });
            pages.push(page(route, PageKind::Tag, label, Content::Tag(entries)));
        }
        all.sort_by_key(|entry| entry.label.to_lowercase());
        pages.push(page(root, PageKind::Tags, String::new(), Content::Tags(all)));
    }
    pages
}
