//! Raw HTML inside Markdown: it passes as it is, and is only looked through for what docgen has to know: ids, islands,
//! links, addresses, and names that are no elements of HTML. A scanner of tags, not a parser of HTML.

use std::borrow::Cow;
use std::ops::Range;

use crate::path::has_protocol;

/// A part of raw HTML, or a fact about the part before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// HTML to be written as it is.
    Html(&'a str),
    /// A tag that is no element of HTML.
    Unknown { name: &'a str, part: &'a str, at: usize },
    /// The address in an attribute, as written: of an image, or of anything else. It stands between double quotes
    /// that are parts of the HTML around it; `at` is its place.
    Address { value: &'a str, at: usize, image: bool },
    /// An `<a href>` was opened.
    LinkOpen,
    /// An `</a>` was passed.
    LinkClose,
    /// An element has this id.
    Anchor(&'a str),
    /// An element asks for this island; `at` is the place of the name.
    Island { name: &'a str, at: usize },
}

/// Whether a block is one comment and nothing else.
pub(super) fn is_comment(html: &str) -> bool {
    html.trim()
        .strip_prefix("<!--")
        .and_then(|rest| rest.find("-->").map(|at| rest.len() == at + 3))
        .unwrap_or(false)
}

/// Whether a block holds nothing but its own text: a comment, a script, preformatted text and the like (CommonMark 4.6,
/// kinds 1 to 5).
pub(super) fn is_verbatim(html: &str) -> bool {
    let html = html.trim_start();
    let starts = |tag: &str| html.get(..tag.len()).is_some_and(|head| head.eq_ignore_ascii_case(tag));
    ["<!", "<?", "<pre", "<script", "<style", "<textarea"].into_iter().any(starts)
}

/// Raw HTML with other addresses: `to` gives what takes the place of one, `None` leaves it.
pub fn with_addresses(html: &str, to: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(html.len());
    for piece in pieces(html, true) {
        match piece {
            Piece::Html(text) | Piece::Unknown { part: text, .. } => out.push_str(text),
            Piece::Address { value, .. } => match to(value) {
                Some(address) => super::escape::attribute(&address, &mut out),
                None => out.push_str(value),
            },
            Piece::LinkOpen | Piece::LinkClose | Piece::Anchor(_) | Piece::Island { .. } => {}
        }
    }
    out
}

/// Cuts raw HTML into pieces. With `lenient` only names in capitals are suspicious: for blocks, and inside SVG and
/// MathML, whose elements are not on the list.
pub(super) fn pieces(html: &str, lenient: bool) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut done = 0;
    let mut at = 0;
    while let Some(open) = html[at..].find('<').map(|found| at + found) {
        let verbatim = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
        if let Some((_, close)) = verbatim.iter().find(|(start, _)| html[open..].starts_with(start)) {
            at = html[open..].find(close).map_or(html.len(), |length| open + length + close.len());
            continue;
        }
        let closing = html[open + 1..].starts_with('/');
        let name_at = open + 1 + usize::from(closing);
        let name = tag_name(&html[name_at..]);
        if name.is_empty() {
            at = open + 1;
            continue;
        }
        let end = tag_end(html, name_at + name.len());
        at = end;
        let suspicious = !lenient || name.starts_with(|c: char| c.is_ascii_uppercase());
        if suspicious && !is_element(name) {
            if done < open {
                pieces.push(Piece::Html(&html[done..open]));
            }
            pieces.push(Piece::Unknown { name, part: &html[open..end], at: open });
            done = end;
            continue;
        }
        if closing {
            if name.eq_ignore_ascii_case("a") {
                pieces.push(Piece::LinkClose);
            }
            continue;
        }
        for (key, value, value_at) in attributes(html, name_at + name.len(), end) {
            match key.to_ascii_lowercase().as_str() {
                "id" => pieces.push(Piece::Anchor(value)),
                "name" if name.eq_ignore_ascii_case("a") => pieces.push(Piece::Anchor(value)),
                "href" if name.eq_ignore_ascii_case("a") => pieces.push(Piece::LinkOpen),
                "data-island" => pieces.push(Piece::Island { name: value, at: value_at }),
                _ => {}
            }
            let Some(attribute) = address_attribute(name, key) else { continue };
            let quote = html[..value_at].chars().next_back().filter(|c| matches!(c, '"' | '\''));
            let mut value_end = value_at + value.len();
            // `<img src=a.png/>` means the picture, `<a href=/docs/>` the folder.
            if quote.is_none() && end - value_end <= 1 && !key.eq_ignore_ascii_case("href") {
                value_end = value_at + value.trim_end_matches('/').len();
            }
            let addresses = attribute.addresses(html, value_at..value_end);
            if addresses.is_empty() || (quote != Some('"') && html[value_at..value_end].contains('"')) {
                continue;
            }
            // Double quotes go around the value: what an address becomes is escaped for them.
            if quote != Some('"') {
                let before = value_at - usize::from(quote.is_some());
                pieces.extend([Piece::Html(&html[done..before]), Piece::Html("\"")]);
                done = value_at;
            }
            for range in addresses {
                if done < range.start {
                    pieces.push(Piece::Html(&html[done..range.start]));
                }
                let image = attribute != Attribute::Address;
                pieces.push(Piece::Address { value: &html[range.clone()], at: range.start, image });
                done = range.end;
            }
            if quote != Some('"') {
                if done < value_end {
                    pieces.push(Piece::Html(&html[done..value_end]));
                }
                pieces.push(Piece::Html("\""));
                done = value_end + usize::from(quote.is_some());
            }
        }
        // The content of these is not HTML.
        if let Some(raw) = RAW_TEXT.iter().find(|raw| name.eq_ignore_ascii_case(raw)) {
            let closes = |(found, _): &(usize, &str)| {
                let name = found + "</".len()..found + "</".len() + raw.len();
                html[at..].get(name).is_some_and(|name| name.eq_ignore_ascii_case(raw))
            };
            at = html[at..].match_indices("</").find(closes).map_or(html.len(), |(found, _)| at + found);
        }
    }
    if done < html.len() {
        pieces.push(Piece::Html(&html[done..]));
    }
    pieces
}

/// The elements whose content is not HTML.
const RAW_TEXT: &[&str] = &["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"];

/// The element whose content is not HTML that this tag opens.
pub(super) fn opens_raw_text(tag: &str) -> Option<&'static str> {
    let name = tag_name(tag.strip_prefix('<')?);
    RAW_TEXT.iter().find(|raw| name.eq_ignore_ascii_case(raw)).copied()
}

/// Whether this tag closes the element.
pub(super) fn closes(tag: &str, element: &str) -> bool {
    tag.strip_prefix("</").is_some_and(|rest| tag_name(rest).eq_ignore_ascii_case(element))
}

/// What an attribute that holds addresses holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Attribute {
    /// The address of anything but an image.
    Address,
    /// The address of an image.
    Image,
    /// Addresses of images, each with its width or density.
    ImageSet,
}

fn address_attribute(element: &str, key: &str) -> Option<Attribute> {
    let key = key.to_ascii_lowercase();
    Some(match (element.to_ascii_lowercase().as_str(), key.as_str()) {
        ("a" | "area" | "link", "href")
        | ("video" | "audio" | "source" | "track" | "embed" | "iframe" | "script", "src")
        | ("object", "data") => Attribute::Address,
        ("img" | "input", "src") | ("video", "poster") | ("image", "href") => Attribute::Image,
        ("img" | "source", "srcset") => Attribute::ImageSet,
        _ => return None,
    })
}

impl Attribute {
    /// The places of the addresses of this site in a value.
    fn addresses(self, html: &str, value: Range<usize>) -> Vec<Range<usize>> {
        let text = &html[value.clone()];
        // An address does not hold white space; before a comma and after it there may be some (srcset of HTML).
        let found = match self {
            Attribute::ImageSet if !text.contains("data:") => {
                let mut found = Vec::new();
                let mut at = 0;
                for candidate in text.split_inclusive(", ").flat_map(|part| part.split_inclusive(",\n")) {
                    let blank = candidate.len() - candidate.trim_start().len();
                    let length =
                        candidate[blank..].find(char::is_whitespace).unwrap_or(candidate.len() - blank);
                    let address = candidate[blank..blank + length].trim_end_matches(',');
                    found.push(at + blank..at + blank + address.len());
                    at += candidate.len();
                }
                found
            }
            Attribute::ImageSet => Vec::new(),
            _ => {
                let blank = text.len() - text.trim_start().len();
                std::iter::once(blank..blank + text.trim().len()).collect()
            }
        };
        let ours = |range: &Range<usize>| {
            let address = &text[range.clone()];
            // A template is filled by somebody else, and what names its protocol is left to the browser.
            let address = decode(address);
            let ours = !has_protocol(&address) || address.starts_with("pathname://");
            let empty = address.is_empty() || (self != Attribute::Address && address.starts_with('#'));
            ours && !empty && !address.contains('{')
        };
        found
            .into_iter()
            .filter(ours)
            .map(|range| value.start + range.start..value.start + range.end)
            .collect()
    }
}

/// The value of an attribute: the character references that addresses hold are resolved.
pub(super) fn decode(value: &str) -> Cow<'_, str> {
    if !value.contains('&') {
        return Cow::Borrowed(value);
    }
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let reference = rest.find(';').and_then(|end| Some((character(&rest[1..end])?, end + 1)));
        let (c, length) = reference.unwrap_or(('&', 1));
        out.push(c);
        rest = &rest[length..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The character that a reference of HTML names.
fn character(name: &str) -> Option<char> {
    let number = match name.strip_prefix('#') {
        Some(number) => match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => number.parse().ok(),
        },
        None => {
            return Some(match name {
                "amp" => '&',
                "lt" => '<',
                "gt" => '>',
                "quot" => '"',
                "apos" => '\'',
                _ => return None,
            });
        }
    };
    number.and_then(char::from_u32)
}

fn tag_name(text: &str) -> &str {
    let length = text
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b':'))
        .count();
    if text.starts_with(|c: char| c.is_ascii_alphabetic()) { &text[..length] } else { "" }
}

/// The offset after the `>` of a tag, quotes passed over.
fn tag_end(html: &str, from: usize) -> usize {
    let mut quote = None;
    for (at, byte) in html.bytes().enumerate().skip(from) {
        match (byte, quote) {
            (byte, Some(open)) if byte == open => quote = None,
            (_, Some(_)) => {}
            (b'"' | b'\'', None) => quote = Some(byte),
            (b'>', None) => return at + 1,
            _ => {}
        }
    }
    html.len()
}

fn attributes(html: &str, from: usize, end: usize) -> Vec<(&str, &str, usize)> {
    let mut found = Vec::new();
    let inside = html[from..end].strip_suffix('>').unwrap_or(&html[from..end]);
    let mut at = 0;
    let bytes = inside.as_bytes();
    while at < bytes.len() {
        if bytes[at].is_ascii_whitespace() || bytes[at] == b'/' {
            at += 1;
            continue;
        }
        let key_end =
            inside[at..].find(|c: char| c.is_ascii_whitespace() || c == '=').map_or(inside.len(), |n| at + n);
        let key = &inside[at..key_end];
        let equals = inside[key_end..].trim_start();
        at = key_end.max(at + 1);
        if let Some(value) = equals.strip_prefix('=') {
            let value = value.trim_start();
            let value_at = inside.len() - value.len();
            let (start, length) = match value.chars().next() {
                Some(quote @ ('"' | '\'')) => {
                    (value_at + 1, value[1..].find(quote).unwrap_or(value.len() - 1))
                }
                _ => (value_at, value.find(char::is_whitespace).unwrap_or(value.len())),
            };
            found.push((key, &inside[start..start + length], from + start));
            at = start + length + usize::from(start > value_at);
        }
    }
    found
}

/// Whether this is the name of an element of HTML (living standard, and those it lists as obsolete) or of the site's
/// own (they hold a `-`).
fn is_element(name: &str) -> bool {
    if name.contains('-') {
        return name.starts_with(|c: char| c.is_ascii_lowercase());
    }
    // A component in capitals is never meant as the element of its name: `<Button>`, `<Link>`; but `<BR>` is.
    let capitalised = name.starts_with(|c: char| c.is_ascii_uppercase());
    if capitalised && (name.len() == 1 || name.bytes().any(|byte| byte.is_ascii_lowercase())) {
        return matches!(name, "A" | "B" | "I" | "P" | "Q" | "S" | "U");
    }
    ELEMENTS.binary_search(&name.to_ascii_lowercase().as_str()).is_ok()
}

/// Sorted, for binary search.
const ELEMENTS: &[&str] = &[
    "a",
    "abbr",
    "acronym",
    "address",
    "applet",
    "area",
    "article",
    "aside",
    "audio",
    "b",
    "base",
    "basefont",
    "bdi",
    "bdo",
    "big",
    "blink",
    "blockquote",
    "body",
    "br",
    "button",
    "canvas",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "colgroup",
    "data",
    "datalist",
    "dd",
    "del",
    "details",
    "dfn",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "em",
    "embed",
    "fieldset",
    "figcaption",
    "figure",
    "font",
    "footer",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "hr",
    "html",
    "i",
    "iframe",
    "img",
    "input",
    "ins",
    "kbd",
    "label",
    "legend",
    "li",
    "link",
    "main",
    "map",
    "mark",
    "marquee",
    "math",
    "menu",
    "meta",
    "meter",
    "nav",
    "nobr",
    "noscript",
    "object",
    "ol",
    "optgroup",
    "option",
    "output",
    "p",
    "param",
    "picture",
    "pre",
    "progress",
    "q",
    "rb",
    "rp",
    "rt",
    "rtc",
    "ruby",
    "s",
    "samp",
    "script",
    "search",
    "section",
    "select",
    "slot",
    "small",
    "source",
    "span",
    "strike",
    "strong",
    "style",
    "sub",
    "summary",
    "sup",
    "svg",
    "table",
    "tbody",
    "td",
    "template",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "time",
    "title",
    "tr",
    "track",
    "tt",
    "u",
    "ul",
    "var",
    "video",
    "wbr",
];
