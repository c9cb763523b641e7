//! Reuses parts of the previous index: batches of unchanged pages, and packed files with unchanged content.

use std::collections::HashMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_bytes::ByteBuf;
use xxhash_rust::xxh3::xxh3_128;

use super::super::Store;
use super::super::pack::Packer;

/// Returns a cached part, or builds and caches it. If any data that the part is based on changes, the name must also
/// change.
pub(super) fn kept<T: Serialize + DeserializeOwned>(
    store: &dyn Store,
    name: &str,
    make: impl FnOnce() -> T,
) -> T {
    if let Some(part) = store.get(name).and_then(|bytes| postcard::from_bytes(&bytes).ok()) {
        return part;
    }
    let part = make();
    put(store, name, &part);
    part
}

fn put(store: &dyn Store, name: &str, part: &impl Serialize) {
    store.put(name, postcard::to_stdvec(part).expect("a part is plain data"));
}

/// A packed file: a hash of the unpacked bytes, and the packed bytes.
pub(super) type Entry = (u128, ByteBuf);

/// The previous build's packed term files, keyed by a hash of the unpacked bytes.
pub(super) struct Packed(HashMap<u128, ByteBuf>);

impl Packed {
    pub(super) fn read(store: &dyn Store, folder: &str) -> Self {
        let entries =
            store.get(&name(folder)).and_then(|bytes| postcard::from_bytes::<Vec<Entry>>(&bytes).ok());
        Packed(entries.unwrap_or_default().into_iter().collect())
    }

    /// Returns a packed file, from the cache if possible.
    pub(super) fn pack(&self, plain: &[u8], packer: &mut Packer) -> Entry {
        let hash = xxh3_128(plain);
        (hash, self.0.get(&hash).cloned().unwrap_or_else(|| packer.pack(plain).into()))
    }

    /// If this build's files changed, caches the files.
    pub(super) fn keep(&self, store: &dyn Store, folder: &str, files: &[Entry]) {
        if files.len() != self.0.len() || files.iter().any(|(hash, _)| !self.0.contains_key(hash)) {
            put(store, &name(folder), &files);
        }
    }
}

fn name(folder: &str) -> String {
    format!("terms-{folder}")
}
