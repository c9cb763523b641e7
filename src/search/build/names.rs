//! Packs the names of pages and sections, which a search needs for its hits.

use rayon::prelude::*;
use serde_json::value::RawValue;

use super::super::{File, Names, pack::Packer};
use super::Joined;
use super::layout::{ALL_NAMES, BLOCK, Layout};

/// On a larger site, the maximum size of the names of all pages, without the names of their sections.
const ALL_PAGES: usize = 1 << 20;

/// The maximum size of all names in the manifest, which saves a request. A browser fetches the manifest again after each
/// change to the site.
const IN_MANIFEST: usize = 128 << 10;

/// If there are several files, the size of each file.
const NAMES: usize = 12 << 10;

impl Joined {
    /// Packs the names of pages and sections into files that each contain whole blocks of records.
    pub(super) fn names(&self, folder: &str, layout: Layout, files: &mut Vec<File>) -> Names {
        let size: usize = self.names.iter().map(|block| block.len()).sum();
        let mean = size / self.names.len().max(1);
        let is_single = size <= if layout.is_large { ALL_PAGES } else { ALL_NAMES };
        let is_full = |shift: &u32| !is_single && mean << (shift + 1) > NAMES;
        let shift = (0..16).find(|shift| (1 << shift) >= self.names.len() || is_full(shift)).unwrap_or(16);
        let mut names =
            Names { shift: shift + BLOCK.ilog2(), sections: !layout.is_large, ..Names::default() };
        let json = |blocks: &[Box<str>]| format!("[{}]", blocks.join(","));
        if size <= IN_MANIFEST {
            names.all = Some(RawValue::from_string(json(&self.names)).expect("names are JSON"));
            return names;
        }
        let packed: Vec<Vec<u8>> = self
            .names
            .par_chunks(1 << shift)
            .map_init(Packer::plain, |packer, blocks| packer.pack(json(blocks).as_bytes()))
            .collect();
        for (number, bytes) in packed.into_iter().enumerate() {
            let hash = format!("{:08x}", xxhash_rust::xxh3::xxh3_64(&bytes) as u32);
            files.push(File { path: format!("{folder}/n{number}.{hash}.bin"), bytes });
            names.hash.push(hash);
        }
        names
    }
}
