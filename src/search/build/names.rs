//! Packs the names of pages and sections, which a search needs for its hits.

use serde_json::value::RawValue;

use super::super::{File, Names, pack::Packer, shard::Shard};
use super::layout::{self, BLOCK};
use super::{Joined, Layout};

/// The maximum size of all names in the manifest, which saves a request. A browser fetches the manifest again after each
/// change to the site.
const IN_MANIFEST: usize = 128 << 10;

/// For each term, the maximum number of pages whose names are in the term's file.
const NAMED: usize = 8;

impl Joined {
    /// Packs the names of pages and sections into the manifest or a file, unless the text files contain them.
    pub(super) fn names(&self, folder: &str, layout: Layout, files: &mut Vec<File>) -> Names {
        let mut names = Names { sections: layout.names == layout::Names::All, ..Names::default() };
        if layout.names == layout::Names::Cards {
            names.cards = Some(self.sizes.iter().map(|size| sign_of(*size)).collect());
            return names;
        }
        let blocks: Vec<String> = self.names.iter().map(|block| format!("[{}]", block.join(","))).collect();
        let all = format!("[{}]", blocks.join(","));
        if all.len() <= IN_MANIFEST {
            names.all = Some(RawValue::from_string(all).expect("names are JSON"));
            return names;
        }
        let bytes = Packer::plain().pack(all.as_bytes());
        let hash = format!("{:08x}", xxhash_rust::xxh3::xxh3_64(&bytes) as u32);
        files.push(File { path: format!("{folder}/n.{hash}.bin"), bytes });
        names.file = Some(hash);
        names
    }

    /// Adds the names of pages to a term file: for each term, the pages with the most similar titles.
    pub(super) fn add_names(&self, shard: &mut Shard) {
        let mut records = Vec::new();
        for term in &shard.terms {
            let mut titles: Vec<_> = term.postings.iter().filter(|posting| posting.is_in_title()).collect();
            titles.sort_by_key(|posting| posting.likeness());
            records.extend(titles.iter().take(NAMED).map(|posting| posting.record));
        }
        records.sort_unstable();
        records.dedup();
        let name = |record: u32| {
            let record = record as usize;
            (record as u32, self.names[record / BLOCK][record % BLOCK].to_string())
        };
        shard.names = records.into_iter().map(name).collect();
    }
}

/// Returns the character that stands for the size of a card in the manifest.
fn sign_of(size: u8) -> char {
    char::from_u32(0x23 + u32::from(size)).expect("the first characters aren't surrogates")
}
