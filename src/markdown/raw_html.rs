//! Raw HTML inside Markdown. Raw HTML passes through unchanged, except for URLs and tags with unknown names. docgen
//! extracts only IDs, islands, links, URLs, tags, and names that aren't HTML elements. This module is a tag scanner,
//! not an HTML parser. It finds the ends of tags based on the standard (HTML, 13.2.5). `balance` tracks the elements
//! that tags open and close.

use std::borrow::Cow;
use std::ops::Range;

use html5ever::data::NAMED_ENTITIES;

use super::{
    directive::offset,
    elements,
    image_tag::{Given, ImageTag, Width},
};
use crate::path::{has_protocol, runs_script};

/// A piece of raw HTML, or information about adjacent pieces.
pub(super) enum Piece<'a> {
    /// HTML to write unchanged.
    Html(&'a str),
    /// The next tag opens an element with this lowercase name. If the element's content is text instead of HTML,
    /// `raw_text` is the element's name.
    Start { name: Cow<'a, str>, tag: &'a str, at: usize, raw_text: Option<&'static str>, slash: bool },
    /// The previous tag ended with `/>`.
    Slash,
    /// An end tag, with the lowercase name.
    End { name: Cow<'a, str>, tag: &'a str, at: usize },
    /// The previous piece ends in an unclosed comment or similar construct, which only `close` can end. `at` is the
    /// start of that construct.
    Unended { start: &'a str, close: &'static str, at: usize },
    /// An unclosed tag, with the rest of the HTML starting at the tag's `<`.
    Broken { part: &'a str, at: usize },
    /// A tag that isn't kept as HTML because its name is unknown or `plaintext`.
    Unknown { name: &'a str, part: &'a str, at: usize },
    /// The original URL in an attribute. In the HTML, the URL is in double quotation marks. `at` is the URL's location.
    /// If the URL refers to an image, `image` describes the tag.
    Address { value: &'a str, at: usize, image: Option<ImageTag> },
    /// An `<a href>` element was opened.
    LinkOpen,
    /// An element has this ID.
    Anchor(&'a str),
    /// An element uses this island. `at` is the location of the name.
    Island { name: &'a str, at: usize },
}

/// The rules for reading raw HTML.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    /// Whether only capitalized names are looked up in the list of HTML elements. This flag is set for blocks, and
    /// inside SVG and MathML, whose elements aren't in the list.
    pub lenient: bool,
    /// Whether the HTML is inside SVG or MathML.
    pub foreign: bool,
}

/// Whether a block is exactly one comment.
pub(super) fn is_comment(html: &str) -> bool {
    html.trim()
        .strip_prefix("<!--")
        .and_then(|rest| rest.find("-->").map(|at| rest.len() == at + 3))
        .unwrap_or(false)
}

/// Whether React uses a comment to find its elements. Such a comment is between two pieces of text or around a
/// `Suspense` or `Activity` component.
pub(crate) fn is_marker(html: &str) -> bool {
    let inner = html.strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->"));
    inner.is_some_and(|inner| {
        inner == " " || (matches!(inner.len(), 1 | 2) && inner.chars().all(|c| "$?!~/&F".contains(c)))
    })
}

/// Whether a block contains only raw text: a comment, a script, preformatted text, or similar content (CommonMark 4.6,
/// kinds 1 to 5).
pub(super) fn is_verbatim(html: &str) -> bool {
    let html = html.trim_start();
    let starts = |tag: &str| html.get(..tag.len()).is_some_and(|head| head.eq_ignore_ascii_case(tag));
    ["<!", "<?", "<pre", "<script", "<style", "<textarea"].into_iter().any(starts)
}

/// Returns the ranges of HTML that contain raw text: comments, scripts, preformatted text, and similar content. The ranges
/// are in order and don't overlap. `is_open` is whether an element with raw text is open before the HTML.
pub(super) fn verbatim(html: &str, mut is_open: bool) -> Vec<Range<usize>> {
    let (mut found, mut start, mut at) = (Vec::new(), 0, 0);
    while let Some(open) = html[at..].find('<').map(|length| at + length) {
        let rest = &html[open..];
        at = open + markup_length(rest);
        let closes = rest[1..].starts_with('/');
        let name = tag_name(rest[1..].trim_start_matches('/'));
        let has_text = VERBATIM.iter().any(|verbatim| verbatim.eq_ignore_ascii_case(name));
        match (is_open, has_text) {
            (true, true) if closes => {
                found.push(start..at);
                is_open = false;
            }
            (false, true) if !closes && html[..at].ends_with("/>") => found.push(open..at),
            (false, true) if !closes => (start, is_open) = (open, true),
            (false, false) if name.is_empty() && at > open + 1 => found.push(open..at),
            _ => {}
        }
    }
    if is_open {
        found.push(start..html.len());
    }
    found
}

/// The elements whose content is raw text, whitespace included.
pub(super) const VERBATIM: [&str; 4] = ["pre", "script", "style", "textarea"];

/// Returns the URLs in raw HTML. The URLs can contain character references.
pub(crate) fn addresses(html: &str) -> Vec<&str> {
    let address = |piece| if let Piece::Address { value, .. } = piece { Some(value) } else { None };
    pieces(html, Reading { lenient: true, foreign: false }).into_iter().filter_map(address).collect()
}

/// Replaces the URLs in raw HTML. `to` returns the replacement for a URL, which is given without character references.
/// To keep the URL, `to` returns `None`.
pub(crate) fn with_addresses(html: &str, to: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(html.len());
    for piece in pieces(html, Reading { lenient: true, foreign: false }) {
        match piece {
            Piece::Html(text)
            | Piece::End { tag: text, .. }
            | Piece::Broken { part: text, .. }
            | Piece::Unknown { part: text, .. } => out.push_str(text),
            Piece::Address { value, .. } => match to(&decode(value)) {
                Some(address) => super::escape::attribute(&address, &mut out),
                None => out.push_str(value),
            },
            Piece::Start { .. }
            | Piece::Slash
            | Piece::Unended { .. }
            | Piece::LinkOpen
            | Piece::Anchor(_)
            | Piece::Island { .. } => {}
        }
    }
    out
}

/// A part of HTML that [`first_part`] returns.
pub(crate) enum Part<'a> {
    /// Text, including character references.
    Text(&'a str),
    /// A start tag, with the lowercase name and the original attributes.
    Start { name: Cow<'a, str>, attributes: Vec<(&'a str, &'a str)>, slash: bool },
    /// An end tag, with the lowercase name.
    End(Cow<'a, str>),
    /// A comment, including its delimiters.
    Comment(&'a str),
    /// A part that doesn't show text, such as a script.
    Silent,
}

/// Returns the first part of nonempty HTML, and the length of that part.
pub(crate) fn first_part(html: &str) -> (Part<'_>, usize) {
    let text = |from: usize| {
        let length = html[from..].find('<').map_or(html.len(), |at| from + at);
        (Part::Text(&html[..length]), length)
    };
    if !html.starts_with('<') {
        return text(0);
    }
    let name_at = 1 + usize::from(html[1..].starts_with('/'));
    let written = tag_name(&html[name_at..]);
    if written.is_empty() {
        return match comment(html, false) {
            Some((_, length)) => {
                let length = length.unwrap_or(html.len());
                let is_comment = html.starts_with("<!--");
                (if is_comment { Part::Comment(&html[..length]) } else { Part::Silent }, length)
            }
            None => text(1),
        };
    }
    let Some(Inside { attributes, end, slash }) = inside(html, name_at + written.len()) else {
        return (Part::Text(html), html.len());
    };
    let name = lower_case(written);
    if name_at == 2 {
        return (Part::End(name), end);
    }
    if let Some(raw) = elements::raw_text(&name) {
        let rest = &html[end..];
        let content = raw_text_end(rest, raw).filter(|_| !slash);
        let close = content.and_then(|at| rest[at..].find('>').map(|length| at + length + 1));
        return (Part::Silent, end + close.unwrap_or(0));
    }
    let attributes = attributes.into_iter().map(|(key, value, _)| (key, value)).collect();
    (Part::Start { name, attributes, slash }, end)
}

/// Returns the length of the tag or comment at the start of the HTML. The HTML starts with `<`. If the content of the
/// element is text instead of HTML, the length includes the content.
pub(super) fn markup_length(html: &str) -> usize {
    let closing = html[1..].starts_with('/');
    let name_at = 1 + usize::from(closing);
    let name = tag_name(&html[name_at..]);
    if name.is_empty() {
        return comment(html, false).map_or(1, |(_, length)| length.unwrap_or(html.len()));
    }
    let Some(Inside { end, slash, .. }) = inside(html, name_at + name.len()) else { return html.len() };
    let raw = elements::raw_text(&lower_case(name)).filter(|_| !closing && !slash);
    end + raw.map_or(0, |raw| raw_text_end(&html[end..], raw).unwrap_or(0))
}

/// Returns the number of open elements after HTML that follows `depth` open elements.
pub(super) fn depth_after(html: &str, mut depth: usize) -> usize {
    let mut at = 0;
    while at < html.len() {
        let (part, length) = first_part(&html[at..]);
        match part {
            Part::Start { name, slash: false, .. } if !elements::is(&name, elements::VOID) => depth += 1,
            Part::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += length;
    }
    depth
}

/// Whether HTML ends inside a tag, a comment, or an element whose content isn't HTML.
pub(super) fn is_open(html: &str) -> bool {
    let pieces = pieces(html, Reading { lenient: true, foreign: false });
    let starts_text = |piece: &Piece<'_>| matches!(piece, Piece::Start { raw_text: Some(_), .. });
    let is_text = pieces.iter().rposition(starts_text);
    let is_text =
        is_text.is_some_and(|at| !pieces[at..].iter().any(|piece| matches!(piece, Piece::End { .. })));
    is_text || matches!(pieces.last(), Some(Piece::Broken { .. } | Piece::Unended { .. }))
}

/// Whether HTML contains a tag of an element that starts a new line.
pub(super) fn has_block(html: &str) -> bool {
    html.match_indices('<')
        .any(|(at, _)| starts_line(&lower_case(tag_name(html[at + 1..].trim_start_matches('/')))))
}

/// Whether the element with this lowercase name starts a new line.
pub(super) fn starts_line(name: &str) -> bool {
    elements::is(name, elements::BLOCK)
        || matches!(name, "br" | "caption" | "desc" | "hr" | "option" | "td" | "text" | "th" | "title" | "tr")
}

/// Splits raw HTML into pieces.
pub(super) fn pieces(html: &str, reading: Reading) -> Vec<Piece<'_>> {
    let mut cutter = Cutter { html, done: 0, pieces: Vec::new() };
    let mut foreign = u32::from(reading.foreign);
    // The raw text elements without an end tag in the rest of the HTML. Recording these elements prevents repeated
    // searches.
    let mut endless = Vec::new();
    let mut at = 0;
    while let Some(open) = html[at..].find('<').map(|found| at + found) {
        let rest = &html[open..];
        let closing = rest[1..].starts_with('/');
        let name_at = open + 1 + usize::from(closing);
        let written = tag_name(&html[name_at..]);
        if written.is_empty() {
            match comment(rest, foreign > 0) {
                None => at = open + 1,
                Some((_, Some(length))) => at = open + length,
                Some((close, None)) => {
                    cutter.html_to(html.len());
                    let start = rest.split(char::is_whitespace).next().unwrap_or(rest);
                    cutter.pieces.push(Piece::Unended { start, close, at: open });
                    return cutter.pieces;
                }
            }
            continue;
        }
        cutter.html_to(open);
        let Some(Inside { attributes, end, slash }) = inside(html, name_at + written.len()) else {
            cutter.pieces.push(Piece::Broken { part: rest, at: open });
            return cutter.pieces;
        };
        let tag = &html[open..end];
        at = end;
        let name = lower_case(written);
        let suspicious = !reading.lenient || written.starts_with(|c: char| c.is_ascii_uppercase());
        // Nothing can close a `plaintext` element, not even its end tag.
        if (suspicious && !elements::is_element(written)) || name == "plaintext" {
            cutter.push(end, Piece::Unknown { name: written, part: tag, at: open });
            continue;
        }
        let embeds = name == "svg" || name == "math";
        if closing {
            foreign = foreign.saturating_sub(u32::from(embeds));
            cutter.push(end, Piece::End { name, tag, at: open });
            continue;
        }
        let raw = elements::raw_text(&name).filter(|raw| foreign == 0 && !(slash && endless.contains(raw)));
        let raw_end = raw.and_then(|raw| Some(end + raw_text_end(&html[end..], raw)?));
        if raw_end.is_none() {
            endless.extend(raw);
        }
        // If the start tag ends with `/>`, and there's no end tag, the element is intended to be empty.
        let raw_text = raw.filter(|_| raw_end.is_some() || !slash);
        cutter.pieces.push(Piece::Start { name: name.clone(), tag, at: open, raw_text, slash });
        foreign += u32::from(embeds && !slash);
        let tag = image_tag(&name, &attributes);
        for attribute in attributes {
            cutter.attribute((&name, tag), attribute, end);
        }
        if slash {
            cutter.html_to(end);
            cutter.pieces.push(Piece::Slash);
        }
        if raw_text.is_some() {
            at = raw_end.unwrap_or(html.len());
        }
    }
    cutter.html_to(html.len());
    cutter.pieces
}

/// A collector for the pieces of raw HTML.
struct Cutter<'a> {
    html: &'a str,
    done: usize,
    pieces: Vec<Piece<'a>>,
}

impl<'a> Cutter<'a> {
    /// Adds the HTML up to `end` unchanged.
    fn html_to(&mut self, end: usize) {
        if self.done < end {
            self.push(end, Piece::Html(&self.html[self.done..end]));
        }
    }

    /// Adds a piece that replaces the HTML up to `end`.
    fn push(&mut self, end: usize, piece: Piece<'a>) {
        self.pieces.push(piece);
        self.done = end;
    }

    /// Handles an attribute of a tag that ends at `end`.
    fn attribute(
        &mut self,
        (element, tag): (&str, ImageTag),
        (key, value, value_at): (&str, &'a str, usize),
        end: usize,
    ) {
        let html = self.html;
        let key = lower_case(key);
        match (element, &*key) {
            (_, "id") | ("a", "name") => self.pieces.push(Piece::Anchor(value)),
            ("a", "href") => self.pieces.push(Piece::LinkOpen),
            (_, "data-island") => self.pieces.push(Piece::Island { name: value, at: value_at }),
            _ => {}
        }
        let Some(attribute) = address_attribute(element, &key) else { return };
        let quote = html[..value_at].chars().next_back().filter(|c| matches!(c, '"' | '\''));
        let mut value_end = value_at + value.len();
        // `<img src=a.png/>` refers to the `a.png` image, but `<a href=/docs/>` refers to the `/docs/` folder.
        if quote.is_none() && end - value_end <= 1 && key != "href" {
            value_end = value_at + value.trim_end_matches('/').len();
        }
        let addresses = attribute.addresses(html, value_at..value_end);
        if addresses.is_empty() || (quote != Some('"') && html[value_at..value_end].contains('"')) {
            return;
        }
        // Put the value in double quotation marks, because the new URL is escaped for them.
        let quotes = quote != Some('"');
        if quotes {
            self.html_to(value_at - usize::from(quote.is_some()));
            self.push(value_at, Piece::Html("\""));
        }
        for range in addresses {
            self.html_to(range.start);
            let image = match attribute {
                Attribute::Address | Attribute::File => None,
                Attribute::Image if key == "src" => Some(tag),
                Attribute::Image | Attribute::ImageSet => Some(ImageTag::Address),
            };
            self.push(range.end, Piece::Address { value: &html[range.clone()], at: range.start, image });
        }
        if quotes {
            self.html_to(value_end);
            self.push(value_end + usize::from(quote.is_some()), Piece::Html("\""));
        }
    }
}

/// If an element's content isn't HTML, returns the offset of the element's end tag.
pub(super) fn raw_text_end(html: &str, element: &str) -> Option<usize> {
    let closes = |(at, _): &(usize, &str)| tag_name(&html[at + 2..]).eq_ignore_ascii_case(element);
    html.match_indices("</").find(closes).map(|(at, _)| at)
}

/// If `html` starts with a comment, declaration, or instruction, returns the text that closes the construct. If the
/// construct is closed, also returns its length. If `html` starts with text, returns `None`. Outside SVG and MathML,
/// the standard treats each of these constructs, except `<!--`, as a comment up to the next `>`.
fn comment(html: &str, foreign: bool) -> Option<(&'static str, Option<usize>)> {
    if let Some(rest) = html.strip_prefix("<!--") {
        // These comments are complete.
        let short = ["<!-->", "<!--->"].into_iter().find(|short| html.starts_with(short));
        let end = |close: &str| rest.find(close).map(|at| 4 + at + close.len());
        let end = short.map(str::len).or_else(|| end("-->").into_iter().chain(end("--!>")).min());
        return Some(("-->", end));
    }
    if foreign && html.starts_with("<![CDATA[") {
        return Some(("]]>", html.find("]]>").map(|at| at + 3)));
    }
    let bogus = html.starts_with("<!") || html.starts_with("<?") || html.starts_with("</");
    // Browsers ignore `</>`.
    (bogus && !html.starts_with("</>")).then(|| (">", html.find('>').map(|at| at + 1)))
}

/// The kind of URL that an attribute contains.
#[derive(Clone, Copy, PartialEq)]
enum Attribute {
    /// A URL that doesn't refer to an image.
    Address,
    /// A URL that can refer to a file on this site, but isn't a link to another site.
    File,
    /// The URL of an image.
    Image,
    /// URLs of images, each with a width or density.
    ImageSet,
}

fn address_attribute(element: &str, key: &str) -> Option<Attribute> {
    Some(match (element, key) {
        ("link", "href") => Attribute::File,
        ("a" | "area", "href")
        | ("video" | "audio" | "source" | "track" | "embed" | "iframe" | "script", "src")
        | ("object", "data") => Attribute::Address,
        ("img" | "input", "src") | ("video", "poster") | ("image", "href") => Attribute::Image,
        ("img" | "source", "srcset") => Attribute::ImageSet,
        _ => return None,
    })
}

/// Returns the [`ImageTag`] for a tag with these attributes.
fn image_tag(element: &str, attributes: &[(&str, &str, usize)]) -> ImageTag {
    let pixels = |value: &str| match Width::parse(value)? {
        Width::Pixels(pixels) => Some(pixels),
        Width::Percent(_) => None,
    };
    let (mut given, mut is_styled) = (Given::default(), false);
    for (key, value, _) in attributes {
        match &*lower_case(key) {
            "srcset" | "sizes" => return ImageTag::Address,
            "src" | "alt" | "title" | "id" | "lang" | "dir" | "role" => {}
            key if key.starts_with("data-") || key.starts_with("aria-") => {}
            "loading" | "decoding" | "fetchpriority" => given.loading = true,
            "width" if Width::parse(value).is_some() => given.width = Width::parse(value),
            "height" if pixels(value).is_some() => given.height = pixels(value),
            _ => is_styled = true,
        }
    }
    match element {
        "img" if is_styled => ImageTag::Styled,
        "img" => ImageTag::Plain(given),
        _ => ImageTag::Address,
    }
}

impl Attribute {
    /// Finds the URLs that docgen resolves in an attribute's value and returns their locations.
    fn addresses(self, html: &str, value: Range<usize>) -> Vec<Range<usize>> {
        let text = &html[value.clone()];
        // URLs don't contain whitespace, but can contain commas. In `srcset`, a comma ends an entry only before
        // whitespace.
        let found: Vec<&str> = match self {
            Attribute::ImageSet if text.contains("data:") => Vec::new(),
            Attribute::ImageSet => {
                let candidates = text.split(", ").flat_map(|part| part.split(",\n"));
                let addresses = candidates.filter_map(|candidate| candidate.split_whitespace().next());
                addresses.map(|address| address.trim_end_matches(',')).collect()
            }
            _ => vec![text.trim()],
        };
        let ours = |address: &&str| {
            // docgen doesn't resolve templates, which other tools fill in, or URLs with other schemes.
            let address = decode(address);
            let is_on_web = address.starts_with("http:") || address.starts_with("https:");
            let is_known = address.starts_with("pathname://") || is_on_web && self != Attribute::File;
            let ours = (!has_protocol(&address) || is_known) && !runs_script(&address);
            let is_image = matches!(self, Attribute::Image | Attribute::ImageSet);
            let empty = address.is_empty() || (is_image && address.starts_with('#'));
            ours && !empty && !address.contains('{')
        };
        let place = |address: &str| {
            let start = value.start + offset(text, address);
            start..start + address.len()
        };
        found.into_iter().filter(ours).map(place).collect()
    }
}

/// Returns an attribute's value, with character references resolved.
pub(crate) fn decode(value: &str) -> Cow<'_, str> {
    if !value.contains('&') {
        return Cow::Borrowed(value);
    }
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let reference = rest.find(';').and_then(|end| Some((character(&rest[1..=end])?, end + 1)));
        let (c, length) = reference.unwrap_or(('&', 1));
        out.push(c);
        rest = &rest[length..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Returns the character for an HTML character reference, which is given without its `&`.
fn character(reference: &str) -> Option<char> {
    let number = match reference.strip_suffix(';')?.strip_prefix('#') {
        Some(number) => match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok(),
            None => number.parse().ok(),
        },
        // A few names stand for two characters.
        None => match *NAMED_ENTITIES.get(reference)? {
            (first, 0) => Some(first),
            _ => None,
        },
    };
    number.and_then(char::from_u32)
}

/// Returns a tag's name. If the tag has no name, returns an empty string. A name can contain unusual characters,
/// because only specific characters end a name according to the standard.
fn tag_name(text: &str) -> &str {
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return "";
    }
    let end = text.find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>'));
    &text[..end.unwrap_or(text.len())]
}

/// Returns a name in lowercase. Most names are already in lowercase.
fn lower_case(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}

/// The parsed part of a tag that follows the name.
struct Inside<'a> {
    /// The attributes that have values, each with the value's location.
    attributes: Vec<(&'a str, &'a str, usize)>,
    /// The offset after the `>`.
    end: usize,
    /// Whether the tag ends with `/>`.
    slash: bool,
}

/// Parses a tag, starting at the end of its name. If the tag doesn't end, returns `None`.
fn inside(html: &str, from: usize) -> Option<Inside<'_>> {
    let bytes = html.as_bytes();
    let skip = |at: usize, is: fn(u8) -> bool| bytes[at..].iter().position(|byte| !is(*byte)).map(|n| at + n);
    let mut attributes = Vec::new();
    let mut at = from;
    loop {
        let key_at = skip(at, |byte| byte.is_ascii_whitespace() || byte == b'/')?;
        if bytes[key_at] == b'>' {
            let slash = key_at > at && bytes[key_at - 1] == b'/';
            return Some(Inside { attributes, end: key_at + 1, slash });
        }
        let in_key = |byte: u8| !byte.is_ascii_whitespace() && !matches!(byte, b'/' | b'>' | b'=');
        let key_end = skip(key_at + 1, in_key)?;
        let equals = skip(key_end, |byte| byte.is_ascii_whitespace())?;
        at = key_end;
        if bytes[equals] != b'=' {
            continue;
        }
        let value_at = skip(equals + 1, |byte| byte.is_ascii_whitespace())?;
        let range = match bytes[value_at] {
            quote @ (b'"' | b'\'') => {
                let length = html[value_at + 1..].find(char::from(quote))?;
                at = value_at + 1 + length + 1;
                value_at + 1..value_at + 1 + length
            }
            b'>' => {
                at = value_at;
                value_at..value_at
            }
            _ => {
                at = skip(value_at, |byte| !byte.is_ascii_whitespace() && byte != b'>')?;
                value_at..at
            }
        };
        attributes.push((&html[key_at..key_end], &html[range.clone()], range.start));
    }
}
