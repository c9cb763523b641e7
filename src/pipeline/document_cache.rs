//! What is known of documents, from one build to the next: their metadata and what is wrong with them.
//!
//! The stored form is one run of bytes, read whole and written whole; a document is taken from it when its source is met
//! again. It may be lost, old or broken: then the sources are parsed. Knows nothing of files.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::diag::Diagnostic;
use crate::markdown::Metadata;
use crate::site::{Parsed, Reader};
use crate::source::Source;

const MAGIC: &[u8; 8] = b"docgenFA";
/// Names this docgen; the build script makes it from all sources.
const PROGRAM: &[u8; 16] =
    env!("DOCGEN_PROGRAM").as_bytes().first_chunk().expect("the build script writes 16 digits");
/// Where what the checksum is of begins: after magic, program and the checksum itself.
const SUMMED: usize = 8 + 16 + 8;
/// Where the table begins: after a hash of the options and the length of the table.
const HEADER: usize = SUMMED + 8 + 8;

/// The documents of an earlier build.
#[derive(Debug, Default)]
pub(super) struct DocumentCache {
    bytes: Vec<u8>,
    /// A hash of what they were parsed with.
    options: u64,
    /// Sorted by path.
    entries: Vec<Entry>,
}

/// A document, and where the bytes of its metadata and diagnostics are.
#[derive(Debug)]
struct Entry {
    path: String,
    hash: u64,
    at: Range<usize>,
}

/// An entry of the stored table; the bytes of the documents follow it in the same order.
#[derive(Serialize, Deserialize)]
struct Row<'a> {
    path: &'a str,
    hash: u64,
    length: u64,
}

impl DocumentCache {
    /// Reads the stored form. What is not one, or one of another docgen, holds no document.
    pub(super) fn from_bytes(bytes: Vec<u8>) -> Self {
        match read(&bytes) {
            Some((options, entries)) => DocumentCache { options, entries, bytes },
            None => DocumentCache::default(),
        }
    }

    /// What is known of a source with what is wrong with it, if it was met before.
    pub(super) fn get(&self, source: &Source, reader: &Reader) -> Option<(Metadata, Vec<Diagnostic>)> {
        let at = self.entries.binary_search_by(|entry| entry.path.as_str().cmp(source.path.as_str())).ok()?;
        let entry = &self.entries[at];
        if entry.hash != source.hash || self.options != hash(reader) {
            return None;
        }
        postcard::from_bytes(self.bytes.get(entry.at.clone())?).ok()
    }

    /// Makes room: from now on it tells what is stored, and no longer what is known.
    pub(super) fn forget_content(&mut self) {
        self.bytes = Vec::new();
    }

    /// The stored form of documents, sorted by path; none where it is the one that was read.
    pub(super) fn to_bytes(
        &self,
        documents: &[(Arc<Parsed>, Vec<Diagnostic>)],
        reader: &Reader,
    ) -> Option<Vec<u8>> {
        let is_same = |(entry, (parsed, _)): (&Entry, &(Arc<Parsed>, Vec<Diagnostic>))| {
            entry.path == parsed.source.path.as_str() && entry.hash == parsed.source.hash
        };
        let same_options = self.options == hash(reader);
        if same_options
            && self.entries.len() == documents.len()
            && self.entries.iter().zip(documents).all(is_same)
        {
            return None;
        }
        let of_document = |(parsed, found): &(Arc<Parsed>, Vec<Diagnostic>)| {
            postcard::to_stdvec(&(&*parsed.metadata, found))
                .expect("metadata have no part that cannot be written")
        };
        let parts: Vec<Vec<u8>> = documents.par_iter().map(of_document).collect();
        let rows: Vec<Row<'_>> = documents
            .iter()
            .zip(&parts)
            .map(|((parsed, _), part)| Row {
                path: parsed.source.path.as_str(),
                hash: parsed.source.hash,
                length: part.len() as u64,
            })
            .collect();
        let table = postcard::to_stdvec(&rows).expect("a table has no part that cannot be written");
        let length: usize = parts.iter().map(Vec::len).sum();
        let mut bytes = Vec::with_capacity(HEADER + table.len() + length);
        bytes.extend(MAGIC);
        bytes.extend(PROGRAM);
        bytes.extend([0; 8]);
        bytes.extend(hash(reader).to_le_bytes());
        bytes.extend((table.len() as u64).to_le_bytes());
        bytes.extend(table);
        parts.iter().for_each(|part| bytes.extend(part));
        let sum = xxh3_64(&bytes[SUMMED..]);
        bytes[SUMMED - 8..SUMMED].copy_from_slice(&sum.to_le_bytes());
        Some(bytes)
    }
}

fn read(bytes: &[u8]) -> Option<(u64, Vec<Entry>)> {
    let number = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
    if !bytes.starts_with(MAGIC)
        || bytes.get(8..24)? != PROGRAM
        || number(SUMMED - 8)? != xxh3_64(bytes.get(SUMMED..)?)
    {
        return None;
    }
    let mut at = HEADER.checked_add(usize::try_from(number(SUMMED + 8)?).ok()?)?;
    let rows: Vec<Row<'_>> = postcard::from_bytes(bytes.get(HEADER..at)?).ok()?;
    let mut entries = Vec::with_capacity(rows.len());
    for row in rows {
        let end = at.checked_add(usize::try_from(row.length).ok()?)?;
        bytes.get(at..end)?;
        entries.push(Entry { path: row.path.to_owned(), hash: row.hash, at: at..end });
        at = end;
    }
    Some((number(SUMMED)?, entries))
}

/// A hash of what a document depends on besides its source.
fn hash(reader: &Reader) -> u64 {
    let mut hasher = Xxh3::new();
    hasher.update(&[u8::from(reader.smart_punctuation)]);
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
        let bytes = DocumentCache::default().to_bytes(&documents, &reader).expect("nothing is stored yet");
        let known = DocumentCache::from_bytes(bytes);
        for (parsed, found) in &documents {
            assert_eq!(
                known.get(&parsed.source, &reader),
                Some((Metadata::clone(&parsed.metadata), found.clone()))
            );
        }
        assert_eq!(known.to_bytes(&documents, &reader), None);
        assert!(known.to_bytes(&documents[1..], &reader).is_some());
        let other = Source::new(documents[0].0.source.path.clone(), "other");
        assert_eq!(known.get(&other, &reader), None);
    }

    #[test]
    fn other_options_know_nothing() {
        let reader = Arc::new(Reader::default());
        let documents = parsed(&reader);
        let bytes = DocumentCache::default().to_bytes(&documents, &reader).expect("nothing is stored yet");
        let known = DocumentCache::from_bytes(bytes);
        for reader in [
            Reader::new(true, Vec::new(), Arc::default()),
            Reader::new(false, vec!["map".to_owned()], Arc::default()),
        ] {
            assert_eq!(known.get(&documents[0].0.source, &reader), None);
            assert!(known.to_bytes(&documents, &reader).is_some());
        }
    }

    #[test]
    fn broken_bytes_know_nothing() {
        let reader = Arc::new(Reader::default());
        let documents = parsed(&reader);
        let bytes = DocumentCache::default().to_bytes(&documents, &reader).expect("nothing is stored yet");
        for length in 0..bytes.len() {
            assert!(DocumentCache::from_bytes(bytes[..length].to_vec()).entries.is_empty());
        }
        for at in 0..bytes.len() {
            let mut broken = bytes.clone();
            broken[at] ^= 0x55;
            assert!(DocumentCache::from_bytes(broken).entries.is_empty());
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
