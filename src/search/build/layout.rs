//! Decides how names and text are divided into files, based on the size of the site.

use crate::site::Site;

/// The number of pages in a block. Each block starts at a record number that's a multiple of this size. As a result,
/// each text file belongs to a single task, and if the number of records on a page changes, few other records shift.
pub(super) const BLOCK: usize = 64;

/// The maximum size of all names before packing, in bytes, for a single file. A search fetches the names of all its
/// hits, so a browser fetches this file before the first query.
const ALL_NAMES: usize = 256 << 10;

/// The approximate size of a text file before packing, in bytes. Only the text of visible hits is fetched. On a large
/// site, text files are larger so that there are fewer of them: for every `LARGER` pages, the size grows by `CARD`.
const CARD: usize = 3 << 10;
const LARGER: usize = 400;

/// The approximate size of the parts of a name other than text, in bytes.
const NAME: usize = 14;

/// The maximum size of the names of all pages before packing, in bytes, for a single file.
const ALL_PAGES: usize = 256 << 10;

/// Where the names of pages and sections are.
#[derive(Clone, Copy, Hash, PartialEq)]
pub(super) enum Names {
    /// A browser fetches all names before the first query.
    All,
    /// A browser fetches the names of all pages before the first query. The names of sections are in the text files.
    Pages,
    /// The text files contain a card for each record, with all its names and its text. A browser fetches only the cards
    /// of visible hits. A term file contains the names of the pages whose titles contain its terms.
    Cards,
}

/// How names and text are divided into files.
#[derive(Clone, Copy, Hash)]
pub(super) struct Layout {
    /// The binary logarithm of the number of records in a text file.
    pub shift: u32,
    pub names: Names,
}

impl Layout {
    pub(super) fn of<'a>(site: &Site, pages: impl Iterator<Item = &'a usize>) -> Self {
        let (mut size, mut titles, mut sections, mut count) = (0, 0, 0, 0);
        for page in pages {
            let page = &site.pages[*page];
            // An operation has about as much text as a short page.
            size += page.parsed().map_or(1000, |parsed| parsed.metadata.length as usize);
            let headings = page.parsed().map_or(&[][..], |parsed| &parsed.metadata.headings);
            titles += page.route.as_str().len() + page.title.len() + NAME;
            sections += headings.iter().map(|heading| heading.text.len() + NAME).sum::<usize>();
            count += 1;
        }
        let mean = size / count.max(1);
        let most = CARD * (1 + count / LARGER);
        let shift = (0..BLOCK.ilog2()).find(|shift| mean << (shift + 1) > most).unwrap_or(BLOCK.ilog2());
        let names = if titles > ALL_PAGES {
            Names::Cards
        } else if titles + sections > ALL_NAMES {
            Names::Pages
        } else {
            Names::All
        };
        Layout { shift, names }
    }
}
