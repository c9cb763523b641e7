//! Reads a page: its title, the text of its main content in blocks, and the IDs, links, and images in it. This module
//! knows only HTML elements and ARIA roles, not the class names of any tool.

use std::collections::HashSet;

use super::content::{self, is_block, is_frame, is_heading, is_separate};
use super::dom::{Dom, Id, Step};
use super::text;

/// The parts of a page that are compared.
#[derive(Debug, Default)]
pub(super) struct Page {
    pub(super) title: String,
    /// The URL in `<link rel="canonical">`.
    pub(super) canonical: Option<String>,
    /// The URL in `<base href>`.
    pub(super) base: Option<String>,
    /// The URL that the page redirects to.
    pub(super) redirect: Option<String>,
    pub(super) has_heading: bool,
    /// The text of the main content, in reading order. Each item is a paragraph or a similar element.
    pub(super) blocks: Vec<String>,
    /// The heading IDs, in reading order, each with the text of its heading.
    pub(super) headings: Vec<(String, String)>,
    /// Other IDs in the main content.
    pub(super) anchors: Vec<String>,
    /// All IDs in the document, including IDs outside the main content.
    pub(super) ids: Vec<String>,
    pub(super) links: Vec<Link>,
    pub(super) images: Vec<Image>,
    /// The URLs of all links in the document.
    pub(super) hrefs: Vec<String>,
    /// The URLs of all images and other media in the document.
    pub(super) sources: Vec<String>,
    /// The URLs of scripts and style sheets.
    pub(super) resources: Vec<String>,
}

/// A link in the main content.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) href: String,
    pub(super) text: String,
}

/// An image in the main content.
#[derive(Debug)]
pub(super) struct Image {
    pub(super) source: String,
    pub(super) alt: String,
}

/// A page with a redirecting script counts as a redirect only if it has fewer words than this.
const FEW_WORDS: usize = 60;
/// The maximum number of siblings of a heading to search for anchors and marks.
const MARKS: usize = 4;

impl Page {
    /// Reads a document. `key` is the [key](super::address::key) of the page. Returns `None` if the document is nested too deeply or is too large.
    pub(super) fn read(bytes: &[u8], key: &str) -> Option<Page> {
        let dom = Dom::parse(&super::dom::decode(bytes))?;
        let mut page = Page::default();
        let mut script = String::new();
        for (id, name) in dom.elements() {
            page.read_element(&dom, id, name, &mut script);
        }
        let (root, is_body) = content::root(&dom);
        Reader {
            dom: &dom,
            page: &mut page,
            key,
            is_body,
            block: String::new(),
            preformatted: 0,
            has_title: false,
        }
        .read(root);
        let headings: HashSet<&str> = page.headings.iter().map(|(id, _)| &**id).collect();
        page.anchors.retain(|id| !headings.contains(&**id));
        page.redirect = page.redirect.take().or_else(|| page.scripted(&script));
        Some(page)
    }

    /// Returns the number of words in the main content.
    pub(super) fn words(&self) -> usize {
        self.blocks.iter().map(|block| text::count(block)).sum()
    }

    fn read_element(&mut self, dom: &Dom, id: Id, name: &str, script: &mut String) {
        let attribute = |name| dom.attribute(id, name).map(str::trim).filter(|value| !value.is_empty());
        let owned = |name| attribute(name).map(str::to_owned);
        self.ids.extend(owned("id"));
        match name {
            "title" if self.title.is_empty() && !is_in_graphic(dom, id) => {
                self.title = content::text_of(dom, id);
            }
            "base" if self.base.is_none() => self.base = owned("href"),
            "link" => {
                let rel = attribute("rel").unwrap_or_default().to_ascii_lowercase();
                match rel.as_str() {
                    "canonical" if self.canonical.is_none() => self.canonical = owned("href"),
                    "stylesheet" => self.resources.extend(owned("href")),
                    _ => {}
                }
            }
            "meta" if attribute("http-equiv").is_some_and(|value| value.eq_ignore_ascii_case("refresh")) => {
                let target = attribute("content").and_then(refresh);
                self.redirect = self.redirect.take().or(target);
            }
            "script" => match owned("src") {
                Some(source) => self.resources.push(source),
                None => dom.below(id).filter_map(|id| dom.text(id)).for_each(|text| script.push_str(text)),
            },
            "a" | "area" => {
                self.hrefs.extend(owned("href").filter(|href| !is_of_frame(dom, id, href)));
                self.ids.extend(owned("name"));
            }
            "img" | "source" | "video" | "audio" => self.sources.extend(source(dom, id)),
            "h1" | "h2" => self.has_heading = true,
            _ => {}
        }
    }

    /// Returns the target of a page that has almost no content and a script that goes to the page's canonical URL.
    fn scripted(&self, script: &str) -> Option<String> {
        let goes = ["location.replace(", "location.assign(", "location.href", "location ="];
        let is_bare = || goes.iter().any(|call| script.contains(call)) && self.words() < FEW_WORDS;
        self.canonical.clone().filter(|_| !self.has_heading && is_bare())
    }
}

/// Whether a link refers to itself, such as the anchor of a line of code, or lets readers skip the frame.
fn is_of_frame(dom: &Dom, id: Id, href: &str) -> bool {
    let Some(fragment) = href.strip_prefix('#') else { return false };
    let is_own = |name| dom.attribute(id, name) == Some(fragment);
    is_own("id") || is_own("name") || dom.attribute(id, "class").is_some_and(|class| class.contains("skip"))
}

/// Whether an element is in an SVG image, where `title` has a different meaning.
fn is_in_graphic(dom: &Dom, id: Id) -> bool {
    std::iter::successors(dom.parent(id), |id| dom.parent(*id)).any(|id| dom.name(id) == Some("svg"))
}

/// Returns the URL in the `content` attribute of a refresh, as in `0; url='/a/'`.
fn refresh(content: &str) -> Option<String> {
    let (_, rest) = content.split_once([';', ','])?;
    let rest = rest.trim_start();
    let is_key = rest.get(..3).is_some_and(|key| key.eq_ignore_ascii_case("url"));
    let value = if is_key { rest[3..].trim_start().strip_prefix('=')? } else { rest };
    let url = value.trim().trim_matches(['"', '\'']).trim();
    (!url.is_empty()).then(|| url.to_owned())
}

/// Returns the URL of an image or other media: the source, or the first URL in a source set.
fn source(dom: &Dom, id: Id) -> Option<String> {
    let set = || dom.attribute(id, "srcset")?.split_whitespace().next().map(|url| url.trim_end_matches(','));
    let source = dom.attribute(id, "src").map(str::trim).filter(|source| !source.is_empty()).or_else(set)?;
    Some(source.to_owned())
}

/// The state of the walk that reads the main content.
struct Reader<'a> {
    dom: &'a Dom,
    page: &'a mut Page,
    /// The key of the page.
    key: &'a str,
    /// Whether the main content is the whole body. If so, more elements are part of the frame.
    is_body: bool,
    block: String,
    /// The number of preformatted elements around the current node.
    preformatted: usize,
    /// Whether an `h1` was read.
    has_title: bool,
}

impl Reader<'_> {
    fn read(mut self, root: Id) {
        let dom = self.dom;
        dom.walk(root, |step| match step {
            Step::Enter(id) => id == root || self.enter(id),
            Step::Leave(id) => {
                self.leave(id);
                true
            }
        });
        self.flush();
    }

    /// Reads the start of a node. Returns `false` if the node's content isn't part of the page's content.
    fn enter(&mut self, id: Id) -> bool {
        let dom = self.dom;
        let Some(name) = dom.name(id) else {
            self.block.push_str(dom.text(id).unwrap_or_default());
            return true;
        };
        if is_frame(dom, id, name, self.is_body)
            || self.is_mark(id, name)
            || content::is_contents(dom, id, name, self.key)
        {
            return false;
        }
        self.separate(name);
        if name == "pre" {
            self.preformatted += 1;
        }
        match name {
            "a" => self.read_link(id),
            "img" => self.read_image(id),
            "br" => self.block.push('\n'),
            _ if is_heading(name) => self.read_heading(id),
            _ => {}
        }
        let own =
            dom.attribute(id, "id").into_iter().chain(dom.attribute(id, "name").filter(|_| name == "a"));
        self.page.anchors.extend(own.map(str::to_owned));
        true
    }

    fn leave(&mut self, id: Id) {
        let Some(name) = self.dom.name(id) else { return };
        self.separate(name);
        if name == "pre" {
            self.preformatted = self.preformatted.saturating_sub(1);
        }
    }

    /// Ends the block or the word at the boundary of an element. A preformatted block ends only at the end of its
    /// element.
    fn separate(&mut self, name: &str) {
        if self.preformatted > 0 && name != "pre" {
            if is_block(name) {
                self.block.push('\n');
            }
        } else if is_block(name) {
            self.flush();
        } else if is_separate(name) {
            self.block.push(' ');
        }
    }

    fn flush(&mut self) {
        let block = std::mem::take(&mut self.block);
        let text = if self.preformatted > 0 { text::without_line_numbers(&block) } else { block };
        if text.contains(|c: char| !c.is_whitespace()) {
            self.page.blocks.push(text::collapse(&text));
        }
    }

    /// Whether an element is the mark that readers use to copy the link to a heading: a link to a heading, either next
    /// to the heading or as a part of the heading.
    fn is_mark(&self, id: Id, name: &str) -> bool {
        let dom = self.dom;
        let Some(target) = own_fragment(dom, id, name) else { return false };
        let parents = std::iter::successors(dom.parent(id), |id| dom.parent(*id));
        if let Some(heading) = parents.take(3).find(|id| dom.name(*id).is_some_and(is_heading)) {
            let has_word = |id| dom.text(id).is_some_and(|text| text.contains(char::is_alphanumeric));
            return dom.below_except(heading, |inner| inner == id).any(has_word);
        }
        let is_target =
            |other: Id| dom.name(other).is_some_and(is_heading) && heading_ids(dom, other).contains(&target);
        dom.before(id).take(MARKS).chain(dom.after(id).take(MARKS)).any(is_target)
    }

    fn read_heading(&mut self, id: Id) {
        let text = content::text_of(self.dom, id);
        let is_first = self.dom.name(id) == Some("h1") && !std::mem::replace(&mut self.has_title, true);
        for found in heading_ids(self.dom, id) {
            // A link to the title goes to the top of the page, even if the title's ID is missing.
            if !is_first {
                self.page.headings.push((found.to_owned(), text.clone()));
            }
        }
    }

    fn read_link(&mut self, id: Id) {
        let dom = self.dom;
        let Some(href) = dom.attribute(id, "href").map(str::trim).filter(|href| !href.is_empty()) else {
            return;
        };
        let rel = dom.attribute(id, "rel").unwrap_or_default();
        let is_sequence = rel.split_whitespace().any(|word| matches!(word, "prev" | "next"));
        let parents = std::iter::successors(dom.parent(id), |id| dom.parent(*id));
        let is_in_heading = || parents.take(3).any(|id| dom.name(id).is_some_and(is_heading));
        let text = content::text_of(dom, id);
        // The text of a footnote mark is a number or a symbol.
        let is_mark = || !text.contains(char::is_alphabetic) || is_in_heading();
        if is_sequence || href.starts_with('#') && is_mark() {
            return;
        }
        // A link that only opens an image at full size isn't counted.
        let opens = |inner: Id| {
            dom.name(inner) == Some("img") && source(dom, inner).is_some_and(|source| source == href)
        };
        if !dom.below(id).any(opens) {
            self.page.links.push(Link { href: href.to_owned(), text });
        }
    }

    /// Reads an image. The alternative text is part of the page's text.
    fn read_image(&mut self, id: Id) {
        let alt = text::collapse(self.dom.attribute(id, "alt").unwrap_or_default());
        let source = source(self.dom, id).unwrap_or_default();
        // Some pages contain an image twice and show the second one when a reader enlarges the image.
        let is_twin = |last: &Image| !alt.is_empty() && last.source == source && last.alt == alt;
        if self.page.images.last().is_some_and(is_twin) {
            return;
        }
        self.block.extend([" ", &alt, " "]);
        if !source.is_empty() {
            self.page.images.push(Image { source, alt });
        }
    }
}

/// Returns the ID in a link to a place on the same page.
fn own_fragment<'a>(dom: &'a Dom, id: Id, name: &str) -> Option<&'a str> {
    dom.attribute(id, "href").filter(|_| name == "a")?.strip_prefix('#')
}

/// Returns the IDs that point to a heading: the heading's ID, the IDs of anchors in or just before the heading, and
/// the ID of a section that starts with the heading.
fn heading_ids(dom: &Dom, heading: Id) -> Vec<&str> {
    let is_anchor = |id: Id| matches!(dom.name(id), Some("a" | "span" | "div"));
    let id_or_name = |id: Id| {
        let name = || dom.attribute(id, "name").filter(|_| dom.name(id) == Some("a"));
        dom.attribute(id, "id").or_else(name)
    };
    let is_blank = |id: Id| dom.text(id).is_none_or(|text| text.trim().is_empty());
    let is_empty = |id: Id| match dom.name(id) {
        Some(_) => is_anchor(id) && content::text_of(dom, id).is_empty(),
        None => is_blank(id),
    };
    let before: Vec<Id> = dom.before(heading).take_while(|id| is_empty(*id)).take(MARKS).collect();
    let is_first = dom.before(heading).nth(before.len()).is_none();
    let section =
        dom.parent(heading).filter(|id| is_first && matches!(dom.name(*id), Some("section" | "div")));
    let inner = dom.below(heading).filter(|id| is_anchor(*id));
    let all = [heading].into_iter().chain(inner).chain(before).chain(section);
    let mut ids: Vec<&str> = Vec::new();
    for id in all.filter_map(id_or_name).filter(|id| !id.trim().is_empty()) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}
