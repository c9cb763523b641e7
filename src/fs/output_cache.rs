//! The output cache: for each file of the last build the key of its page, a hash of its bytes and its length.
//!
//! A build leaves a file alone when its page has the same key as before and the manifest of the output folder says that
//! the folder still has these bytes.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::path::OutPath;

const MAGIC: &[u8; 8] = b"docgenMA";
/// Names this docgen, on which all it makes depends; the build script makes it from all sources.
const PROGRAM: &[u8; 16] =
    env!("DOCGEN_PROGRAM").as_bytes().first_chunk().expect("the build script writes 16 digits");
/// Magic, program, checksum of all that follows.
const HEADER: usize = 8 + 16 + 8;

/// The files of the last build, by path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OutputCache {
    /// Sorted by path.
    files: Vec<(OutPath, CachedFile)>,
}

/// A file, and what it was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CachedFile {
    /// A hash of all that it was made of.
    pub(super) key: u128,
    /// xxh3 (64 bits) of its bytes.
    pub(super) hash: u64,
    pub(super) length: u64,
}

#[derive(Serialize, Deserialize)]
struct Row<'a> {
    path: &'a str,
    key: u128,
    hash: u64,
    length: u64,
}

impl OutputCache {
    /// Files, sorted by path, with what they were made of.
    pub(super) fn of(files: impl Iterator<Item = (OutPath, CachedFile)>) -> Self {
        OutputCache { files: files.collect() }
    }

    /// Whether nothing is known of a last build.
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Whether a file was made of what this is the key of.
    pub(crate) fn has(&self, path: &OutPath, key: u128) -> bool {
        self.get(path.as_str(), key).is_some()
    }

    /// A file, if it was made of what this is the key of.
    pub(super) fn get(&self, path: &str, key: u128) -> Option<CachedFile> {
        let at = self.files.binary_search_by(|(own, _)| own.as_str().cmp(path)).ok()?;
        Some(self.files[at].1).filter(|file| file.key == key)
    }

    /// The stored form.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let rows: Vec<Row<'_>> = self
            .files
            .iter()
            .map(|(path, CachedFile { key, hash, length })| Row {
                path: path.as_str(),
                key: *key,
                hash: *hash,
                length: *length,
            })
            .collect();
        let rows = postcard::to_stdvec(&rows).expect("rows have no part that cannot be written");
        let mut bytes = Vec::with_capacity(HEADER + rows.len());
        bytes.extend(MAGIC);
        bytes.extend(PROGRAM);
        bytes.extend(xxh3_64(&rows).to_le_bytes());
        bytes.extend(rows);
        bytes
    }

    /// Reads the stored form. What is none, was cut, or is of another docgen knows no file.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Self {
        let rows = bytes.split_at_checked(HEADER).and_then(|(head, rest)| {
            let whole = head.starts_with(MAGIC) && head[8..24] == *PROGRAM;
            (whole && head[24..] == xxh3_64(rest).to_le_bytes()).then_some(rest)
        });
        let rows: Option<Vec<Row<'_>>> = rows.and_then(|rows| postcard::from_bytes(rows).ok());
        let file = |Row { path, key, hash, length }| (OutPath::new(path), CachedFile { key, hash, length });
        OutputCache { files: rows.into_iter().flatten().map(file).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_is_read_as_it_was_written_and_never_when_it_is_broken() {
        let file = |key| CachedFile { key, hash: 1, length: 2 };
        let files = [(OutPath::new("a/index.html"), file(u128::MAX)), (OutPath::new("b"), file(0))];
        let cache = OutputCache::of(files.into_iter());
        let bytes = cache.to_bytes();
        assert_eq!(OutputCache::from_bytes(&bytes), cache);
        assert_eq!(cache.get("b", 0), Some(file(0)));
        assert_eq!((cache.get("b", 1), cache.get("c", 0)), (None, None));
        let has = |name, key| cache.has(&OutPath::new(name), key);
        assert!(has("b", 0) && !has("b", 1) && !has("c", 0));
        assert!(!cache.is_empty() && OutputCache::default().is_empty());
        for end in 0..bytes.len() {
            assert_eq!(OutputCache::from_bytes(&bytes[..end]), OutputCache::default());
        }
        for at in 0..bytes.len() {
            let mut broken = bytes.clone();
            broken[at] ^= 0x55;
            assert_eq!(OutputCache::from_bytes(&broken), OutputCache::default());
        }
    }
}
