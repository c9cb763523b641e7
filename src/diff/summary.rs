//! Reports what's missing from pages, except for parts of the frame.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use super::aims::Facts;
use super::compare::{Lost, LostText};
use super::frame::{Common, Folders};
use super::pairs::{Pair, Pairs};
use super::report::{Broken, Excerpt, Frame, LostId, LostImage, LostLink, LostWords, Report, Title, short};
use super::site::Site;
use super::text::{self, Word};
use super::title;

/// Something that is missing from a page and can also be missing from other pages: a word, the target or the text of a
/// link, or an image.
type Token = (u8, u64, u32);

/// The maximum number of excerpts from a page.
const EXCERPTS: usize = 100;
/// The number of characters before and after the missing words in an excerpt.
const AROUND: usize = 30;
/// The maximum length of text in the frame, in characters.
const EXCERPT: usize = 200;
/// The maximum length of the missing words in an excerpt, in characters.
const INSIDE: usize = 120;

/// Fills in the report about the pages that both sites have.
pub(super) fn report(pairs: &Pairs<'_>, report: &mut Report) {
    let summary = Summary::new(pairs);
    for (index, pair) in pairs.all.iter().enumerate() {
        summary.report_pair(index, pair, report);
    }
    report.frame = summary.frame();
    report_titles(pairs, report);
    report_broken(pairs, report);
}

struct Summary<'a> {
    pairs: &'a Pairs<'a>,
    folders: Folders,
    common: Common<Token>,
    /// For each page on the old site, the IDs that the site's content links to.
    linked: HashSet<(usize, &'a str)>,
}

impl<'a> Summary<'a> {
    fn new(pairs: &'a Pairs<'a>) -> Self {
        let folders = Folders::new(pairs.all.iter().map(|pair| &*pairs.old.pages[pair.old].key));
        let tokens: Vec<Vec<Token>> = pairs.all.iter().map(|pair| tokens(&pair.lost)).collect();
        let common = folders.common(&tokens);
        let jumps = pairs.old_pages.iter().flat_map(|(facts, _)| &facts.jumps);
        let linked = jumps.map(|(page, fragment)| (*page, fragment.as_str())).collect();
        Summary { pairs, folders, common, linked }
    }

    fn is_common(&self, page: usize, token: Token) -> bool {
        self.folders.is_common(&self.common, page, token)
    }

    /// Returns the missing words of a block that aren't part of the frame. If at least half of a block is part of the
    /// frame, such as a line with the date of the last change, the whole block counts as part of the frame.
    fn own_words(&self, page: usize, block: &LostText) -> Vec<Range<usize>> {
        let is_common: Vec<bool> =
            block.tokens.iter().map(|token| self.is_common(page, word(*token))).collect();
        let common = is_common.iter().filter(|common| **common).count();
        if common * 2 >= is_common.len() {
            return Vec::new();
        }
        block
            .words
            .iter()
            .zip(is_common)
            .filter(|(_, common)| !common)
            .map(|(range, _)| range.clone())
            .collect()
    }

    fn report_pair(&self, index: usize, pair: &Pair, report: &mut Report) {
        let lost = &pair.lost;
        let url = || self.pairs.old.pages[pair.old].url.clone();
        let summary = &mut report.summary;
        summary.words.total += lost.words;
        summary.words.added += lost.added;
        let blocks = lost.blocks.iter().map(|block| (block, self.own_words(index, block)));
        let blocks: Vec<_> = blocks.filter(|(_, words)| !words.is_empty()).collect();
        if !blocks.is_empty() {
            let count = blocks.iter().map(|(_, words)| words.len()).sum();
            let excerpts = blocks.iter().flat_map(|(block, words)| excerpts(&block.text, words));
            let excerpts = excerpts.take(EXCERPTS).collect();
            report.lost_words.push(LostWords { url: url(), total: lost.words, lost: count, excerpts });
        }
        let headings: Vec<_> = lost.headings.iter().filter(|(_, text)| !self.is_frame(index, text)).collect();
        summary.ids.add(lost.ids, headings.len());
        let headings = headings.into_iter().map(|(id, text)| (id, Some(text.clone())));
        let anchors = lost.anchors.iter().filter(|id| self.linked.contains(&(pair.old, id)));
        for (id, heading) in headings.chain(anchors.map(|id| (id, None))) {
            report.lost_ids.push(LostId { url: url(), id: id.clone(), heading });
        }
        let is_own = |tokens: &[Token]| tokens.iter().all(|token| !self.is_common(index, *token));
        let links = lost.targets.iter().filter(|link| is_own(&link_tokens(&link.target, &link.text)));
        let links: Vec<LostLink> = links
            .map(|link| LostLink { url: url(), target: link.target.clone(), text: link.text.clone() })
            .collect();
        summary.links.add(lost.links, links.len());
        report.lost_links.extend(links);
        let images = lost.sources.iter().filter(|(source, alt)| is_own(&image_tokens(source, alt)));
        let images: Vec<LostImage> = images
            .map(|(source, alt)| LostImage { url: url(), source: source.clone(), alt: alt.clone() })
            .collect();
        summary.images.add(lost.images, images.len());
        report.lost_images.extend(images);
    }

    /// Whether all words of a heading are part of the frame.
    fn is_frame(&self, page: usize, text: &str) -> bool {
        let mut words = text::words(text).map(|(_, word)| word).peekable();
        words.peek().is_some() && words.all(|hash| self.is_common(page, word((hash, 1))))
    }

    /// Returns the excerpts that aren't counted, each with the number of pages that it's missing from. Excerpts that
    /// differ only in numbers, such as dates, count as one excerpt.
    fn frame(&self) -> Vec<Frame> {
        let form = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
        let mut texts: BTreeMap<String, Frame> = BTreeMap::new();
        for (index, pair) in self.pairs.all.iter().enumerate() {
            let blocks = pair.lost.blocks.iter().filter(|block| self.own_words(index, block).is_empty());
            let shown: BTreeMap<String, &str> =
                blocks.map(|block| (form(&block.text), &*block.text)).collect();
            for (form, text) in shown {
                let new = || Frame { text: short(text, EXCERPT), pages: 0 };
                texts.entry(form).or_insert_with(new).pages += 1;
            }
        }
        texts.into_values().collect()
    }
}

fn word((word, number): (Word, u32)) -> Token {
    (0, word, number)
}

fn link_tokens(target: &str, text: &str) -> Vec<Token> {
    named(1, target).into_iter().chain(named(2, &text::normal(text))).collect()
}

fn image_tokens(source: &str, alt: &str) -> Vec<Token> {
    named(3, source).into_iter().chain(named(4, &text::normal(alt))).collect()
}

fn named(kind: u8, text: &str) -> Option<Token> {
    (!text.is_empty()).then(|| (kind, xxh3_64(text.as_bytes()), 0))
}

fn tokens(lost: &Lost) -> Vec<Token> {
    let words = lost.blocks.iter().flat_map(|block| &block.tokens).map(|token| word(*token));
    let links = lost.targets.iter().flat_map(|link| link_tokens(&link.target, &link.text));
    let images = lost.sources.iter().flat_map(|(source, alt)| image_tokens(source, alt));
    words.chain(links).chain(images).collect()
}

/// Returns an excerpt for each run of missing words, with the words in brackets.
fn excerpts(text: &str, words: &[Range<usize>]) -> Vec<Excerpt> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for word in words {
        match runs.last_mut() {
            Some(run) if text::count(&text[run.end..word.start]) == 0 => run.end = word.end,
            _ => runs.push(word.clone()),
        }
    }
    runs.into_iter().map(|run| excerpt(text, run)).collect()
}

fn excerpt(text: &str, run: Range<usize>) -> Excerpt {
    let start = text[..run.start].char_indices().rev().nth(AROUND - 1).map_or(0, |(at, _)| at);
    let end = text[run.end..].char_indices().nth(AROUND).map_or(text.len(), |(at, _)| run.end + at);
    // Don't split words.
    let start =
        if start == 0 { 0 } else { text[start..run.start].find(' ').map_or(run.start, |at| start + at + 1) };
    let end = if end == text.len() {
        end
    } else {
        text[run.end..end].rfind(' ').map_or(run.end, |at| run.end + at)
    };
    let (before, after) = (if start > 0 { "…" } else { "" }, if end < text.len() { "…" } else { "" });
    let lost = short(&text[run.clone()], INSIDE);
    Excerpt {
        text: format!("{before}{}[{lost}]{}{after}", &text[start..run.start], &text[run.end..end]),
        lost,
    }
}

fn report_titles(pairs: &Pairs<'_>, report: &mut Report) {
    let titles = |pages: &[(Facts, String)]| {
        title::without_site(pages.iter().map(|(_, title)| title.clone()).collect())
    };
    let (old, new) = (titles(&pairs.old_pages), titles(&pairs.new_pages));
    for pair in pairs.all.iter().filter(|pair| !old[pair.old].is_empty()) {
        let whole = &pairs.new_pages[pair.new].1;
        let is_kept = title::is_kept(&old[pair.old], &new[pair.new], whole);
        report.summary.titles.add(1, usize::from(!is_kept));
        if !is_kept {
            let url = pairs.old.pages[pair.old].url.clone();
            report.changed_titles.push(Title { url, old: old[pair.old].clone(), new: new[pair.new].clone() });
        }
    }
}

/// Reports broken links and missing files on the new site, unless they were also broken or missing on the old site.
fn report_broken(pairs: &Pairs<'_>, report: &mut Report) {
    let (old_links, old_files) = broken(pairs.old, &pairs.old_pages);
    let (links, files) = broken(pairs.new, &pairs.new_pages);
    report.broken_links = new_broken(pairs, links, &old_links);
    report.broken_files = new_broken(pairs, files, &old_files);
}

/// Targets that don't exist, each with the pages that refer to it.
type Targets = BTreeMap<String, Vec<usize>>;

/// Returns the targets that the old site doesn't have. Leaves out pages that referred to a target with the same name,
/// because generators resolve such targets differently.
fn new_broken(pairs: &Pairs<'_>, new: Targets, old: &Targets) -> Vec<Broken> {
    let name = |target: &str| target.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned();
    let known: HashSet<String> = old.keys().map(|target| pairs.shift.path(target)).collect();
    let of_old = |page: &usize| pairs.matches[*page].page();
    let on_page: HashSet<(usize, String)> = old
        .iter()
        .flat_map(|(target, pages)| pages.iter().filter_map(of_old).map(|page| (page, name(target))))
        .collect();
    let mut broken = Vec::new();
    for (target, pages) in new.into_iter().filter(|(target, _)| !known.contains(target)) {
        let pages = pages.into_iter().filter(|page| !on_page.contains(&(*page, name(&target))));
        let pages: Vec<String> = pages.map(|page| pairs.new.pages[page].url.clone()).collect();
        if !pages.is_empty() {
            broken.push(Broken { target, pages });
        }
    }
    broken
}

/// Returns a site's broken links and missing files.
fn broken(site: &Site<'_>, pages: &[(Facts, String)]) -> (Targets, Targets) {
    let (mut links, mut files) = (Targets::new(), Targets::new());
    for (index, (facts, _)) in pages.iter().enumerate() {
        let jumps = facts.jumps.iter().filter(|(page, fragment)| !pages[*page].0.has_place(fragment));
        let jumps = jumps.map(|(page, fragment)| format!("{}#{fragment}", site.pages[*page].url));
        for target in facts.broken.iter().cloned().chain(jumps) {
            links.entry(target).or_default().push(index);
        }
        for target in &facts.broken_files {
            files.entry(target.clone()).or_default().push(index);
        }
    }
    (links, files)
}
