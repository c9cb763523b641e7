//! What is known of documents, from one build to the next: their metadata and what is wrong with them.
//!
//! A document is taken from it when its source is met again. Knows nothing of files.

use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use xxhash_rust::xxh3::Xxh3;

use crate::diag::Diagnostic;
use crate::markdown::Metadata;
use crate::path::SourcePath;
use crate::site::{Parsed, Reader};
use crate::source::Source;

/// The documents of an earlier build.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct DocumentCache {
    /// A hash of what they were parsed with.
    options: u64,
    /// Sorted by path.
    entries: Vec<Entry>,
}

/// What is known of a document.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    path: SourcePath,
    /// Of its source.
    hash: u64,
    /// Its metadata and diagnostics, which are read when they are asked for.
    content: ByteBuf,
}

impl DocumentCache {
    /// What is known of a source with what is wrong with it, if it was met before.
    pub(super) fn get(&self, source: &Source, reader: &Reader) -> Option<(Metadata, Vec<Diagnostic>)> {
        let at = self.entries.binary_search_by(|entry| entry.path.cmp(&source.path)).ok()?;
        let entry = &self.entries[at];
        if entry.hash != source.hash || self.options != hash(reader) {
            return None;
        }
        postcard::from_bytes(&entry.content).ok()
    }

    /// Makes room: from now on it tells what is stored, and no longer what is known.
    pub(super) fn forget_content(&mut self) {
        self.entries.iter_mut().for_each(|entry| entry.content = ByteBuf::new());
    }

    /// What is to be stored of documents, sorted by path; none where it is what this was read from.
    pub(super) fn to_store(
        &self,
        documents: &[(Arc<Parsed>, Vec<Diagnostic>)],
        reader: &Reader,
    ) -> Option<DocumentCache> {
        let is_same = |(entry, (parsed, _)): (&Entry, &(Arc<Parsed>, Vec<Diagnostic>))| {
            entry.path == parsed.source.path && entry.hash == parsed.source.hash
        };
        let options = hash(reader);
        if self.options == options
            && self.entries.len() == documents.len()
            && self.entries.iter().zip(documents).all(is_same)
        {
            return None;
        }
        let entry = |(parsed, found): &(Arc<Parsed>, Vec<Diagnostic>)| Entry {
            path: parsed.source.path.clone(),
            hash: parsed.source.hash,
            content: postcard::to_stdvec(&(&*parsed.metadata, found)).expect("metadata is plain data").into(),
        };
        Some(DocumentCache { options, entries: documents.par_iter().map(entry).collect() })
    }
}

/// A hash of what a document depends on besides its source.
fn hash(reader: &Reader) -> u64 {
    let mut hasher = Xxh3::new();
    hasher.update(&[u8::from(reader.smart_punctuation), u8::from(reader.loose_titles)]);
    for island in &reader.islands {
        hasher.update(island.as_bytes());
        hasher.update(&[0]);
    }
    hasher.digest()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::sources;

    const FILES: &str = "
//- a.md
---
tags: [one]
sidebar_position: 1.5
---
# Title {#own}

First *paragraph*, [a link](b.md) and ![a picture](c.svg \"its title\").

## Part

```lua
print(1)
```
//- b.md
# B

:::nothing
Text.
:::
";

    fn parsed(reader: &Arc<Reader>) -> Vec<(Arc<Parsed>, Vec<Diagnostic>)> {
        let parse = |source: &Source| Parsed::new(source.clone(), reader);
        sources(FILES).iter().map(parse).map(|(parsed, found)| (Arc::new(parsed), found)).collect()
    }

    #[test]
    fn what_is_known_is_what_was_parsed() {
        let reader = Arc::new(Reader::default());
        let documents = parsed(&reader);
        assert!(!documents[0].0.metadata.highlighted.is_empty() && !documents[1].1.is_empty());
        let known = DocumentCache::default().to_store(&documents, &reader).expect("nothing is stored yet");
        for (parsed, found) in &documents {
            assert_eq!(
                known.get(&parsed.source, &reader),
                Some((Metadata::clone(&parsed.metadata), found.clone()))
            );
        }
        assert!(known.to_store(&documents, &reader).is_none());
        assert!(known.to_store(&documents[1..], &reader).is_some());
        let other = Source::new(documents[0].0.source.path.clone(), "other");
        assert_eq!(known.get(&other, &reader), None);
    }

    #[test]
    fn other_options_know_nothing() {
        let reader = Arc::new(Reader::default());
        let documents = parsed(&reader);
        let known = DocumentCache::default().to_store(&documents, &reader).expect("nothing is stored yet");
        for reader in [
            Reader::new(true, Vec::new(), Arc::default()),
            Reader::new(false, vec!["map".to_owned()], Arc::default()),
        ] {
            assert_eq!(known.get(&documents[0].0.source, &reader), None);
            assert!(known.to_store(&documents, &reader).is_some());
        }
    }

    #[test]
    fn a_content_that_was_not_kept_is_what_it_was() {
        let reader = Arc::new(Reader::default());
        for (parsed, _) in parsed(&reader) {
            let again = Parsed::cached(parsed.source.clone(), Metadata::clone(&parsed.metadata), &reader);
            assert_eq!(format!("{:?}", again.document()), format!("{:?}", parsed.document()));
        }
    }
}
