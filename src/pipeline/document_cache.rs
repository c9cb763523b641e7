//! The cache of documents between builds: their metadata and problems.
//!
//! A document is taken from the cache if its source is unchanged. This module doesn't access files.

use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

use crate::diag::Diagnostic;
use crate::markdown::{Metadata, Options};
use crate::path::SourcePath;
use crate::site::{Parsed, Reader};
use crate::source::Source;

/// The documents from an earlier build.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct DocumentCache {
    /// The options that the documents were parsed with.
    options: Options,
    /// The documents, sorted by path.
    entries: Vec<Entry>,
}

/// A cached document.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    path: SourcePath,
    /// The hash of the source.
    hash: u64,
    /// A hash of the source and of everything that it imports.
    whole: u64,
    /// The metadata and diagnostics, decoded on first use.
    content: ByteBuf,
}

impl DocumentCache {
    /// Returns the metadata and problems of a source, if they're cached.
    pub(super) fn get(&self, source: &Source, reader: &Reader) -> Option<(Metadata, Vec<Diagnostic>)> {
        let at = self.entries.binary_search_by(|entry| entry.path.cmp(&source.path)).ok()?;
        let entry = &self.entries[at];
        if entry.hash != source.hash || self.options != reader.options {
            return None;
        }
        let known: (Metadata, Vec<Diagnostic>) = postcard::from_bytes(&entry.content).ok()?;
        reader.are_current(&known.0.imports).then_some(known)
    }

    /// Frees the cached content. The cache still contains the paths and hashes of the stored documents.
    pub(super) fn forget_content(&mut self) {
        self.entries.iter_mut().for_each(|entry| entry.content = ByteBuf::new());
    }

    /// Encodes documents, sorted by path. Returns `None` if they're the same as the loaded documents.
    pub(super) fn to_store(
        &self,
        documents: &[(Arc<Parsed>, Vec<Diagnostic>)],
        reader: &Reader,
    ) -> Option<DocumentCache> {
        let is_same = |(entry, (parsed, _)): (&Entry, &(Arc<Parsed>, Vec<Diagnostic>))| {
            entry.path == parsed.source.path && entry.whole == parsed.hash
        };
        if self.options == reader.options
            && self.entries.len() == documents.len()
            && self.entries.iter().zip(documents).all(is_same)
        {
            return None;
        }
        let entry = |(parsed, found): &(Arc<Parsed>, Vec<Diagnostic>)| Entry {
            path: parsed.source.path.clone(),
            hash: parsed.source.hash,
            whole: parsed.hash,
            content: postcard::to_stdvec(&(&*parsed.metadata, found)).expect("metadata is plain data").into(),
        };
        let entries = documents.par_iter().map(entry).collect();
        Some(DocumentCache { options: reader.options.clone(), entries })
    }
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
        for options in [
            Options { smart_punctuation: true, ..Options::default() },
            Options { islands: vec!["map".to_owned()], ..Options::default() },
        ] {
            let reader = Reader::new(options, Arc::default(), None);
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
