//! The stamp of a build: what it read and what it left, so that the next one can tell at once that there is nothing to do.
//!
//! Files are compared by their bytes, never by their times: times go backwards, and copies keep them. The stamp lies
//! in the cache; without it, or with a broken one, a build does all its work and finds nothing to write.

use std::path::Path;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use walkdir::WalkDir;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::{PROGRAM, Written, file};
use crate::path::SourcePath;
use crate::pipeline::Sources;

/// What a build that found nothing wrong read and left.
#[derive(Serialize, Deserialize)]
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
