//! Replaces the shortcodes in text.

use std::collections::BTreeMap;

use super::host::{Child, Evaluated, Host};
use super::write::{dedented, escaped, fenced, in_brackets, without_entities, without_tags};
use super::{Call, Piece};
use crate::import::lines::is_blank;
use crate::import::markdown::{Fences, is_block_tag, tag_end};

/// The text that replaces a shortcode.
pub(super) enum Output {
    /// A part of a line.
    Inline(String),
    /// One or more whole lines.
    Block(String),
}

impl Output {
    /// Whether the output contains all words of some content, except comments.
    fn contains(&self, content: &str) -> bool {
        let (Output::Inline(text) | Output::Block(text)) = self;
        let lines = content.lines().filter(|line| !line.trim_start().starts_with("<!--"));
        lines.flat_map(|line| line.split(|c: char| !c.is_alphanumeric())).all(|word| text.contains(word))
    }
}

/// A shortcode that can't be converted.
#[derive(Debug, PartialEq)]
pub(in crate::import) struct Lost {
    /// The subject of the message.
    pub what: String,
    /// The source text of the shortcode's start tag.
    pub raw: String,
}

/// The maximum depth of included files.
const DEEPEST: usize = 8;

/// The maximum total size of the files that a page includes, in bytes.
const LARGEST: usize = 8 << 20;

/// The shortcodes that include a file.
pub(super) const INCLUDES: [&str; 5] = ["include", "readfile", "include-file", "import", "includemd"];

/// A function that converts a shortcode and its content. If the name is unknown, the function returns `None`.
type Convert = fn(&mut Expander<'_>, &Call, Option<&str>) -> Option<Output>;

/// A converter that replaces the shortcodes on a page.
pub(in crate::import) struct Expander<'h> {
    pub host: &'h dyn Host,
    convert: Convert,
    pub lost: Vec<Lost>,
    /// The number of nested includes at the current position.
    pub depth: usize,
    /// The total size of the included files, in bytes.
    pub size: usize,
    /// The number of calls of each shortcode so far.
    counts: BTreeMap<String, usize>,
}

impl<'h> Expander<'h> {
    pub(super) fn new(host: &'h dyn Host, convert: Convert) -> Self {
        Expander { host, convert, lost: Vec::new(), depth: 0, size: 0, counts: BTreeMap::new() }
    }

    /// Returns the text of the pieces, with all shortcodes replaced.
    pub(in crate::import) fn expand(&mut self, pieces: &[Piece]) -> String {
        let mut out = Text::default();
        for piece in pieces {
            match piece {
                Piece::Text(text) => out.text(text),
                Piece::Call(call) => {
                    let is_code = out.is_code();
                    let margin = out.margin().to_owned();
                    match self.call(call, is_code, &margin) {
                        Output::Inline(text) if text.starts_with("<!--") && !is_code && out.is_margin() => {
                            out.block(&text)
                        }
                        Output::Inline(text) if text.contains("<!--") && out.is_url() => {
                            let url = text.split("<!--").next().unwrap_or_default();
                            out.inline(if url.is_empty() { "#" } else { url });
                        }
                        // A comment at the start of a footnote would make the line HTML.
                        Output::Inline(text)
                            if text.starts_with("<!--") && out.is_footnote() && out.out.ends_with("]: ") => {}
                        Output::Inline(text) if text.starts_with("![") && !is_code && out.is_html() => {
                            out.inline(&as_html(&text));
                        }
                        Output::Inline(text) => out.inline(&text),
                        Output::Block(text) if is_code => out.inline(&text),
                        Output::Block(text) => out.block(&text),
                    }
                }
            }
        }
        out.out
    }

    fn call(&mut self, call: &Call, is_code: bool, margin: &str) -> Output {
        self.host.open(call);
        let output = self.converted(call, is_code, margin);
        self.host.close();
        output
    }

    fn converted(&mut self, call: &Call, is_code: bool, margin: &str) -> Output {
        let count = self.counts.entry(call.name.clone()).or_default();
        *count += 1;
        let count = *count;
        let before = self.lost.len();
        let inner = call.inner.as_deref().map(|pieces| self.expand(pieces));
        let is_partial = self.lost.len() > before;
        if is_code && !matches!(call.name.as_str(), "ref" | "relref" | "param" | "_param") {
            let own = self.host.template(call, inner.as_deref(), count).ok();
            let own = own.filter(|own| own.removed.is_none()).and_then(|own| in_code(own.text.trim()));
            let own = own.or_else(|| self.included_in_code(call, margin));
            return Output::Inline(own.unwrap_or_else(|| {
                self.lose(call, &format!("the `{}` shortcode", call.name));
                call.raw.clone() + &inner.unwrap_or_default()
            }));
        }
        let lost = self.lost.len();
        if let Some(output) = (self.convert)(self, call, inner.as_deref()) {
            let (Output::Inline(text) | Output::Block(text)) = &output;
            // The site's own template can do more with the arguments. For anything but media, a directive is more useful.
            let is_open = call.has_unread() && text.starts_with(['<', '!']);
            let after = self.lost.len();
            let own = if is_open { self.own(call, inner.as_deref(), count).ok() } else { None };
            if own.is_some() {
                self.lost.drain(lost..after);
            } else {
                for name in call.unread_texts() {
                    self.lose(call, &format!("the `{name}` argument of the `{}` shortcode", call.name));
                }
            }
            return own.unwrap_or(output);
        }
        let listing = self.host.lists_children(call).filter(|_| inner.is_none());
        if let Some(listing) = listing.as_ref().filter(|listing| listing.is_whole) {
            return Output::Block(self.children(listing.has_descriptions));
        }
        match (self.own(call, inner.as_deref(), count), listing) {
            // The template gets its content from shortcodes that aren't available.
            (Ok(own), _) if is_partial && !own.contains(inner.as_deref().unwrap_or_default()) => {
                self.unknown(call, inner, "shortcodes that docgen can't convert")
            }
            (Ok(own), _) => own,
            (Err(_), Some(listing)) => Output::Block(self.children(listing.has_descriptions)),
            (Err(needs), None) => self.unknown(call, inner, &needs),
        }
    }

    /// Returns the text of the file that a shortcode in code includes. `margin` is the start of the line.
    fn included_in_code(&mut self, call: &Call, margin: &str) -> Option<String> {
        let name = call.name.rsplit('/').next()?;
        let path = call.get(&["file", "path", "src"], 0).filter(|_| INCLUDES.contains(&name))?.to_owned();
        let text = self.host.file(&path)?;
        self.size += text.len();
        (self.size <= LARGEST).then(|| text.trim_end().replace('\n', &format!("\n{margin}")))
    }

    /// Evaluates the site's own template.
    fn own(&mut self, call: &Call, inner: Option<&str>, count: usize) -> Result<Output, String> {
        let Evaluated { text, is_html, removed } = self.host.template(call, inner, count)?;
        if let Some(name) = removed {
            let what = if name == "script" { "script" } else { "style sheet" };
            self.lose(call, &format!("the {what} of the `{}` shortcode", call.name));
        }
        let text = if is_html { with_spaced_attributes(&text) } else { text };
        let text = text.trim_matches('\n');
        if is_html && is_inline(text) {
            // Hugo adds the HTML after it converts the Markdown, so lines in the HTML don't affect the paragraph.
            return Ok(Output::Inline(text.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
        Ok(match text.contains('\n') || (is_html && is_block(text)) {
            true => Output::Block(if is_html { without_blank_lines(text) } else { text.to_owned() }),
            false => Output::Inline(text.to_owned()),
        })
    }

    /// Replaces the tags of an unknown shortcode with a comment and keeps the content. `needs` is what the shortcode's
    /// template needs.
    fn unknown(&mut self, call: &Call, inner: Option<String>, needs: &str) -> Output {
        let needs = if needs.is_empty() { String::new() } else { format!(", whose template needs {needs}") };
        self.lose(call, &format!("the `{}` shortcode{needs}", call.name));
        let comment = format!("<!-- {} -->", call.raw.replace("--", "- -").replace('\n', " "));
        let inner = inner.filter(|_| !call.is_inline_template());
        match inner.map(|inner| dedented(&inner)).filter(|inner| !inner.is_empty()) {
            Some(inner) if self.host.is_code(call) => {
                let language = call
                    .named(&["lang", "language", "file"])
                    .filter(|name| !name.contains('/'))
                    .unwrap_or_default();
                let language = if language.contains('.') || language == "hugo" { "" } else { language };
                Output::Block(format!("{comment}\n\n{}", fenced(language, &inner)))
            }
            Some(inner) if inner.contains('\n') => Output::Block(format!("{comment}\n\n{inner}\n")),
            // A comment at the start of a line would make the whole line HTML.
            Some(inner) => Output::Inline(format!("{inner}{comment}")),
            None => Output::Inline(comment),
        }
    }

    pub(super) fn lose(&mut self, call: &Call, what: &str) {
        self.lost.push(Lost { what: what.to_owned(), raw: call.raw.clone() });
    }

    /// Returns the text of a file that the page includes, with all shortcodes replaced.
    pub(super) fn included(&mut self, path: &str) -> Option<String> {
        let text = self.host.file(path)?;
        self.size += text.len();
        if self.depth >= DEEPEST || self.size > LARGEST {
            return None;
        }
        let pieces = self.host.parse(&text);
        self.depth += 1;
        let text = self.expand(&pieces);
        self.depth -= 1;
        Some(text)
    }

    /// Returns a list of links to the pages below the page.
    pub(super) fn children(&self, has_descriptions: bool) -> String {
        let line = |child: Child| {
            let link = format!("- [{}]({})", in_brackets(&child.title), self.url(&child.url));
            match child.description.filter(|_| has_descriptions) {
                Some(description) => format!("{link}\\\n  {}", description.replace('\n', " ")),
                None => link,
            }
        };
        self.host.children().into_iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// Converts a URL, which can refer to a page.
    pub(super) fn url(&self, url: &str) -> String {
        self.host.address(url).unwrap_or_else(|| url.to_owned())
    }
}

/// Returns the text of a template's result, for use in code. If the result contains block elements, returns `None`.
fn in_code(text: &str) -> Option<String> {
    let is_tag =
        |(at, _): (usize, &str)| text[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
    if !text.match_indices('<').any(is_tag) {
        return Some(text.to_owned());
    }
    let is_inline = text.match_indices('<').all(|(at, _)| !is_block_tag(&text[at..]));
    is_inline.then(|| without_entities(&without_tags(text)))
}

/// Converts an image to HTML.
fn as_html(image: &str) -> String {
    let (alt, url) = image.trim_start_matches("![").split_once("](").unwrap_or_default();
    format!("<img src=\"{}\" alt=\"{}\">", escaped(url.trim_end_matches(')')), escaped(alt))
}

/// Whether HTML starts with a block element.
fn is_block(html: &str) -> bool {
    const BLOCKS: [&str; 14] = [
        "<div",
        "<p>",
        "<p ",
        "<table",
        "<ul",
        "<ol",
        "<section",
        "<figure",
        "<iframe",
        "<blockquote",
        "<pre",
        "<video",
        "<details",
        "<h",
    ];
    BLOCKS.iter().any(|start| html.trim_start().starts_with(start))
}

/// Whether HTML starts with an inline element and contains no block elements or Markdown blocks.
fn is_inline(html: &str) -> bool {
    let html = html.trim();
    html.starts_with('<')
        && !html.starts_with("<!--")
        && html.match_indices('<').all(|(at, _)| !is_block_tag(&html[at..]))
        && html.lines().all(|line| !line.starts_with(":::"))
}

/// Adds the missing spaces between attributes, as in `<a href="b"class="c">`. Browsers don't need them, but Markdown does.
fn with_spaced_attributes(html: &str) -> String {
    let (mut out, mut rest) = (String::new(), html);
    while let Some(start) = rest.find('<') {
        let is_tag = rest[start + 1..].starts_with(|c: char| c.is_ascii_alphabetic());
        let length = tag_end(&rest[start..]).filter(|_| is_tag).unwrap_or(1);
        out.push_str(&rest[..start]);
        let mut quote = None;
        for (at, c) in rest[start..start + length].char_indices() {
            match quote {
                Some(open) if c == open => {
                    quote = None;
                    out.push(c);
                    let next = rest[start + at + 1..start + length].chars().next();
                    if next.is_some_and(|next| next.is_ascii_alphabetic()) {
                        out.push(' ');
                    }
                    continue;
                }
                None if matches!(c, '"' | '\'') => quote = Some(c),
                // A blank line would end the HTML.
                Some(_) if c == '\n' => {
                    out.push_str("&#10;");
                    continue;
                }
                _ => {}
            }
            out.push(c);
        }
        rest = &rest[start + length..];
    }
    out + rest
}

/// Removes blank lines from HTML. Also removes indentation, because indentation would start a code block.
fn without_blank_lines(html: &str) -> String {
    let (mut lines, mut fences): (Vec<&str>, Fences) = (Vec::new(), Fences::default());
    for line in html.lines() {
        if fences.has(line) {
            lines.push(line);
            continue;
        }
        let is_second = is_blank(line) && lines.last().is_none_or(|last| is_blank(last));
        if !is_second {
            lines.push(if line.trim_start().starts_with('<') { line.trim() } else { line });
        }
    }
    lines.join("\n")
}

/// The text so far.
#[derive(Default)]
struct Text {
    out: String,
    /// All fences before this offset have been read.
    read: usize,
    fences: Fences,
    /// If the text ends with a block, the block's indentation.
    after_block: Option<String>,
}

impl Text {
    fn text(&mut self, text: &str) {
        let mut text = text;
        if !text.contains('\n') && is_blank(text) && self.after_block.is_some() {
            // Another shortcode can follow in the same line.
            return;
        }
        if let Some(indent) = self.after_block.take() {
            let line = text.find('\n').unwrap_or(text.len());
            let is_rest = !is_blank(&text[..line]);
            if is_rest {
                // A blank line in a quote has a marker.
                self.out.push_str(&format!("\n{}\n{indent}", indent.trim_end()));
                text = text.trim_start_matches([' ', '\t']);
            } else {
                text = &text[line..];
            }
        }
        self.out.push_str(text);
    }

    fn inline(&mut self, text: &str) {
        if let Some(indent) = self.after_block.take().filter(|_| !text.is_empty()) {
            self.out.push_str(&format!("\n{indent}"));
        }
        self.out.push_str(text);
    }

    fn block(&mut self, text: &str) {
        if let Some(indent) = self.after_block.take() {
            self.out.push_str(&format!("\n{indent}"));
        }
        let is_margin = self.is_margin();
        if is_margin && self.is_after_tag() {
            let at = self.out.len() - self.last_line().len();
            self.out.insert(at, '\n');
        }
        let line = self.last_line();
        let indent: String = match is_margin {
            true => line.chars().map(|c| if matches!(c, '>' | '\t') { c } else { ' ' }).collect(),
            false => line.chars().take_while(|c| matches!(c, ' ' | '\t' | '>')).collect(),
        };
        if !is_margin {
            let kept = self.out.trim_end_matches([' ', '\t']).len();
            self.out.truncate(kept);
            self.out.push_str(&format!("\n\n{indent}"));
        }
        let lines: Vec<String> = text
            .trim_matches('\n')
            .lines()
            .map(|line| if is_blank(line) { indent.trim_end().to_owned() } else { format!("{indent}{line}") })
            .collect();
        let joined = lines.join("\n");
        self.out.push_str(joined.strip_prefix(&indent).unwrap_or(&joined));
        self.after_block = Some(indent);
    }

    /// Whether the text that comes next is a URL.
    fn is_url(&self) -> bool {
        ["](", "](<", "=\"", "='"].iter().any(|end| self.out.ends_with(end))
            || !self.is_footnote() && ["]: ", "]: <"].iter().any(|end| self.out.ends_with(end))
    }

    /// Whether the last line defines a footnote.
    fn is_footnote(&self) -> bool {
        self.last_line().trim_start().starts_with("[^")
    }

    /// Whether the text ends in a block of raw HTML, which ends at a blank line.
    fn is_html(&self) -> bool {
        let block = self.out.rfind("\n\n").map_or(&*self.out, |at| &self.out[at + 2..]);
        let first = block.trim_start_matches('\n');
        first.lines().count() > 1 && is_block(first) || is_block(self.last_line())
    }

    /// Whether the line before the last line is HTML. The last line would be part of that HTML.
    fn is_after_tag(&self) -> bool {
        let above = self.out.len() - self.last_line().len();
        let line = self.out[..above].lines().next_back().unwrap_or_default();
        line.trim_start().starts_with('<')
    }

    /// Returns the indentation and the quote marks at the start of the last line.
    fn margin(&self) -> &str {
        let line = self.last_line();
        &line[..line.len() - line.trim_start_matches([' ', '\t', '>']).len()]
    }

    fn last_line(&self) -> &str {
        &self.out[self.out.rfind('\n').map_or(0, |at| at + 1)..]
    }

    /// Whether the last line consists of quote and list markers.
    fn is_margin(&self) -> bool {
        let line = self.last_line();
        let marks =
            |c: char| matches!(c, ' ' | '\t' | '>' | '-' | '*' | '+' | '.' | ')' | ':') || c.is_ascii_digit();
        line.chars().all(marks) && (is_blank(line) || line.ends_with([' ', '\t', '>']))
    }

    /// Whether the text ends in a code block.
    fn is_code(&mut self) -> bool {
        let end = self.out.rfind('\n').map_or(0, |at| at + 1);
        if end < self.read {
            self.read = end;
        }
        for line in self.out[self.read..end].lines() {
            let bare = line.trim_start_matches([' ', '>', '\t', '-', '*', '+']);
            // The end of a comment isn't a list marker.
            self.fences.has(if line.contains("-->") { line } else { bare });
        }
        self.read = end;
        self.fences.is_open()
    }
}
