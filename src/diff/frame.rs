//! Finds the parts of pages that belong to the frame, not to the content: the parts that are missing from most
//! pages in a folder.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// The folders that a page is in, as numbers. The first folder is the whole site.
pub(super) struct Folders {
    of: Vec<Vec<u32>>,
    /// For each folder, the minimum number of pages from which an item must be missing to count as part of the frame.
    needed: Vec<usize>,
}

/// The minimum number of pages for a majority decision. On a smaller site, all pages must agree.
const MANY: usize = 10;
/// The minimum number of pages needed to find a frame.
const FEW: usize = 3;

impl Folders {
    /// Collects the folders of pages, from their keys.
    pub(super) fn new<'a>(keys: impl Iterator<Item = &'a str>) -> Self {
        let mut numbers: HashMap<&str, u32> = HashMap::from([("", 0)]);
        let mut sizes = vec![0];
        let mut of = Vec::new();
        for key in keys {
            let mut folders = vec![0];
            sizes[0] += 1;
            for (at, _) in key.match_indices('/').take(4) {
                let number = *numbers.entry(&key[..at]).or_insert_with(|| {
                    sizes.push(0);
                    sizes.len() as u32 - 1
                });
                sizes[number as usize] += 1;
                folders.push(number);
            }
            of.push(folders);
        }
        let needed = sizes.iter().enumerate().map(|(folder, size)| match *size {
            size if size >= MANY => size.div_ceil(2),
            size if folder == 0 && size >= FEW => size,
            _ => usize::MAX,
        });
        Folders { needed: needed.collect(), of }
    }

    /// Returns what's missing from most pages in a folder. Each page has its own list, which can contain duplicates.
    pub(super) fn common<T: Hash + Eq + Copy>(&self, pages: &[Vec<T>]) -> Common<T> {
        let mut counts: HashMap<(u32, T), usize> = HashMap::new();
        for (folders, things) in self.of.iter().zip(pages) {
            let things: HashSet<T> = things.iter().copied().collect();
            for thing in &Vec::from_iter(things) {
                for folder in folders.iter().filter(|folder| self.needed[**folder as usize] != usize::MAX) {
                    *counts.entry((*folder, *thing)).or_default() += 1;
                }
            }
        }
        let is_common = |(folder, _): &(u32, T), count: &mut usize| *count >= self.needed[*folder as usize];
        counts.retain(is_common);
        Common(counts.into_keys().collect())
    }

    /// Whether something that is missing from a page is common in one of the page's folders.
    pub(super) fn is_common<T: Hash + Eq + Copy>(&self, common: &Common<T>, page: usize, thing: T) -> bool {
        self.of[page].iter().any(|folder| common.0.contains(&(*folder, thing)))
    }
}

/// What's missing from most pages in a folder.
pub(super) struct Common<T>(HashSet<(u32, T)>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_half_of_a_large_folder_or_all_of_a_small_site_lacks_is_common() {
        let keys: Vec<String> =
            (0..12).map(|at| format!("blog/{at}")).chain((0..20).map(|at| format!("docs/{at}"))).collect();
        let folders = Folders::new(keys.iter().map(String::as_str));
        let lacks: Vec<Vec<char>> = (0..32)
            .map(|at| match at {
                0..6 => vec!['b', 'x'],
                6 => vec!['y'],
                12..20 => vec!['x'],
                _ => vec![],
            })
            .collect();
        let common = folders.common(&lacks);
        let found = |page, thing| folders.is_common(&common, page, thing);
        assert!(found(0, 'b') && found(0, 'x') && !found(6, 'y') && !found(12, 'x'));
        let small = Folders::new(["a", "b", "c"].into_iter());
        let common = small.common(&[vec!['x', 'y'], vec!['x', 'y'], vec!['x']]);
        assert!(small.is_common(&common, 0, 'x') && !small.is_common(&common, 0, 'y'));
    }
}
