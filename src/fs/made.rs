//! What files of the output were made of when they were written, so that those whose ingredients are the same need not be
//! made again to see that they are right.
//!
//! It lies in the cache, and speaks of the files of the last build alone. A file is known by what its page was made of, by
//! its own bytes and by its length; whether the folder in question has these bytes, the manifest in that folder says.

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
pub(crate) struct Made {
    /// Sorted by path.
    files: Vec<(OutPath, MadeFile)>,
}

/// A file, and what it was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MadeFile {
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

impl Made {
    /// Files, sorted by path, with what they were made of.
    pub(super) fn of(files: impl Iterator<Item = (OutPath, MadeFile)>) -> Self {
        Made { files: files.collect() }
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
    pub(super) fn get(&self, path: &str, key: u128) -> Option<MadeFile> {
        let at = self.files.binary_search_by(|(own, _)| own.as_str().cmp(path)).ok()?;
        Some(self.files[at].1).filter(|file| file.key == key)
    }

    /// The stored form.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let rows: Vec<Row<'_>> = self
            .files
            .iter()
            .map(|(path, MadeFile { key, hash, length })| Row {
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
        let file = |Row { path, key, hash, length }| (OutPath::new(path), MadeFile { key, hash, length });
        Made { files: rows.into_iter().flatten().map(file).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_is_read_as_it_was_written_and_never_when_it_is_broken() {
        let file = |key| MadeFile { key, hash: 1, length: 2 };
        let files = [(OutPath::new("a/index.html"), file(u128::MAX)), (OutPath::new("b"), file(0))];
        let made = Made::of(files.into_iter());
        let bytes = made.to_bytes();
        assert_eq!(Made::from_bytes(&bytes), made);
        assert_eq!(made.get("b", 0), Some(file(0)));
        assert_eq!((made.get("b", 1), made.get("c", 0)), (None, None));
        let has = |name, key| made.has(&OutPath::new(name), key);
        assert!(has("b", 0) && !has("b", 1) && !has("c", 0));
        assert!(!made.is_empty() && Made::default().is_empty());
        for end in 0..bytes.len() {
            assert_eq!(Made::from_bytes(&bytes[..end]), Made::default());
        }
        for at in 0..bytes.len() {
            let mut broken = bytes.clone();
            broken[at] ^= 0x55;
            assert_eq!(Made::from_bytes(&broken), Made::default());
        }
    }
}
