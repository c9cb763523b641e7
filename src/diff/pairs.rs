//! Reads the pages of both sites in parallel and compares each old page with its new version. Keeps only the
//! differences and what other pages need, so memory use doesn't grow with the amount of text on the sites.

use rayon::prelude::*;

use super::aims::{Facts, Known, aims, facts, source};
use super::compare::{Goal, Lost, compare};
use super::page::Page;
use super::report::Unreadable;
use super::site::Site;
use super::urls::{Match, Shift};

/// The comparison of all pages of two sites.
pub(super) struct Pairs<'a> {
    pub(super) old: &'a Site<'a>,
    pub(super) new: &'a Site<'a>,
    pub(super) matches: &'a [Match],
    pub(super) shift: &'a Shift,
    /// The pages that both sites have, in the order of the old pages.
    pub(super) all: Vec<Pair>,
    /// The facts and titles of the pages on each site. For a page that can't be read, the facts and the title are
    /// empty.
    pub(super) old_pages: Vec<(Facts, String)>,
    pub(super) new_pages: Vec<(Facts, String)>,
    pub(super) unreadable: Vec<Unreadable>,
}

/// A page that both sites have.
pub(super) struct Pair {
    pub(super) old: usize,
    pub(super) new: usize,
    pub(super) lost: Lost,
}

/// A page on the new site with the corresponding pages on the old site, or pages on the old site that have no
/// counterpart.
struct Group {
    new: Option<usize>,
    old: Vec<usize>,
}

/// The results of one group.
#[derive(Default)]
struct Read {
    pairs: Vec<Pair>,
    old: Vec<(usize, Facts, String)>,
    new: Option<(usize, Facts, String)>,
    unreadable: Vec<Unreadable>,
}

/// The number of groups that share resolved links.
const CHUNK: usize = 64;

impl<'a> Pairs<'a> {
    /// Reads and compares all pages.
    pub(super) fn read(old: &'a Site<'a>, new: &'a Site<'a>, matches: &'a [Match], shift: &'a Shift) -> Self {
        let mut pairs = Pairs {
            old,
            new,
            matches,
            shift,
            all: Vec::new(),
            old_pages: Vec::from_iter(old.pages.iter().map(|_| Default::default())),
            new_pages: Vec::from_iter(new.pages.iter().map(|_| Default::default())),
            unreadable: Vec::new(),
        };
        let groups = groups(new.pages.len(), matches);
        let read: Vec<Vec<Read>> = groups.par_chunks(CHUNK).map(|groups| pairs.read_groups(groups)).collect();
        for read in read.into_iter().flatten() {
            pairs.all.extend(read.pairs);
            pairs.unreadable.extend(read.unreadable);
            for (index, facts, title) in read.old {
                pairs.old_pages[index] = (facts, title);
            }
            if let Some((index, facts, title)) = read.new {
                pairs.new_pages[index] = (facts, title);
            }
        }
        pairs.all.sort_by_key(|pair| pair.old);
        pairs.unreadable.sort();
        pairs
    }

    fn read_groups(&self, groups: &[Group]) -> Vec<Read> {
        let (mut old_known, mut new_known) = (Known::new(), Known::new());
        groups.iter().map(|group| self.read_group(group, &mut old_known, &mut new_known)).collect()
    }

    fn read_group(&self, group: &Group, old_known: &mut Known, new_known: &mut Known) -> Read {
        let mut read = Read::default();
        let new = group.new.and_then(|index| {
            let bytes = bytes(self.new, index, "new", &mut read.unreadable)?;
            let page = parse(self.new, index, "new", &bytes, &mut read.unreadable)?;
            Some((index, bytes, page))
        });
        for index in &group.old {
            let Some(bytes) = bytes(self.old, *index, "old", &mut read.unreadable) else { continue };
            // Parsing takes most of the time, and most pages are the same on both sites.
            let same = new.as_ref().filter(|(_, new, _)| *new == bytes).map(|(_, _, page)| page);
            let own = match same {
                Some(_) => None,
                None => parse(self.old, *index, "old", &bytes, &mut read.unreadable),
            };
            let Some(page) = same.or(own.as_ref()) else { continue };
            if let Some((new_index, _, new)) = &new {
                let lost = self.compare(*index, page, *new_index, new);
                read.pairs.push(Pair { old: *index, new: *new_index, lost });
            }
            read.old.push((*index, facts(self.old, *index, page, old_known), page.title.clone()));
        }
        read.new = new.map(|(index, _, page)| (index, facts(self.new, index, &page, new_known), page.title));
        read
    }

    fn compare(&self, old_index: usize, old: &Page, new_index: usize, new: &Page) -> Lost {
        // A link to a lost page isn't reported separately from the page.
        let goal = |page: usize| match &self.matches[page] {
            Match::Away(url) => Some(Goal::Away(url.clone())),
            found => found.page().map(Goal::Page),
        };
        let old_aims = aims(self.old, old_index, old, goal);
        let mut lost =
            compare(old, new, old_aims, aims(self.new, new_index, new, |page| Some(Goal::Page(page))));
        for (path, _) in &mut lost.sources {
            *path = source(self.old, old_index, old, path);
        }
        lost
    }
}

/// Reads a page's file, or records why the file can't be read.
fn bytes(
    site: &Site<'_>,
    index: usize,
    name: &'static str,
    unreadable: &mut Vec<Unreadable>,
) -> Option<Vec<u8>> {
    let file = || site.pages[index].file.clone();
    site.bytes(index).map_err(|reason| unreadable.push(Unreadable { site: name, file: file(), reason })).ok()
}

/// Parses a page, or records that the page is nested too deeply or is too large.
fn parse(
    site: &Site<'_>,
    index: usize,
    name: &'static str,
    bytes: &[u8],
    unreadable: &mut Vec<Unreadable>,
) -> Option<Page> {
    let page = Page::read(bytes, &site.pages[index].key);
    if page.is_none() {
        let reason = "its elements are nested too deeply".to_owned();
        unreadable.push(Unreadable { site: name, file: site.pages[index].file.clone(), reason });
    }
    page
}

fn groups(new_pages: usize, matches: &[Match]) -> Vec<Group> {
    let mut groups: Vec<Group> =
        (0..new_pages).map(|new| Group { new: Some(new), old: Vec::new() }).collect();
    for (old, found) in matches.iter().enumerate() {
        match found.page() {
            Some(new) => groups[new].old.push(old),
            None => groups.push(Group { new: None, old: vec![old] }),
        }
    }
    groups
}
