//! The stamp of a build records what the build read and wrote. The next build uses the stamp to determine immediately
//! whether anything has changed.
//!
//! The build compares the bytes of files, not their modification times. Modification times can go backward, and copying
//! a file can preserve them. The stamp is stored in the cache. If there's no valid stamp, a build does all its work,
//! even if no files change.

use std::path::Path;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use walkdir::WalkDir;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::{PROGRAM, Written, file, imports::on_disk};
use crate::path::SourcePath;
use crate::pipeline::Sources;

/// The inputs and outputs of a build without problems.
#[derive(Serialize, Deserialize)]
pub(crate) struct Stamp {
    /// The number of pages in the site.
    pub pages: u64,
    /// The [`digest`] of all data that was read.
    pub digest: u64,
    /// Referenced files below the site's root that the build read or looked for.
    pub asked: Vec<SourcePath>,
    /// The output folder as the build left it.
    pub written: Written,
}

/// Hashes all data that a build reads: the `loaded` text files, the files in `static` and `openapi`, other requested
/// files (`asked`), this program, and `settings` such as the command line.
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
    for stray in loaded.strays.iter().chain(&loaded.components).chain(&loaded.slots) {
        add(stray.as_str(), None);
    }
    let mut files: Vec<String> = loaded.static_files.iter().map(|path| path.as_str().to_owned()).collect();
    let documents = WalkDir::new(root.join("openapi")).follow_links(true).sort_by_file_name();
    for entry in documents.into_iter().filter_map(Result::ok).filter(|entry| entry.file_type().is_file()) {
        let below = entry.path().strip_prefix(root).unwrap_or(entry.path());
        files.push(below.to_string_lossy().into_owned());
    }
    files.extend(asked.iter().map(|path| path.as_str().to_owned()));
    let hash = |path: &String| file::read(&on_disk(root, path)).ok().map(|bytes| xxh3_64(&bytes));
    let hashes: Vec<Option<u64>> = files.par_iter().map(hash).collect();
    for (path, hash) in files.iter().zip(hashes) {
        add(path, hash);
    }
    hasher.digest()
}
