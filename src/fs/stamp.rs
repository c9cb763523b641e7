//! The stamp of a build: what it read and what it left, so that the next one can tell at once that there is nothing to do.
//!
//! Files are compared by their bytes, never by their times: times go backwards, and copies keep them. The stamp lies
//! in the cache; without it, or with a broken one, a build does all its work and finds nothing to write.

use std::path::Path;

use rayon::prelude::*;
use walkdir::WalkDir;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::{Written, file};
use crate::path::SourcePath;
use crate::pipeline::Sources;

const MAGIC: &[u8; 8] = b"docgenST";
/// Names this docgen; the build script makes it from all sources.
const PROGRAM: &str = env!("DOCGEN_PROGRAM");

/// What a build that found nothing wrong read and left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stamp {
    /// How many pages the site has.
    pub pages: u64,
    /// [`digest`] of all that was read.
    pub digest: u64,
    /// Files that were read or looked for because a text names them, below the site's root.
    pub asked: Vec<SourcePath>,
    /// The output.
    pub written: Written,
}

/// A hash of everything that a build reads: `loaded` texts, the files of `static` and `openapi`, files in other places
/// that were `asked` for, this program itself, and the `settings` that come from outside.
pub(crate) fn digest(root: &Path, loaded: &Sources, asked: &[SourcePath], settings: &[String]) -> u64 {
    let mut hasher = Xxh3::new();
    let mut add = |name: &str, hash: Option<u64>| {
        hasher.update(name.as_bytes());
        hasher.update(&[0, u8::from(hash.is_some())]);
        hasher.update(&hash.unwrap_or(0).to_le_bytes());
    };
    add(PROGRAM, None);
    for setting in settings {
        add(setting, None);
    }
    let texts = [&loaded.markdown, &loaded.categories, &loaded.blog_files, &loaded.messages];
    for source in loaded.config.iter().chain(texts.into_iter().flatten()) {
        add(source.path.as_str(), Some(source.hash));
    }
    for stray in &loaded.strays {
        add(stray.as_str(), None);
    }
    let mut files: Vec<String> = loaded.static_files.iter().map(|path| path.as_str().to_owned()).collect();
    let documents = WalkDir::new(root.join("openapi")).follow_links(true).sort_by_file_name();
    for entry in documents.into_iter().filter_map(Result::ok).filter(|entry| entry.file_type().is_file()) {
        let below = entry.path().strip_prefix(root).unwrap_or(entry.path());
        files.push(below.to_string_lossy().into_owned());
    }
    files.extend(asked.iter().map(|path| path.as_str().to_owned()));
    let hash = |path: &String| file::read(&root.join(path)).ok().map(|bytes| xxh3_64(&bytes));
    let hashes: Vec<Option<u64>> = files.par_iter().map(hash).collect();
    for (path, hash) in files.iter().zip(hashes) {
        add(path, hash);
    }
    hasher.digest()
}

impl Stamp {
    /// The stored form.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let numbers = [0, self.pages, self.digest, self.written.manifest, self.written.lengths.len() as u64];
        for number in numbers.iter().chain(&self.written.lengths) {
            bytes.extend(number.to_le_bytes());
        }
        for path in &self.asked {
            bytes.extend(path.as_str().as_bytes());
            bytes.push(b'\n');
        }
        let sum = xxh3_64(&bytes[16..]);
        bytes[8..16].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads the stored form; `None` for what is none, or was cut.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (head, rest) = bytes.split_at_checked(16)?;
        if !head.starts_with(MAGIC) || head[8..] != xxh3_64(rest).to_le_bytes() {
            return None;
        }
        let number =
            |index: usize| Some(u64::from_le_bytes(rest.get(index * 8..index * 8 + 8)?.try_into().ok()?));
        let count = usize::try_from(number(3)?).ok()?;
        let end = count.checked_add(4)?.checked_mul(8)?;
        let paths = std::str::from_utf8(rest.get(end..)?).ok()?;
        Some(Stamp {
            pages: number(0)?,
            digest: number(1)?,
            asked: paths.lines().map(SourcePath::new).collect(),
            written: Written {
                manifest: number(2)?,
                lengths: (4..count + 4).map(number).collect::<Option<_>>()?,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_is_read_as_it_was_written_and_never_when_it_is_broken() {
        let stamp = Stamp {
            pages: 3,
            digest: 7,
            asked: vec![SourcePath::new("content/a b.png"), SourcePath::new("api.yaml")],
            written: Written { manifest: 9, lengths: vec![1, 2, 3] },
        };
        let bytes = stamp.to_bytes();
        assert_eq!(Stamp::from_bytes(&bytes), Some(stamp));
        assert_eq!(Stamp::from_bytes(&Stamp::default().to_bytes()), Some(Stamp::default()));
        for end in 0..bytes.len() {
            assert_eq!(Stamp::from_bytes(&bytes[..end]), None);
        }
        for at in 0..bytes.len() {
            let mut broken = bytes.clone();
            broken[at] ^= 1;
            assert_eq!(Stamp::from_bytes(&broken), None);
        }
    }
}
