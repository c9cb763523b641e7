//! The report of a comparison, with the worst problems first. The report is a set of values, which can be written as
//! JSON or as human-readable text.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use serde::Serialize;

/// What's missing from the new site. Each list starts with the worst losses.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Report {
    pub(crate) summary: Summary,
    pub(super) lost_urls: Vec<LostUrl>,
    pub(super) lost_redirects: Vec<Moved>,
    pub(super) lost_ids: Vec<LostId>,
    pub(super) broken_links: Vec<Broken>,
    pub(super) broken_files: Vec<Broken>,
    pub(super) lost_words: Vec<LostWords>,
    pub(super) lost_links: Vec<LostLink>,
    pub(super) lost_images: Vec<LostImage>,
    pub(super) changed_titles: Vec<Title>,
    pub(super) moved: Vec<Moved>,
    pub(super) new_pages: Vec<String>,
    pub(super) frame: Vec<Frame>,
    pub(crate) unreadable: Vec<Unreadable>,
    /// The number of pages on each site.
    #[serde(skip)]
    pub(crate) pages: [usize; 2],
    /// Whether the old site is a sitemap.
    #[serde(skip)]
    pub(super) only_urls: bool,
}

/// A report's figures.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Summary {
    pub(super) urls: Urls,
    pub(super) redirects: Count,
    pub(super) ids: Count,
    pub(super) words: Words,
    pub(super) links: Count,
    pub(super) images: Count,
    pub(super) titles: Count,
    pub(super) broken_links: usize,
    pub(super) broken_files: usize,
    pub(super) new_pages: usize,
}

/// The pages on the old site.
#[derive(Debug, Default, Serialize)]
pub(super) struct Urls {
    pub(super) total: usize,
    pub(super) kept: usize,
    pub(super) moved: usize,
    pub(super) lost: usize,
}

/// The number of items of one kind on the old site, and how many of them are missing from the new site.
#[derive(Debug, Default, Serialize)]
pub(super) struct Count {
    pub(super) total: usize,
    pub(super) lost: usize,
}

/// The words of the pages that both sites have.
#[derive(Debug, Default, Serialize)]
pub(super) struct Words {
    pub(super) total: usize,
    pub(super) lost: usize,
    pub(super) added: usize,
}

/// A URL on the old site that doesn't exist on the new site.
#[derive(Debug, Serialize)]
pub(super) struct LostUrl {
    pub(super) url: String,
    /// A URL on the new site that differs only in form or case.
    pub(super) instead: Option<String>,
}

/// A redirect.
#[derive(Debug, Serialize)]
pub(super) struct Moved {
    pub(super) url: String,
    pub(super) to: String,
}

/// A missing ID.
#[derive(Debug, Serialize)]
pub(super) struct LostId {
    pub(super) url: String,
    pub(super) id: String,
    /// The text of the heading that had the ID.
    pub(super) heading: Option<String>,
}

/// A missing URL that pages on the new site refer to.
#[derive(Debug, Serialize)]
pub(super) struct Broken {
    pub(super) target: String,
    pub(super) pages: Vec<String>,
}

/// A page with missing words.
#[derive(Debug, Serialize)]
pub(super) struct LostWords {
    pub(super) url: String,
    /// The number of words on the old page.
    pub(super) total: usize,
    pub(super) lost: usize,
    pub(super) excerpts: Vec<Excerpt>,
}

/// A part of an old page, with missing words.
#[derive(Debug, Serialize)]
pub(super) struct Excerpt {
    pub(super) text: String,
    pub(super) lost: String,
}

#[derive(Debug, Serialize)]
pub(super) struct LostLink {
    pub(super) url: String,
    pub(super) target: String,
    pub(super) text: String,
}

#[derive(Debug, Serialize)]
pub(super) struct LostImage {
    pub(super) url: String,
    pub(super) source: String,
    pub(super) alt: String,
}

#[derive(Debug, Serialize)]
pub(super) struct Title {
    pub(super) url: String,
    pub(super) old: String,
    pub(super) new: String,
}

/// Text that is missing from most pages, because it's part of the frame, not of the content.
#[derive(Debug, Serialize)]
pub(super) struct Frame {
    pub(super) text: String,
    pub(super) pages: usize,
}

/// A page that can't be compared.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct Unreadable {
    /// `old` or `new`.
    pub(crate) site: &'static str,
    pub(crate) file: String,
    pub(crate) reason: String,
}

/// A kind of loss that can make a comparison fail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Urls,
    Ids,
    Links,
    Images,
    Words,
    Titles,
}

impl Count {
    /// Counts the items of a page.
    pub(super) fn add(&mut self, total: usize, lost: usize) {
        self.total += total;
        self.lost += lost;
    }
}

impl Report {
    /// Whether items of a kind are missing from the new site.
    pub(crate) fn has_lost(&self, kind: Kind) -> bool {
        match kind {
            Kind::Urls => !self.lost_urls.is_empty() || !self.lost_redirects.is_empty(),
            Kind::Ids => !self.lost_ids.is_empty(),
            Kind::Links => !self.broken_links.is_empty() || !self.lost_links.is_empty(),
            Kind::Images => !self.broken_files.is_empty() || !self.lost_images.is_empty(),
            Kind::Words => !self.lost_words.is_empty(),
            Kind::Titles => !self.changed_titles.is_empty(),
        }
    }

    /// Sorts the lists and counts the items in each list.
    pub(super) fn finish(&mut self) {
        self.lost_urls.sort_by(|a, b| (a.instead.is_some(), &a.url).cmp(&(b.instead.is_some(), &b.url)));
        self.lost_words.sort_by(|a, b| b.lost.cmp(&a.lost).then_with(|| a.url.cmp(&b.url)));
        for broken in [&mut self.broken_links, &mut self.broken_files] {
            broken.sort_by(|a, b| b.pages.len().cmp(&a.pages.len()).then_with(|| a.target.cmp(&b.target)));
        }
        self.frame.sort_by(|a, b| b.pages.cmp(&a.pages).then_with(|| a.text.cmp(&b.text)));
        let summary = &mut self.summary;
        summary.broken_links = self.broken_links.len();
        summary.broken_files = self.broken_files.len();
        summary.new_pages = self.new_pages.len();
        summary.words.lost = self.lost_words.iter().map(|page| page.lost).sum();
    }

    /// Returns the human-readable report, with at most `most` lines of each kind.
    pub(crate) fn text(&self, most: usize) -> String {
        let mut out = Text { out: String::new(), most };
        self.write_urls(&mut out);
        self.write_pages(&mut out);
        let frame: Vec<String> =
            self.frame.iter().take(4).map(|one| format!("“{}”", short(&one.text, 40))).collect();
        if !frame.is_empty() {
            out.line(&format!(
                "Not counted, because most pages on the new site don't have this text: {}{}\n",
                frame.join(", "),
                match self.frame.len() {
                    0..=4 => String::new(),
                    all => format!(", and {} more", all - 4),
                }
            ));
        }
        out.out.push_str(&self.figures());
        out.out
    }

    fn write_urls(&self, out: &mut Text) {
        let instead = |lost: &LostUrl| match &lost.instead {
            Some(url) => format!("{} (the new site has {url}; add a redirect)", lost.url),
            None => lost.url.clone(),
        };
        out.section("lost URL", self.lost_urls.iter().map(instead));
        out.section(
            "lost redirect",
            self.lost_redirects.iter().map(|one| format!("{} (to {})", one.url, one.to)),
        );
        let mut ids: BTreeMap<(&str, Option<&str>), Vec<&str>> = BTreeMap::new();
        for lost in &self.lost_ids {
            ids.entry((&lost.id, lost.heading.as_deref())).or_default().push(&lost.url);
        }
        let mut ids: Vec<_> = ids.into_iter().collect();
        ids.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then_with(|| (&a.1[0], a.0).cmp(&(&b.1[0], b.0))));
        let line = |((id, heading), urls): ((&str, Option<&str>), Vec<&str>)| {
            let heading = heading.map(|text| format!(" (“{}”)", short(text, 60))).unwrap_or_default();
            format!("{}#{id}{heading}{}", urls[0], others(urls.len()))
        };
        out.groups("lost ID", self.lost_ids.len(), ids.into_iter().map(line));
        let line = |broken: &Broken| {
            let on = broken.pages.first().map_or("", String::as_str);
            format!("{} on {on}{}", broken.target, others(broken.pages.len()))
        };
        out.section("broken link", self.broken_links.iter().map(line));
        out.section("missing file", self.broken_files.iter().map(line));
    }

    fn write_pages(&self, out: &mut Text) {
        let lines = self.lost_words.iter().map(|page| {
            let mut line = format!("{}: {} of {} words", page.url, grouped(page.lost), grouped(page.total));
            for excerpt in page.excerpts.iter().take(2) {
                let _ = write!(line, "\n      {}", excerpt.text);
            }
            if page.excerpts.len() > 2 {
                let _ = write!(line, "\n      and {}", plural(page.excerpts.len() - 2, "more place"));
            }
            line
        });
        out.section("page with lost words", lines);
        out.section(
            "lost link",
            self.lost_links.iter().map(|link| {
                let text = if link.text.is_empty() {
                    String::new()
                } else {
                    format!(" (“{}”)", short(&link.text, 60))
                };
                format!("{} to {}{text}", link.url, link.target)
            }),
        );
        out.section(
            "lost image",
            self.lost_images.iter().map(|image| {
                let alt = if image.alt.is_empty() {
                    String::new()
                } else {
                    format!(" (“{}”)", short(&image.alt, 60))
                };
                format!("{}: {}{alt}", image.url, short(&image.source, 100))
            }),
        );
        let changed = |title: &Title| format!("{}: “{}” is now “{}”", title.url, title.old, title.new);
        out.section("changed title", self.changed_titles.iter().map(changed));
    }

    /// Returns the line with the figures.
    fn figures(&self) -> String {
        let Summary { urls, ids, words, links, images, titles, .. } = &self.summary;
        let all = [Kind::Urls, Kind::Ids, Kind::Links, Kind::Images, Kind::Words, Kind::Titles];
        let moved = match urls.moved {
            0 => String::new(),
            moved => format!(" ({} moved)", grouped(moved)),
        };
        let new = match self.new_pages.len() {
            0 => String::new(),
            pages => format!("; {}", plural(pages, "new page")),
        };
        if all.iter().all(|kind| !self.has_lost(*kind)) {
            let rest = match self.only_urls {
                true => String::new(),
                false => format!(
                    ", {}, {}, {}, {}",
                    plural(ids.total, "heading ID"),
                    plural(words.total, "word"),
                    plural(links.total, "link"),
                    plural(images.total, "image")
                ),
            };
            return format!("nothing is lost: {}{moved}{rest}{new}", plural(urls.total, "URL"));
        }
        let urls = format!("{} of {}{moved}", grouped(urls.total - urls.lost), plural(urls.total, "URL"));
        if self.only_urls {
            return format!("kept: {urls}{new}");
        }
        let of = |count: &Count, word: &str| {
            format!("{} of {}", grouped(count.total - count.lost), plural(count.total, word))
        };
        let words = share(words.total - words.lost, words.total);
        let (ids, links, images) = (of(ids, "heading ID"), of(links, "link"), of(images, "image"));
        format!("kept: {urls}, {ids}, {words} of words, {links}, {images}, {}{new}", of(titles, "title"))
    }
}

/// Human-readable text, with a limit for each section.
struct Text {
    out: String,
    most: usize,
}

impl Text {
    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn section(&mut self, what: &str, lines: impl ExactSizeIterator<Item = String>) {
        self.groups(what, lines.len(), lines);
    }

    /// Writes a section: a heading with a count, and lines that each represent one or more of the counted items.
    fn groups(&mut self, what: &str, count: usize, lines: impl ExactSizeIterator<Item = String>) {
        let total = lines.len();
        if total == 0 {
            return;
        }
        let what = match (what.split_once(" with "), count) {
            (Some((page, words)), 2..) => format!("{} {page}s with {words}", grouped(count)),
            _ => plural(count, what),
        };
        self.line(&what);
        for line in lines.take(self.most) {
            self.line(&format!("  {line}"));
        }
        if total > self.most {
            self.line(&format!(
                "  and {} more; to list all of them, use `--json`",
                grouped(total - self.most)
            ));
        }
        self.line("");
    }
}

/// Returns a share as a percentage, which is 100% only if nothing is missing.
fn share(part: usize, whole: usize) -> String {
    if part == whole {
        return "100%".to_owned();
    }
    let tenths = (part as u128 * 1000 / whole.max(1) as u128) as usize;
    format!("{}.{}%", tenths / 10, tenths % 10)
}

fn others(pages: usize) -> String {
    match pages {
        0 | 1 => String::new(),
        pages => format!(" and {}", plural(pages - 1, "other page")),
    }
}

/// Formats a number with separators: `1,597`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn plural(count: usize, word: &str) -> String {
    format!("{} {word}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// Shortens text to a number of characters.
pub(super) fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "can't read `{}` from the {} site: {}", self.file, self.site, self.reason)
    }
}
