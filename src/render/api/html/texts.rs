//! Descriptions as HTML. Descriptions with raw HTML are sanitized. A description in a row is written only once per
//! locale, unless it contains IDs.
//!
//! The site has resolved the links. An OpenAPI document might come from a third party, so only harmless raw HTML is
//! kept. Scripts and styles are removed, and so are classes other than docgen's own. IDs get the description's prefix.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use crate::config::ImageHosts;
use crate::markdown;
use crate::markdown::{DIRECTIVES, Document, Event, Html};
use crate::openapi::{
    Api, TextId,
    anchors::{self, is_raw},
};
use crate::path::{is_image_data, scheme};
use crate::render::{
    Messages,
    api::room,
    content::{self, WriteOptions},
};
use crate::site::Resolved;

/// The HTML of the descriptions in the rows of one document, written on first use.
pub(crate) struct Texts<'a> {
    api: &'a Api,
    /// The resolved links by locale, then by description.
    resolved: &'a [Vec<Resolved>],
    small: PerText,
    /// The attributes of UI strings in descriptions, by locale. Descriptions have the language of the default locale.
    interface: Vec<String>,
    images: ImageHosts<'a>,
}

/// Text that is made once for each description and locale.
pub(crate) struct PerText(Vec<Vec<OnceLock<Box<str>>>>);

impl PerText {
    pub(crate) fn new(api: &Api, locales: usize) -> Self {
        let slots = || std::iter::repeat_with(OnceLock::new).take(api.texts.len()).collect();
        PerText(std::iter::repeat_with(slots).take(locales).collect())
    }

    /// Returns the text of a description in a locale. Calls `make` for the first use.
    pub(crate) fn get(&self, locale: usize, id: TextId, make: impl FnOnce() -> String) -> &str {
        self.0[locale][id.0 as usize].get_or_init(|| make().into_boxed_str())
    }
}

impl<'a> Texts<'a> {
    pub(crate) fn new(
        api: &'a Api,
        resolved: &'a [Vec<Resolved>],
        images: ImageHosts<'a>,
        interface: Vec<String>,
    ) -> Self {
        Texts { api, resolved, small: PerText::new(api, resolved.len()), images, interface }
    }

    /// Writes a description in a row. If the description has IDs, each ID gets a prefix with the description's number
    /// on the page.
    pub(crate) fn small(
        &self,
        id: TextId,
        locale: usize,
        messages: &Messages,
        count: &mut u32,
    ) -> Cow<'_, str> {
        let document = &self.api[id].document;
        let make = |prefix: &str| {
            let options = WriteOptions { prefix, small: true, ..WriteOptions::default() };
            self.html(id, locale, messages, options, room::SMALL_TEXT)
        };
        if has_ids(document) {
            *count += 1;
            Cow::Owned(make(&format!("text{count}.")))
        } else {
            Cow::Borrowed(self.small.get(locale, id, || make("")))
        }
    }

    /// Writes a description that is part of the page, with its own headings. If one of the description's IDs conflicts
    /// with another ID on the page, all the description's IDs get a prefix.
    pub(crate) fn large(&self, id: TextId, locale: usize, messages: &Messages, taken: &[&str]) -> String {
        let document = &self.api[id].document;
        let prefix = anchors::prefix(document, taken);
        let options = WriteOptions { prefix, small: false, ..WriteOptions::default() };
        self.html(id, locale, messages, options, room::LARGE_TEXT)
    }

    /// Whether a description exceeds a limit. If so, a page shows only a part of the description.
    pub(crate) fn is_cut(&self, id: TextId, limit: usize) -> bool {
        let document = &self.api[id].document;
        room::fitting(document, limit) < document.events.len()
    }

    fn html(
        &self,
        id: TextId,
        locale: usize,
        messages: &Messages,
        options: WriteOptions<'_>,
        limit: usize,
    ) -> String {
        let document = &self.api[id].document;
        let nowhere = Resolved::default();
        let resolved =
            self.resolved.get(locale).and_then(|texts| texts.get(id.0 as usize)).unwrap_or(&nowhere);
        let interface = self.interface.get(locale).map_or("", String::as_str);
        let options = WriteOptions { closed: !self.images.any(), interface, ..options };
        let out = content::write(document, 0..room::fitting(document, limit), resolved, messages, options);
        if is_raw(document) {
            adapted(&sanitiser().clean(&out).to_string(), self.images, options.prefix)
        } else {
            out
        }
    }
}

/// Whether a document's HTML contains IDs, which must be unique on a page.
fn has_ids(document: &Document) -> bool {
    let is_empty = document.headings.is_empty()
        && document.tabs.is_empty()
        && document.fields.is_empty()
        && document.anchors.is_empty();
    !is_empty || document.events.iter().any(|event| matches!(event, Event::FootnoteReference { .. }))
}

/// Returns the sanitizer for raw HTML. The sanitizer allows the classes and attributes that docgen itself writes, and IDs,
/// which [`adapted`] changes.
fn sanitiser() -> &'static ammonia::Builder<'static> {
    static SANITISER: OnceLock<ammonia::Builder<'static>> = OnceLock::new();
    SANITISER.get_or_init(|| {
        let mut builder = ammonia::Builder::default();
        let classes = [
            ("div", &["code", "code-title", "code-tools", "table-scroll"][..]),
            ("p", &["small-heading"]),
            ("a", &["hash-link", "footnote-ref", "footnote-back"]),
            ("li", &["task"]),
            ("button", &["code-copy", "code-wrap"]),
            (
                "span",
                &[
                    "k", "s", "i", "e", "c", "n", "f", "t", "b", "v", "o", "p", "a", "d", "g", "j", "r", "m",
                    "x", "line", "external",
                ],
            ),
        ];
        let is_kept = |html: &&Html| !matches!(html.tag, "svg" | "video" | "iframe");
        let html = || DIRECTIVES.iter().flat_map(|directive| directive.html).filter(is_kept);
        let mut allowed: HashMap<&str, HashSet<&str>> = HashMap::new();
        for (tag, names) in classes.into_iter().chain(html().map(|html| (html.tag, html.classes))) {
            allowed.entry(tag).or_default().extend(names);
        }
        for html in html() {
            builder.add_tag_attributes(html.tag, html.attributes);
        }
        builder
            .add_tags(["button", "section", "input"])
            .rm_tags(["map", "area"])
            .add_tag_attributes("div", ["data-language", "data-lines", "data-diff", "tabindex"])
            .add_tag_attributes("pre", ["tabindex"])
            .add_tag_attributes("button", ["type", "aria-label", "hidden"])
            .add_tag_attributes("span", ["role", "aria-label", "data-line"])
            .add_tag_attributes("td", ["data-align"])
            .add_tag_attributes("th", ["data-align"])
            .add_tag_attributes("img", ["loading", "decoding"])
            .add_tag_attributes("input", ["type", "disabled", "checked", "aria-label"])
            .add_tag_attributes("a", ["target", "aria-label", "name"])
            .add_generic_attributes(["id"])
            .allowed_classes(allowed)
            .url_schemes(HashSet::from(["http", "https", "mailto", "tel", "data"]))
            .attribute_filter(|tag, name, value| match (tag, name) {
                // Only images can have data URLs, and the only allowed form field is a task's checkbox.
                (_, "href" | "cite") if is_data(value) => None,
                ("img", "src") if is_data(value) && !is_image_data(value) => None,
                ("input", "type") => Some(Cow::Borrowed("checkbox")),
                ("button", "type") => Some(Cow::Borrowed("button")),
                ("a", "target") => Some(Cow::Borrowed("_blank")),
                ("div", "tabindex") | ("pre", "tabindex") => Some(Cow::Borrowed("0")),
                _ => Some(Cow::Borrowed(value)),
            })
            .set_tag_attribute_value("input", "disabled", "")
            .link_rel(Some("noopener noreferrer"));
        builder
    })
}

/// The start of an element that can be scrolled sideways.
const SCROLL: &str = "<div class=\"table-scroll\" tabindex=\"0\">";

/// Adapts sanitized HTML to a page. Each image becomes a link, unless pages load images from the image's host. Each ID
/// gets the prefix, like the links to it, so that it can't conflict with docgen's own IDs. Each table can be scrolled. The
/// sanitizer writes all tags in the same way. Only tags contain a `<`, and attribute values are in double quotes.
fn adapted(html: &str, images: ImageHosts<'_>, prefix: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let (mut rest, mut links, mut tables, mut is_wrapped) = (html, 0_usize, 0_usize, false);
    while let Some(open) = rest.find('<') {
        let (text, from) = rest.split_at(open);
        let mut quoted = false;
        let end = from.find(|c| {
            quoted ^= c == '"';
            c == '>' && !quoted
        });
        let (tag, after) = from.split_at(end.map_or(from.len(), |end| end + 1));
        out.push_str(text);
        rest = after;
        match tag.split([' ', '>']).next() {
            Some("<a") => links += 1,
            Some("</a") => links = links.saturating_sub(1),
            Some("<table") => {
                tables += 1;
                if tables == 1 {
                    let before = out.trim_end();
                    let last = before.rfind('<').map_or("", |at| &before[at..]);
                    is_wrapped = !(last.starts_with("<div ") && last.contains("\"table-scroll\""));
                    out.push_str(if is_wrapped { SCROLL } else { "" });
                }
            }
            Some("</table") => {
                tables = tables.saturating_sub(1);
                out.push_str(tag);
                out.push_str(if tables == 0 && is_wrapped { "</div>" } else { "" });
                continue;
            }
            Some("<img") => {
                if let Some(src) = value(tag, "src").filter(|src| !images.load(&markdown::decode(src))) {
                    let alt = value(tag, "alt").filter(|alt| !alt.is_empty());
                    let words = alt.unwrap_or(src).replace('<', "&lt;");
                    out.push_str(&match links {
                        0 => format!(
                            "<a href=\"{src}\" target=\"_blank\" rel=\"noopener noreferrer\">{words}</a>"
                        ),
                        _ => words,
                    });
                    continue;
                }
            }
            _ => {}
        }
        out.push_str(&with_prefix(tag, prefix));
    }
    out + rest
}

/// Returns a tag of sanitized HTML with a prefix for its ID. The name of a link is also an ID.
fn with_prefix<'h>(tag: &'h str, prefix: &str) -> Cow<'h, str> {
    let name = |key: &str| value(tag, key).map(|id| (format!(" {key}=\"{id}\""), id));
    let other = name("name").filter(|_| tag.starts_with("<a "));
    match (name("id"), other) {
        (Some((written, id)), other) => {
            let own = if id.starts_with(prefix) { "" } else { prefix };
            let tag = tag.replacen(&written, &format!(" id=\"{own}{id}\""), 1);
            Cow::Owned(other.map_or(tag.clone(), |(written, _)| tag.replacen(&written, "", 1)))
        }
        (None, Some((written, id))) => {
            Cow::Owned(tag.replacen(&written, &format!(" id=\"{prefix}{id}\""), 1))
        }
        (None, None) => Cow::Borrowed(tag),
    }
}

/// Returns the value of an attribute in a tag of sanitized HTML.
fn value<'h>(tag: &'h str, name: &str) -> Option<&'h str> {
    let start = format!(" {name}=\"");
    tag.split_once(&start)?.1.split('"').next()
}

fn is_data(url: &str) -> bool {
    scheme(url).as_deref() == Some("data")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::sources;
    use crate::markdown::Form;
    use crate::openapi::{Place, Text};
    use crate::site::{Href, HrefKind};

    fn api(texts: &[&str]) -> Api {
        let text = |text: &&str| {
            let source = &sources(&format!("//- a.md\n{text}"))[0];
            let (document, _) =
                markdown::parse(source, &markdown::Options::default(), &Default::default(), None);
            Text { source: (*text).into(), document, place: Place::default() }
        };
        Api { texts: texts.iter().map(text).collect(), ..Api::default() }
    }

    /// Returns the HTML of a description in two forms: in a row, and as part of the page. The links are unresolved.
    fn both(text: &str) -> [String; 2] {
        let api = api(&[text]);
        let links = api.texts[0].document.links.iter();
        let resolved = Resolved {
            links: links.map(|link| Href { href: link.target.to_string(), kind: HrefKind::Page }).collect(),
            ..Resolved::default()
        };
        let resolved = [vec![resolved]];
        let (texts, messages) =
            (Texts::new(&api, &resolved, ImageHosts::default(), Vec::new()), Messages::english());
        let small = texts.small(TextId(0), 0, &messages, &mut 0).trim().to_owned();
        [small, texts.large(TextId(0), 0, &messages, &["request"]).trim().to_owned()]
    }

    fn small(text: &str) -> String {
        let [small, _] = both(text);
        small
    }

    /// Returns the tags in HTML text, with sorted attributes.
    fn tags(html: &str) -> Vec<Vec<String>> {
        let tags = html.split('<').skip(1).filter_map(|part| part.split('>').next());
        tags.map(|tag| {
            // The sanitizer adds this `rel` to every link.
            let tag = tag.replace("=\"\"", "").replace("rel=\"noopener noreferrer\"", "");
            let mut words: Vec<String> = tag.split_whitespace().map(str::to_owned).collect();
            words.sort();
            words
        })
        .collect()
    }

    #[test]
    fn a_directive_is_the_same_beside_raw_html() {
        for directive in &DIRECTIVES {
            let text = match directive.form {
                Form::Tabs | Form::Tab => {
                    "::::tabs{group=g query=q}\n:::tab[A]\na\n:::\n:::tab[B]\nb\n:::\n::::\n"
                }
                Form::Card => ":::card[T]{href=\"https://example.com/\"}\na\n:::\n\n:::card[T]\na\n:::\n",
                Form::Grid { .. } => &format!(":::{}{{cols=2}}\na\n:::\n", directive.name),
                Form::Details => ":::details[T]{open}\na\n:::\n",
                Form::Video => {
                    for source in ["/a.mp4", "https://youtu.be/a"] {
                        let beside = small(&format!("::video[T]{{src=\"{source}\"}}\n\n<hr>\n"));
                        let kept = "<figure class=\"video\"><div class=\"video-player\"></div>";
                        assert!(beside.starts_with(kept), "{beside}");
                    }
                    continue;
                }
                Form::Field => {
                    ":::field[T]{type=a default=b required deprecated}\na\n:::field[U]\n:::\n:::\n"
                }
                Form::Badge => ":badge[T]{kind=tip}\n",
                Form::Tooltip => ":tooltip[T]{text=a}\n",
                Form::Icon => {
                    let beside = small(":icon[T]{name=rocket} <b>a</b>\n");
                    assert_eq!(beside, "<p><span class=\"icon-text\">T</span> <b>a</b></p>");
                    continue;
                }
                _ => &format!(":::{}[T]\na\n:::\n", directive.name),
            };
            let (plain, beside) = (small(text), small(&format!("{text}\n<hr>\n")));
            assert!(plain.contains(directive.class()), "{plain}");
            assert_eq!(tags(&beside), tags(&format!("{plain}\n<hr>")), "{}", directive.name);
        }
    }

    #[test]
    fn plain_descriptions_are_prose() {
        assert_eq!(small("A *text* & <more"), "<p>A <em>text</em> &amp; &lt;more</p>");
    }

    #[test]
    fn raw_html_keeps_what_cannot_act() {
        let clean =
            small("A <b onclick=\"x()\" class=\"navbar\" id=\"docgen-root\">b</b> <script>alert(1)</script>");
        assert_eq!(clean, "<p>A <b id=\"text1.docgen-root\">b</b> </p>");
        let clean =
            small("<a href=\"javascript:alert(1)\">x</a> <img src=x onerror=alert(1)> <i style=\"x\">y</i>");
        assert!(
            !clean.contains("javascript") && !clean.contains("onerror") && !clean.contains("style"),
            "{clean}"
        );
        let clean = small("<div data-island=\"request\"><iframe src=\"https://x.example\"></iframe>z</div>");
        assert_eq!(clean, "<div>z</div>");
        let clean = small("<form action=\"https://x.example\"><input type=\"password\" name=\"p\"></form>");
        assert!(
            !clean.contains("form") && !clean.contains("password") && !clean.contains("name="),
            "{clean}"
        );
    }

    #[test]
    fn images_of_other_hosts_are_links() {
        let link = |url: &str, words: &str| {
            format!("<a href=\"{url}\" target=\"_blank\" rel=\"noopener noreferrer\">{words}</a>")
        };
        for (html, expected) in [
            ("<img src='//o.example/a.png' alt='A'>", link("//o.example/a.png", "A")),
            (
                "<img alt=' src=\"x\" <b> &' src=https://o.example/?a&amp;b>",
                link("https://o.example/?a&amp;b", " src=&quot;x&quot; &lt;b&gt; &amp;"),
            ),
            ("<img src='/\\o.example/a'>", link("/\\o.example/a", "/\\o.example/a")),
            (
                "<img src='&#9;h&#10;ttps:o.example/a' alt=A srcset='https://o.example/b 2x'>",
                link("\th\nttps:o.example/a", "A"),
            ),
            (
                "<picture><source srcset='https://o.example/a'><img src='https://o.example/b' alt=B></picture>",
                link("https://o.example/b", "B"),
            ),
            ("<video src='https://o.example/a' poster='https://o.example/b'>V</video>", "V".to_owned()),
            ("<audio src='https://o.example/a'>V</audio>", "V".to_owned()),
            (
                "<b style='background:url(https://o.example/a)' background='https://o.example/b'>V</b>",
                "<b>V</b>".to_owned(),
            ),
            (
                "<svg><image href='https://o.example/a'/></svg><input type=image src='https://o.example/a'>",
                String::new(),
            ),
        ] {
            let found = small(&format!("<i></i>{html}"));
            let found = found.replace("<p>", "").replace("</p>", "").replace("<i></i>", "");
            let found = if expected.is_empty() {
                found.replace("<input type=\"checkbox\" disabled=\"\">", "")
            } else {
                found
            };
            assert_eq!(found.trim(), expected, "{html}");
        }
        assert!(small("<b></b><img src='/a.png' alt='A'>").contains("<img "));
        let nested = small("<a href='/x'><img src='https://o.example/a' alt='A'></a>");
        assert!(nested.contains(">A</a>") && !nested.contains("o.example"), "{nested}");
    }

    #[test]
    fn code_keeps_its_classes_beside_raw_html() {
        let clean = small("<b>x</b>\n\n```json\n{\"a\": 1}\n```\n\n| a |\n|---|\n| b |\n");
        assert!(clean.contains("data-language=\"json\"") && clean.contains("class=\"code\""), "{clean}");
        assert!(
            clean.contains("class=\"code-copy\"") && clean.contains("<span class=\"n\">1</span>"),
            "{clean}"
        );
        assert!(clean.contains("class=\"table-scroll\""), "{clean}");
    }

    #[test]
    fn ids_of_two_texts_do_not_meet() {
        let html = small("Text.\n\n## Note\n\nSee [above](#note) and this.[^1]\n\n[^1]: Foot.");
        assert!(html.contains("<p class=\"small-heading\" id=\"text1.note\">Note</p>"), "{html}");
        assert!(html.contains("href=\"#text1.note\"") && html.contains("id=\"text1.fn-1\""), "{html}");
        assert!(html.contains("href=\"#text1.fn-1\"") && html.contains("id=\"text1.fnref-1\""), "{html}");
        let [_, large] = both("Text.\n\n## Note");
        assert!(large.contains("<h2 id=\"note\">Note<a class=\"hash-link\" href=\"#note\""), "{large}");
        let [_, large] = both("Text.\n\n## Request\n\nSee [it](#request).");
        assert!(
            large.contains("<h2 id=\"text.request\">") && large.contains("<a href=\"#text.request\">"),
            "{large}"
        );
        let [_, large] = both("<b id=\"docgen-page\">Text</b>\n\n## Note");
        assert!(large.contains("<h2 id=\"text.note\">") && !large.contains("\"docgen-page"), "{large}");
    }

    #[test]
    fn ids_in_raw_html_have_the_prefix_of_the_links_to_them() {
        for (html, id) in [
            ("<a id=\"own\"></a>", "<a id=\"text.own\" rel=\"noopener noreferrer\"></a>"),
            ("<a name='own'></a>", "<a id=\"text.own\" rel=\"noopener noreferrer\"></a>"),
            ("<a name=own id=own></a>", " id=\"text.own\""),
            ("<span id=own>T</span>", "<span id=\"text.own\">T</span>"),
            ("<h3 id=\"own\">T</h3>", "<h3 id=\"text.own\">T</h3>"),
        ] {
            let [small, large] = both(&format!("See [it](#own). {html}"));
            assert!(large.contains("href=\"#text.own\"") && large.contains(id), "{large}");
            let id = id.replace("text.", "text1.");
            assert!(small.contains("href=\"#text1.own\"") && small.contains(&id), "{small}");
            assert!(!large.contains("name="), "{large}");
        }
    }

    #[test]
    fn a_table_in_raw_html_can_be_scrolled() {
        let cell = |inside: &str| format!("<table><tbody><tr><td>{inside}</td></tr></tbody></table>");
        let html = small(&format!("<table><tr><td>{}</td></tr></table>\n\n| a |\n|---|\n| b |\n", cell("x")));
        assert_eq!(html.matches("table-scroll").count(), 2, "{html}");
        assert!(html.starts_with(&format!("{SCROLL}{}</div>", cell(&cell("x")))), "{html}");
    }
}
