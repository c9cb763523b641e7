//! Reads `llms.txt`: the site's title, tagline, and pages.

use crate::path::decode_path;

/// A site's pages in the default locale and the latest releases.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Listing {
    /// The site's title.
    pub title: String,
    /// The site's tagline.
    pub tagline: String,
    /// The origin in the page URLs, if the site's config sets it.
    pub origin: Option<String>,
    /// The pages, in reading order.
    pub pages: Vec<Entry>,
}

/// A page in a listing.
#[derive(Debug, PartialEq)]
pub(super) struct Entry {
    /// The URL path of the Markdown file, decoded and without the leading slash.
    pub path: String,
    /// The title.
    pub title: String,
    /// The description, which can be empty.
    pub description: String,
    /// The heading above the page in the list.
    pub group: String,
}

impl Listing {
    /// Reads a listing. Ignores lines that aren't in the format that docgen writes.
    pub(super) fn read(text: &str) -> Self {
        let mut listing = Listing::default();
        let mut group = String::new();
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("## ") {
                group = rest.to_owned();
            } else if let Some(rest) = line.strip_prefix("# ")
                && listing.title.is_empty()
            {
                listing.title = rest.to_owned();
            } else if let Some(rest) = line.strip_prefix("> ")
                && listing.pages.is_empty()
            {
                listing.tagline = rest.to_owned();
            } else if let Some((title, rest)) = line.strip_prefix("- [").and_then(split_link) {
                let (href, rest) = rest.split_once(')').unwrap_or((rest, ""));
                let (origin, path) = split_origin(href);
                listing.origin = listing.origin.or_else(|| origin.map(str::to_owned));
                listing.pages.push(Entry {
                    path: decode_path(path.trim_start_matches('/')).into_owned(),
                    title: plain(title),
                    description: plain(rest.strip_prefix(": ").unwrap_or_default()),
                    group: group.clone(),
                });
            }
        }
        listing
    }

    /// Replaces the links to other lists with the pages in these lists. `read` returns the list with a path. Lists in
    /// lists aren't read.
    pub(super) fn complete(
        &mut self,
        read: &mut impl FnMut(&str) -> Result<Option<Listing>, String>,
    ) -> Result<(), String> {
        if !self.pages.iter().any(Entry::is_list) {
            return Ok(());
        }
        for entry in std::mem::take(&mut self.pages) {
            match entry.is_list() {
                true => self.pages.extend(read(&entry.path)?.unwrap_or_default().pages),
                false => self.pages.push(entry),
            }
        }
        Ok(())
    }
}

impl Entry {
    /// Whether the entry is a list of pages.
    fn is_list(&self) -> bool {
        let name = self.path.rsplit('/').next().unwrap_or_default();
        name.starts_with("llms") && name.ends_with(".txt")
    }
}

/// Splits a link after its text. The URL contains no `](`, but the text might.
fn split_link(link: &str) -> Option<(&str, &str)> {
    let mut from = 0;
    loop {
        let at = from + link.get(from..)?.find("](")?;
        let rest = &link[at + 2..];
        if rest.starts_with('/') || rest.starts_with("http") {
            return Some((&link[..at], rest));
        }
        from = at + 2;
    }
}

/// Separates the origin of an absolute URL from the path.
pub(super) fn split_origin(url: &str) -> (Option<&str>, &str) {
    let Some(start) = url.find("://").filter(|_| url.starts_with("http")) else { return (None, url) };
    let end = url[start + 3..].find('/').map_or(url.len(), |at| start + 3 + at);
    (Some(&url[..end]), &url[end..])
}

fn plain(text: &str) -> String {
    text.replace("\\<", "<")
}
