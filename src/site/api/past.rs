//! Finds the older documents of each API: those of the site's versions or, if a document has the `history` setting,
//! those of Git tags.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Context, SiteApi};
use crate::openapi::history::{self, Past};
use crate::site::versions::NEXT;

/// Sets the history of each document. A document with the `history` setting has only the documents of its tags.
pub(super) fn histories(context: Context<'_>, apis: &mut [SiteApi]) {
    let steps = context.input.steps;
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, api) in apis.iter_mut().enumerate() {
        if api.config.history.is_none() {
            groups.entry(api.name.clone()).or_default().push(index);
            continue;
        }
        let own = (&api.config.file, &api.config.id);
        let is_own = |document: &&super::ApiDocument| (&document.config.file, &document.config.id) == own;
        let Some(document) = context.input.apis.iter().find(is_own) else { continue };
        let mut documents: Vec<Past> = document.past.iter().map(Past::clone).collect();
        let Some(newest) = documents.last() else { continue };
        let name = api.api.version.as_deref().filter(|name| newest.api.version.as_deref() != Some(*name));
        let label = name.unwrap_or(NEXT).to_owned();
        documents.push(Past { label, date: None, api: Arc::clone(&api.api) });
        let history = history::histories(&documents, steps).pop().flatten();
        // Usually, the current document is the document of the newest tag.
        api.history = history.map(|history| Arc::new(history.without_unchanged()));
    }
    for mut group in groups.into_values().filter(|group| group.len() > 1) {
        // The versions of a documentation set start with the newest one.
        group.sort_by_key(|index| std::cmp::Reverse(apis[*index].version));
        let past = |index: &usize| {
            let api = &apis[*index];
            let label = api.version.map(|version| context.versions[version].label.clone());
            Past { label: label.unwrap_or_default(), date: None, api: Arc::clone(&api.api) }
        };
        let documents: Vec<Past> = group.iter().map(past).collect();
        for (index, history) in group.iter().zip(history::histories(&documents, steps)) {
            apis[*index].history = history;
        }
    }
}
