//! Packs the names of pages and sections, which a search needs for its hits.

use rayon::prelude::*;

use super::super::{File, Names, pack::Packer};
use super::{Joined, read::BLOCK};

/// The size of a file with names before packing, in bytes. A search fetches the names of all its hits. On most sites, a
/// browser fetches all names at once, before the first query. On larger sites, the names are in many files.
const ALL_NAMES: usize = 256 << 10;
const NAMES: usize = 12 << 10;

impl Joined {
    /// Packs the names of pages and sections into files that each contain whole blocks of records.
    pub(super) fn names(&self, folder: &str, files: &mut Vec<File>) -> Names {
        let size: usize = self.names.iter().map(|block| block.len()).sum();
        let mean = size / self.names.len().max(1);
        let most = if size <= ALL_NAMES { ALL_NAMES } else { NAMES };
        let shift = (0..16)
            .find(|shift| (1 << shift) >= self.names.len() || mean << (shift + 1) > most)
            .unwrap_or(16);
        let packed: Vec<Vec<u8>> = self
            .names
            .par_chunks(1 << shift)
            .map_init(Packer::plain, |packer, blocks| {
                packer.pack(format!("[{}]", blocks.join(",")).as_bytes())
            })
            .collect();
        let mut names = Names { shift: shift + BLOCK.ilog2(), hash: Vec::with_capacity(packed.len()) };
        for (number, bytes) in packed.into_iter().enumerate() {
            let hash = format!("{:08x}", xxhash_rust::xxh3::xxh3_64(&bytes) as u32);
            files.push(File { path: format!("{folder}/n{number}.{hash}.bin"), bytes });
            names.hash.push(hash);
        }
        names
    }
}
