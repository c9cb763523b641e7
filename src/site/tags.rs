//! Document tags: their links, the list of all tags, and a page for each tag.

use std::collections::BTreeMap;

use super::{
    Content, Context, Entry, Page, PageKind, Target,
    collect::{Doc, segment},
};
use crate::cldr;
use crate::path::RoutePath;

/// The label and the documents of each tag, by the tag's path segment.
type Tagged<'a> = BTreeMap<String, (String, Vec<&'a Doc>)>;

/// Returns the list of tags and the page of each tag, for every locale and version with tags.
pub(super) fn pages(context: Context<'_>, docs: &[Doc]) -> Vec<Page> {
    let mut sets: BTreeMap<(usize, usize), Tagged<'_>> = BTreeMap::new();
    for doc in docs.iter().filter(|doc| !doc.unlisted) {
        for tag in &doc.parsed.metadata.front_matter.tags {
            let tags = sets.entry((doc.locale, doc.version)).or_default();
            // Labels with the same path are the same tag, and readers see the first spelling.
            tags.entry(segment(tag)).or_insert_with(|| (tag.clone(), Vec::new())).1.push(doc);
        }
    }
    let mut pages = Vec::new();
    let has_tag = |locale, version, slug: Option<&String>| {
        let tags = sets.get(&(locale, version));
        tags.is_some_and(|tags| slug.is_none_or(|slug| tags.contains_key(slug)))
    };
    // A tag has the same path in every locale.
    let in_locales = |version: usize, slug: Option<&String>| {
        let below = slug.map_or("tags".to_owned(), |slug| format!("tags/{slug}"));
        let locales = (0..context.locales.len()).filter(|locale| has_tag(*locale, version, slug));
        let all: Vec<_> =
            locales.map(|locale| (locale, context.docs_root(locale, version).join(&below))).collect();
        if all.len() > 1 { all } else { Vec::new() }
    };
    for ((locale, version), tags) in &sets {
        let (locale, version) = (*locale, *version);
        let compare = cldr::collation(&context.locales[locale].lang);
        let root = context.docs_root(locale, version).join("tags");
        let page = |route: RoutePath, kind, title: String, content| Page {
            kind,
            title: title.into(),
            version: Some(version),
            content,
            ..Page::generated(route, locale)
        };
        let mut all: Vec<Entry> = Vec::new();
        for (slug, (label, docs)) in tags {
            let route = root.join(slug);
            let mut entries: Vec<Entry> = docs
                .iter()
                .map(|doc| Entry {
                    label: doc.title.clone(),
                    href: Target::Route(doc.route.clone()),
                    description: doc.parsed.metadata.front_matter.description.clone(),
                    count: None,
                    untranslated: locale > 0 && !doc.parsed.is_translated(),
                })
                .collect();
            entries.sort_by(|a, b| compare(&a.label, &b.label));
            all.push(Entry {
                label: label.clone().into(),
                href: Target::Route(route.clone()),
                description: None,
                count: Some(entries.len()),
                untranslated: false,
            });
            let lists_originals = entries.iter().all(|entry| entry.untranslated);
            pages.push(Page {
                in_locales: in_locales(version, Some(slug)),
                lists_originals,
                ..page(route, PageKind::Tag, label.clone(), Content::Tag(entries))
            });
        }
        all.sort_by(|a, b| compare(&a.label, &b.label));
        let in_locales = in_locales(version, None);
        pages.push(Page { in_locales, ..page(root, PageKind::Tags, String::new(), Content::Tags(all)) });
    }
    pages
}
