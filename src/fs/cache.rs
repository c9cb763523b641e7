//! Cache files. Each file ends with a seal, which is a hash of the file's bytes, the file's name, and the docgen
//! version. A file with a wrong seal was truncated, changed, renamed, or written by a different version, and is
//! ignored.

use std::io;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{file, replace};

/// The version of docgen, which the build script computes from all sources.
pub(crate) const PROGRAM: &str = env!("DOCGEN_PROGRAM");
/// The extension of a cache file while it's being written.
const TEMPORARY: &str = "tmp";
/// The length of a seal, in bytes.
const SEAL: usize = 8;

/// Reads a value that [`write_cache`] wrote. If the file doesn't contain an intact value that this version wrote,
/// returns `None`.
pub(crate) fn read_cache<T: DeserializeOwned>(path: &Path, version: &str) -> Option<T> {
    postcard::from_bytes(&read_sealed(path, version)?).ok()
}

/// Writes a value to a cache file.
pub(crate) fn write_cache(path: &Path, version: &str, value: &impl Serialize) -> io::Result<()> {
    write_sealed(path, version, postcard::to_stdvec(value).expect("caches are plain data"))
}

/// Reads bytes that [`write_sealed`] wrote. If there's no intact file that this version wrote, returns `None`.
pub(super) fn read_sealed(path: &Path, version: &str) -> Option<Vec<u8>> {
    let mut bytes = file::read_own(path)?;
    let found = bytes.split_off(bytes.len().checked_sub(SEAL)?);
    (found == seal(path, version, &bytes)).then_some(bytes)
}

/// Writes a cache file atomically.
pub(super) fn write_sealed(path: &Path, version: &str, mut bytes: Vec<u8>) -> io::Result<()> {
    bytes.extend(seal(path, version, &bytes));
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    replace(path, &path.with_extension(TEMPORARY), &bytes)
}

fn seal(path: &Path, version: &str, bytes: &[u8]) -> [u8; SEAL] {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    let seed = xxh3_64_with_seed(name, xxh3_64_with_seed(version.as_bytes(), 0));
    xxh3_64_with_seed(bytes, seed).to_le_bytes()
}

/// Removes a cache file, and the partial files that killed builds left in the same folder.
pub(crate) fn sweep_cache(folder: &Path, name: &str) {
    let is_stale = |path: &Path| path.ends_with(name) || path.extension().is_some_and(|end| end == TEMPORARY);
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if is_stale(&entry.path()) {
            // A file that can't be removed can't be replaced either, and the failed replacement is reported.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_read_as_it_was_written_and_never_when_it_is_broken() {
        let folder = tempfile::tempdir().expect("the system has a folder for temporary files");
        let path = folder.path().join("made");
        let value = (u128::MAX, vec!["a/index.html".to_owned(), String::new()], 2.5);
        write_cache(&path, "one", &value).expect("it can be written");
        assert_eq!(read_cache(&path, "one"), Some(value));
        let read = |version: &str| read_cache::<(u128, Vec<String>, f64)>(&path, version);
        assert_eq!(read("two"), None);
        let bytes = std::fs::read(&path).expect("it was written");
        let damage = |bytes: &[u8]| std::fs::write(&path, bytes).expect("it can be written");
        for end in 0..bytes.len() {
            damage(&bytes[..end]);
            assert_eq!(read("one"), None);
        }
        for at in 0..bytes.len() {
            let mut broken = bytes.clone();
            broken[at] ^= 0x55;
            damage(&broken);
            assert_eq!(read("one"), None);
        }
        damage(&[&bytes[..], b"!"].concat());
        assert_eq!(read("one"), None);
        damage(&bytes);
        assert!(read("one").is_some());
        let moved = folder.path().join("moved");
        std::fs::rename(&path, &moved).expect("it can be moved");
        assert_eq!(read_cache::<(u128, Vec<String>, f64)>(&moved, "one"), None, "one file is not another");
    }

    #[test]
    fn a_value_of_another_kind_is_none() {
        let folder = tempfile::tempdir().expect("the system has a folder for temporary files");
        let path = folder.path().join("made");
        write_cache(&path, "one", &7_u8).expect("it can be written");
        assert_eq!(read_cache::<Vec<String>>(&path, "one"), None);
    }
}
