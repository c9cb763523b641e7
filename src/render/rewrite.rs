//! Adapts the HTML of a page to a document with many pages: makes IDs unique and points links to the pages in the document.
//! In a printed document, leaves out navigation and controls.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::markdown::{Part, decode, escape, first_part};

/// The classes of elements that are useless on paper.
const LEFT_OUT: [&str; 12] = [
    "api-copy",
    "api-expand",
    "breadcrumbs",
    "code-tools",
    "feedback",
    "hash-link",
    "page-actions",
    "page-edit",
    "pager",
    "table-filter",
    "tags",
    "version-badge",
];

/// The kinds of banners that make sense only on the site.
const BANNERS: [&str; 4] = ["draft", "outdated", "unlisted", "version"];

/// The attributes that contain IDs, separated by spaces.
const IDS: [&str; 12] = [
    "aria-controls",
    "aria-describedby",
    "aria-details",
    "aria-labelledby",
    "aria-owns",
    "for",
    "form",
    "headers",
    "id",
    "itemref",
    "list",
    "popovertarget",
];

/// The attributes that contain a name that parts of a page share.
const NAMES: [&str; 2] = ["data-link", "data-query"];

/// The attributes that affect only loading, playback, or focus in a browser.
const DROPPED: [&str; 4] = ["autofocus", "autoplay", "loading", "tabindex"];

/// The kind of the document.
#[derive(Clone, Copy)]
pub(super) struct Options {
    /// The number of levels by which headings are deeper.
    pub depth: usize,
    /// Whether the document is printed.
    pub is_printed: bool,
}

/// The target of a link.
#[derive(Debug, PartialEq)]
pub(super) enum Target {
    /// The URL on the page.
    Same,
    /// A different URL.
    Url(String),
    /// No target. The link becomes text.
    None,
}

/// Returns the IDs in HTML.
pub(super) fn ids(html: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    each_part(html, |part, _| {
        if let Part::Start { attributes, .. } = part {
            let ids = attributes.iter().filter(|(key, _)| key.eq_ignore_ascii_case("id"));
            found.extend(ids.map(|(_, value)| decode(value).into_owned()));
        }
    });
    found
}

/// Returns a page's HTML for a document with many pages. Adds `prefix` to all IDs. Headings are deeper for assistive
/// technology and in the document outline, but look the same. `target` returns the target of each link.
pub(super) fn rewrite(html: &str, prefix: &str, options: Options, target: impl Fn(&str) -> Target) -> String {
    let mut out = String::with_capacity(html.len() + html.len() / 8);
    // The name of the element that is left out, and the number of open elements with that name.
    let mut without: Option<(String, usize)> = None;
    each_part(html, |part, text| {
        if let Some((name, open)) = &mut without {
            match &part {
                Part::Start { name: other, slash: false, .. } if **other == **name => *open += 1,
                Part::End(other) if **other == **name => *open -= 1,
                _ => {}
            }
            if *open == 0 {
                without = None;
            }
            return;
        }
        match part {
            Part::Start { name, attributes, .. } if options.is_printed && is_left_out(&attributes) => {
                without = Some((name.into_owned(), 1));
            }
            Part::Start { name, attributes, .. } if !options.is_printed => {
                edited_tag(text, (&name, &attributes), (prefix, options), &target, &mut out);
            }
            Part::Start { name, attributes, slash } => {
                start_tag(&name, &attributes, slash, (prefix, options), &target, &mut out);
            }
            Part::Silent if is_script(text) => {}
            _ => out.push_str(text),
        }
    });
    out
}

/// Calls `each` for every part of the HTML, with the part's text.
fn each_part<'a>(html: &'a str, mut each: impl FnMut(Part<'a>, &'a str)) {
    let mut rest = html;
    while !rest.is_empty() {
        let (part, length) = first_part(rest);
        let (text, after) = rest.split_at(length.clamp(1, rest.len()));
        each(part, text);
        rest = after;
    }
}

/// Whether a part is a script that a browser would run, rather than the data of an island.
fn is_script(text: &str) -> bool {
    let tag = text.split('>').next().unwrap_or_default().to_ascii_lowercase();
    tag.starts_with("<script") && !tag.contains("json")
}

fn is_left_out(attributes: &[(&str, &str)]) -> bool {
    let value = |name: &str| attributes.iter().find(|(key, _)| *key == name).map_or("", |(_, value)| *value);
    let mut classes = value("class").split_ascii_whitespace();
    match value("data-kind") {
        kind if BANNERS.contains(&kind) && classes.clone().any(|class| class == "page-banner") => true,
        _ => classes.any(|class| LEFT_OUT.contains(&class)),
    }
}

fn start_tag(
    name: &str,
    attributes: &[(&str, &str)],
    slash: bool,
    (prefix, options): (&str, Options),
    target: &impl Fn(&str) -> Target,
    out: &mut String,
) {
    out.push('<');
    out.push_str(name);
    for (key, value) in attributes {
        let key = key.to_ascii_lowercase();
        if DROPPED.contains(&&*key) {
            continue;
        }
        let Some(new) = changed(name, (&key, value), (prefix, options), target) else { continue };
        out.push(' ');
        out.push_str(&key);
        out.push_str("=\"");
        // A value in single quotation marks can contain double quotation marks.
        out.push_str(&if new.contains('"') { new.replace('"', "&quot;").into() } else { new });
        out.push('"');
    }
    out.push_str(&level_of(name, options));
    out.push_str(if slash { "/>" } else { ">" });
}

/// Writes a start tag with other values for some attributes. Everything else in the tag's text stays the same.
fn edited_tag(
    text: &str,
    (name, attributes): (&str, &[(&str, &str)]),
    (prefix, options): (&str, Options),
    target: &impl Fn(&str) -> Target,
    out: &mut String,
) {
    let mut done = 1 + name.len();
    out.push_str(&text[..done]);
    out.push_str(&level_of(name, options));
    for (key, value) in attributes {
        // The value is a part of the text.
        let start = value.as_ptr() as usize - text.as_ptr() as usize;
        let new = changed(name, (&key.to_ascii_lowercase(), value), (prefix, options), target);
        out.push_str(&text[done..start]);
        out.push_str(&new.unwrap_or_default());
        done = start + value.len();
    }
    out.push_str(&text[done..]);
}

/// Returns the value of an attribute in the document, or `None` for a link without a target.
fn changed<'v>(
    name: &str,
    (key, value): (&str, &'v str),
    (prefix, options): (&str, Options),
    target: &impl Fn(&str) -> Target,
) -> Option<Cow<'v, str>> {
    Some(match key {
        _ if !options.is_printed && NAMES.contains(&key) => format!("{prefix}{value}").into(),
        "name" if name == "a" => format!("{prefix}{value}").into(),
        _ if IDS.contains(&key) => with_prefix(value, prefix).into(),
        "href" if matches!(name, "a" | "area") => match target(&decode(value)) {
            Target::Same => value.into(),
            Target::Url(url) => {
                let mut escaped = String::new();
                escape::attribute(&url, &mut escaped);
                escaped.into()
            }
            Target::None => return None,
        },
        // A reference inside a drawing.
        "href" | "xlink:href" if value.starts_with('#') => format!("#{prefix}{}", &value[1..]).into(),
        _ if value.contains("url(#") => value.replace("url(#", &format!("url(#{prefix}")).into(),
        _ => value.into(),
    })
}

/// Returns the attribute with the level of a heading.
fn level_of(name: &str, options: Options) -> String {
    let level = heading_level(name).filter(|_| options.depth > 0);
    level.map_or_else(String::new, |level| format!(" aria-level=\"{}\"", (level + options.depth).min(6)))
}

fn with_prefix(ids: &str, prefix: &str) -> String {
    let ids: Vec<String> = ids.split_ascii_whitespace().map(|id| format!("{prefix}{id}")).collect();
    ids.join(" ")
}

fn heading_level(name: &str) -> Option<usize> {
    let level = name.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&level).then_some(level)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_a_page_only_ids_names_and_links_change() {
        let changed = |html: &str| {
            let target = |href: &str| match href.strip_prefix('#') {
                Some(id) => Target::Url(format!("#p/{id}")),
                None => Target::Same,
            };
            rewrite(html, "p/", Options { depth: 1, is_printed: false }, target)
        };
        for (html, expected) in [
            (r#"<div data-tabs data-link="body" hidden>"#, r#"<div data-tabs data-link="p/body" hidden>"#),
            (r##"<a tabindex="-1" href="#b">"##, r##"<a tabindex="-1" href="#p/b">"##),
            (r#"<a href='/x?a&amp;b' class=c id=d>"#, r#"<a href='/x?a&amp;b' class=c id=p/d>"#),
            (r#"<h2 id="é">"#, r#"<h2 aria-level="3" id="p/é">"#),
            (
                r#"<button class="api-copy" disabled></button>"#,
                r#"<button class="api-copy" disabled></button>"#,
            ),
        ] {
            assert_eq!(changed(html), expected);
        }
    }

    fn changed(html: &str, depth: usize) -> String {
        rewrite(html, "c2-", Options { depth, is_printed: true }, |href| match href {
            "/known/" => Target::Url("#c1".to_owned()),
            "/gone/?a&b" => Target::None,
            _ => Target::Same,
        })
    }

    #[test]
    fn ids_and_everything_that_refers_to_them_get_a_prefix() {
        for (html, expected) in [
            (r#"<h2 id="a">A</h2>"#, r#"<h2 id="c2-a">A</h2>"#),
            (r#"<td headers="a  b">"#, r#"<td headers="c2-a c2-b">"#),
            (r##"<use href="#i"/>"##, r##"<use href="#c2-i"/>"##),
            (r#"<path fill='url(#g)' d='M0 0"'>"#, r#"<path fill="url(#c2-g)" d="M0 0&quot;">"#),
            (r#"<img alt="a > b" loading="lazy" src="a.png">"#, r#"<img alt="a > b" src="a.png">"#),
        ] {
            assert_eq!(changed(html, 0), expected);
        }
    }

    #[test]
    fn links_lead_to_their_targets_in_the_book() {
        assert_eq!(changed(r#"<a class="x" href="/known/">K</a>"#, 0), r##"<a class="x" href="#c1">K</a>"##);
        assert_eq!(changed(r#"<a href="/gone/?a&amp;b">G</a>"#, 0), "<a>G</a>");
        assert_eq!(changed(r#"<a href="https://a/?b&amp;c">"#, 0), r#"<a href="https://a/?b&amp;c">"#);
    }

    #[test]
    fn headings_keep_their_looks_and_get_deeper() {
        assert_eq!(
            changed("<h1>A</h1><h6>B</h6>", 2),
            r#"<h1 aria-level="3">A</h1><h6 aria-level="6">B</h6>"#
        );
    }

    #[test]
    fn navigation_and_scripts_are_left_out() {
        let html = concat!(
            "<nav class=\"breadcrumbs\" aria-label=\"x\"><nav>a</nav></nav>b",
            "<a class=\"hash-link\" href=\"#b\"></a><script>alert(1)</script>",
            "<script type=\"application/json\">{}</script><!-- c -->",
            "<div class=\"page-banner\" data-kind=\"draft\"><div>d</div></div>",
            "<div class=\"page-banner\" data-kind=\"deprecated\">e</div>",
        );
        let expected = concat!(
            "b<script type=\"application/json\">{}</script><!-- c -->",
            "<div class=\"page-banner\" data-kind=\"deprecated\">e</div>",
        );
        assert_eq!(changed(html, 0), expected);
    }

    #[test]
    fn broken_html_is_kept() {
        for html in ["a < b", "<", "<a href=\"", "<!-- ", "</"] {
            assert_eq!(changed(html, 1), html);
        }
    }
}
