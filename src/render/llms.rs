//! Files for language models: pages as Markdown, and `llms-full.txt`.

use std::collections::HashMap;

use rayon::prelude::*;

use super::{Earlier, Renderer, navigation::href, page_blocks::PageBlocks};
use crate::markdown::{as_markdown, page_markdown, with_front_matter, without_front_matter};
use crate::path::OutPath;
use crate::site::{Entry, NavbarKind, Node, NodeKind, Page, PageKind, Parsed, Sidebar, Target, humanize};

/// The maximum size of `llms-full.txt`, in bytes. Language models can't use a larger file, and the limit bounds the
/// memory that a large site needs.
const FULL_LIMIT: usize = 16 << 20;
/// For `llms-full.txt`, the number of pages to render in parallel before docgen joins them.
const AT_ONCE: usize = 64;

impl<'a> Renderer<'a> {
    /// Returns the Markdown version of a page, with front matter for programs.
    pub(super) fn markdown(&self, index: usize, blocks: &PageBlocks<'a>) -> String {
        let made = self.texts.lock().remove(&index);
        let text = made.unwrap_or_else(|| self.page_text(index, blocks));
        with_front_matter(&text, &self.absolute(&self.all_pages()))
    }

    /// Returns the URL path of the list of all pages.
    pub(super) fn all_pages(&self) -> String {
        self.at.file_href(&OutPath::new("llms.txt"))
    }

    /// Returns a page as Markdown: the title, the description, and the source. If the page has components, the rendered
    /// content replaces the source. Links are absolute if the site's host is known.
    fn page_text(&self, index: usize, blocks: &PageBlocks<'a>) -> String {
        let page = &self.site.pages[index];
        if let Some(text) = self.api_markdown(index, page, blocks) {
            return format!("# {}\n\n{}\n", in_line(&self.title(page)), text.trim_end());
        }
        let Some(parsed) = page.parsed() else { return String::new() };
        let mut out = String::with_capacity(parsed.source.text.len() + 128);
        match &parsed.metadata.title {
            Some(heading) => out.push_str(&format!("# {heading}\n\n")),
            None => out.push_str(&format!("# {}\n\n", in_line(&self.title(page)))),
        }
        if let Some(description) = &page.description {
            out.push_str(&format!("> {}\n\n", in_line(description)));
        }
        out.push_str(&self.document_text(index, parsed));
        if !out.ends_with('\n') {
            out.push('\n');
        }
        out
    }

    /// Returns the Markdown of a page's document or note, without the title.
    pub(super) fn document_text(&self, index: usize, parsed: &Parsed) -> String {
        let resolved = &self.site.resolved[index];
        let links: Vec<_> = resolved.links.iter().map(|link| Some(self.absolute(&link.href))).collect();
        let images: Vec<_> = resolved.images.iter().map(|image| Some(self.absolute(&image.src))).collect();
        match parsed.metadata.is_composed {
            true => {
                let entries = &self.site.pages[index].entries;
                let pages: String = entries.iter().map(|entry| self.markdown_entry(entry)).collect();
                as_markdown(&parsed.document(), &links, &images, &pages)
            }
            false => page_markdown(&parsed.source, &parsed.metadata, &links, &images).into_owned(),
        }
    }

    /// Returns an entry in a list of pages as a Markdown list item.
    fn markdown_entry(&self, entry: &Entry) -> String {
        let (href, _) = href(&entry.href, &self.at);
        let description = entry.description.as_deref().map(|text| format!(": {}", in_line(text)));
        format!(
            "- [{}]({}){}\n",
            in_line(&entry.label).replace(['[', ']'], ""),
            self.absolute(&href),
            description.unwrap_or_default()
        )
    }

    /// Returns a URL with the site's host, if the host is known.
    pub(super) fn absolute(&self, href: &str) -> String {
        let is_own = href.starts_with('/') && !href.starts_with("//");
        let url = self.site.config.site.absolute(href).filter(|_| is_own);
        url.unwrap_or_else(|| href.to_owned())
    }

    /// Returns the pages in the default locale and the last versions: the home page, pages in navigation order, pages
    /// without a sidebar, and then blog posts.
    pub(super) fn reading_order(&self) -> Vec<(usize, &Page)> {
        let site = self.site;
        let mut pages: Vec<(usize, &Page)> = site
            .pages
            .iter()
            .map(|page| &**page)
            .enumerate()
            .filter(|(_, page)| {
                page.locale == 0 && page.listed() && !page.is_part() && !page.draft && page.has_markdown()
            })
            .filter(|(_, page)| page.version.is_none_or(|version| site.versions[version].last))
            .collect();
        pages.sort_by_cached_key(|(_, page)| {
            let place = page.sidebar.as_ref().filter(|place| !place.trail.is_empty());
            let home = page.kind == PageKind::Home;
            // Posts come after the documentation, starting with the newest post.
            let place = place.filter(|_| page.post.is_none());
            let shown = place.map(|place| (place.sidebar, place.trail.clone()));
            (!home, place.is_none(), page.post.is_some(), shown, page.post)
        });
        pages
    }

    /// Returns the heading of a page's section in `llms.txt`: the documentation set, the API, the category, or
    /// the blog.
    pub(super) fn section(&self, page: &Page) -> Option<String> {
        let blog = page.post.map(|(blog, _)| self.blog_name(&self.site.blogs[blog]).into_owned());
        let own = page
            .sidebar
            .as_ref()
            .filter(|_| blog.is_none())
            .and_then(|place| top_label(&self.site.sidebars[place.sidebar], *place.trail.first()?));
        let own = match (self.set_label(page), own) {
            (Some(set), Some(category)) => Some(format!("{set}: {category}")),
            (set, own) => own.or(set),
        };
        let own = match (self.api_name(page), own) {
            (Some(api), Some(category)) => Some(format!("{api}: {category}")),
            (_, own) => own,
        };
        own.or(blog)
    }

    /// Returns the label of the last version of a documentation set, if the set has several versions.
    pub(super) fn last_label(&self, docs: usize) -> Option<&str> {
        let version = &self.site.versions.get(self.site.last_version(docs))?;
        version.several.then_some(&version.label)
    }

    /// Returns the name of the documentation set that a page belongs to, with the version, if the site has several
    /// sets. The name is the label of the navbar item that links to the page's sidebar or another sidebar of the set, or
    /// the set's ID in words.
    fn set_label(&self, page: &Page) -> Option<String> {
        let site = self.site;
        let docs = site.versions[page.version?].docs;
        if site.config.docs.len() < 2 {
            return None;
        }
        let sidebars = || {
            site.navbars[0].items.iter().filter_map(|item| match &item.kind {
                NavbarKind::Link { kind: "docSidebar", label, target: Target::Route(route), .. } => {
                    Some((site.page(route)?, label))
                }
                _ => None,
            })
        };
        let own = page.sidebar.as_ref().map(|place| place.sidebar);
        let is_own = |other: &Page| own.is_some() && other.sidebar.as_ref().map(|place| place.sidebar) == own;
        let is_of_set =
            |other: &Page| other.version.is_some_and(|version| site.versions[version].docs == docs);
        let name = sidebars().find(|(other, _)| is_own(other));
        let name = name.or_else(|| sidebars().find(|(other, _)| is_of_set(other)));
        let name =
            name.map(|(_, label)| label.clone()).unwrap_or_else(|| humanize(&site.config.docs[docs].id));
        Some(match self.last_label(docs) {
            Some(version) => format!("{name} {version}"),
            None => name,
        })
    }

    /// Returns `llms-full.txt`, and keeps the text of its pages until their own files are rendered.
    pub(super) fn llms_full_first(&self, earlier: &Earlier<'_>) -> String {
        let mut texts = HashMap::new();
        let all = self.llms_full(earlier, |index, text| _ = texts.insert(index, text));
        *self.texts.lock() = texts;
        all
    }

    /// Returns `llms-full.txt`. To render a page with components, docgen has to run code, so the Markdown version of such
    /// a page comes from an earlier build if possible. `keep` receives the index and the text of each page in the file.
    pub(super) fn llms_full(&self, earlier: &Earlier<'_>, mut keep: impl FnMut(usize, String)) -> String {
        let site = &self.site.config.site;
        let mut out = format!("# {}\n\n", site.title);
        let pages = self.reading_order();
        let markdown = |&(index, page): &(usize, &Page)| {
            let is_composed = page.parsed().is_some_and(|parsed| parsed.metadata.is_composed);
            let key = is_composed.then(|| self.key(index, &self.page_data(index)));
            let text = key.and_then(|key| earlier(&self.at.markdown(&page.route), key));
            let text = text.map(|text| without_front_matter(&text).to_owned());
            text.unwrap_or_else(|| self.page_text(index, &PageBlocks::default()))
        };
        let texts = pages.chunks(AT_ONCE).flat_map(|part| part.par_iter().map(markdown).collect::<Vec<_>>());
        for (count, ((index, page), text)) in pages.iter().zip(texts).enumerate() {
            if out.len() + text.len() > FULL_LIMIT {
                let all = pages.len();
                out.push_str(&format!(
                    "\n---\n\nThis file contains the first {count} of {all} pages. llms.txt lists all pages.\n"
                ));
                break;
            }
            let url = self.absolute(&self.at.href(&page.route));
            out.push_str(&format!("\n---\n\nSource: {url}\n\n{text}"));
            keep(*index, text);
        }
        out
    }
}

/// Returns the label of the top-level category that contains a page, or `None` for a page at the top level.
fn top_label(sidebar: &Sidebar, index: usize) -> Option<String> {
    match sidebar.nodes.get(index) {
        Some(Node { label, kind: NodeKind::Category(_), .. }) => Some(label.to_string()),
        _ => None,
    }
}

/// Escapes plain text for a line of Markdown, where an angle bracket would open a tag.
pub(super) fn in_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('<', "\\<")
}
