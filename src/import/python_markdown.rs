//! Converts the constructs that Python-Markdown and its extensions add to Markdown: admonitions, details, tabs,
//! attribute lists, snippets, and the info strings of code fences.
//!
//! The converter reads the text line by line. The content of a construct is indented by four spaces and is converted in
//! the same way, so constructs can be nested.

mod callouts;
mod captions;
mod cards;
mod code;
mod headings;
pub(super) mod lists;
mod raw;
mod references;
mod slashes;
mod slugs;
mod tables;
mod tabs;

use super::inline;
use super::left::Left;
use super::lines::{indent_of, is_blank};
use super::markdown::{fence, with_definition};
use super::math;
use super::prose;
use super::snippets::{self, Snippets};
use super::syntax::Syntax;
pub(super) use crate::markdown::admonition_look as look;
use crate::markdown::is_admonition;
use crate::source::Source;
pub(super) use captions::CaptionRule;
use captions::Captions;
use lists::Marker;
use references::Definitions;
pub(super) use references::Headings;
use slugs::Ids;
pub(super) use slugs::Slugs;
pub(super) use tabs::TabIds;

/// The data that a site's pages need in addition to their text.
pub(super) struct Context<'a> {
    pub snippets: &'a dyn Snippets,
    pub syntax: Syntax,
    /// The text that's added to the end of a page.
    pub added: Box<dyn Fn(&str) -> String + Sync + 'a>,
    /// The headings of all pages, if a plugin resolves references to headings and to documentation that's generated from
    /// code.
    pub headings: Option<Headings>,
    /// The number of spaces by which a list is indented in another list.
    pub list_indent: usize,
    /// The rule for heading IDs.
    pub slugs: Slugs,
    /// The rule for the IDs of tabs, if tabs have IDs.
    pub tabs: Option<TabIds>,
    /// Whether a heading needs a space after the `#` characters.
    pub has_spaced_headings: bool,
    pub captions: CaptionRule,
    /// If paragraphs such as `NOTE: Text` are admonitions, whether their titles lose the last period.
    pub callouts: Option<bool>,
    /// Whether a plugin runs code blocks and shows their output.
    pub runs_code: bool,
}

/// The URL suffixes of images that are shown in only one color mode.
const MODES: [(&str, &str); 4] = [
    ("#only-light", "light"),
    ("#only-dark", "dark"),
    ("#gh-light-mode-only", "light"),
    ("#gh-dark-mode-only", "dark"),
];

/// Expands the tabs at the start of lines, as Python-Markdown does.
fn with_spaces(text: &str) -> String {
    let spaced = |line: &str| {
        let bare = line.trim_start_matches([' ', '\t']);
        let start = &line[..line.len() - bare.len()];
        let width = start.chars().fold(0, |width, c| if c == '\t' { (width / 4 + 1) * 4 } else { width + 1 });
        if start.contains('\t') { " ".repeat(width) + bare } else { line.to_owned() }
    };
    text.split_inclusive('\n').map(spaced).collect()
}

/// Marks images that are shown in only one color mode.
fn with_modes(text: &str) -> String {
    let mut text = text.to_owned();
    for (end, mode) in MODES.iter().filter(|(end, _)| text.contains(end)).collect::<Vec<_>>() {
        text = text.replace(&format!("{end}\""), &format!("\" data-only=\"{mode}\""));
        text = text.replace(&format!("{end})"), &format!("){{data-only={mode}}}"));
    }
    text
}

/// Converts the text of a page, which starts at an offset in the source.
pub(super) fn convert(
    source: &Source,
    start: usize,
    text: &str,
    context: &Context<'_>,
    address: &dyn Fn(&str, bool) -> Option<String>,
    left: &mut Left,
) -> String {
    let text = snippets::inserted(source, text, context.snippets, left);
    let added = (context.added)(&text);
    convert_text(source, start, &format!("{}\n{added}", text.trim_end()), context, address, left)
}

/// Converts a file that pages include.
pub(super) fn convert_part(
    source: &Source,
    context: &Context<'_>,
    address: &dyn Fn(&str, bool) -> Option<String>,
    left: &mut Left,
) -> String {
    let text = snippets::inserted(source, &source.text, context.snippets, left);
    convert_text(source, 0, &text, context, address, left)
}

fn convert_text(
    source: &Source,
    start: usize,
    text: &str,
    context: &Context<'_>,
    address: &dyn Fn(&str, bool) -> Option<String>,
    left: &mut Left,
) -> String {
    let text = prose::with_element_names(&with_modes(&with_spaces(text)));
    let text = headings::with_marks(&text);
    let text = if context.has_spaced_headings { text } else { headings::with_spaces(&text) };
    // With other indentation, such a tag can also belong to the list item in Python-Markdown.
    let text = if context.list_indent == 4 { raw::with_tags_at_margin(&text) } else { text };
    let syntax = &context.syntax;
    let (text, formulas) = syntax.taken(&text);
    let text = references::without_duplicates(&text);
    let text = match &context.headings {
        Some(headings) => references::resolved(source, start, &text, headings, left),
        None => text,
    };
    let lines: Vec<&str> = text.lines().collect();
    let mut unknown = Vec::new();
    let lines = slashes::indented(&lines, &mut Captions::new(&context.captions, &text), &mut unknown);
    for name in unknown {
        let place = source.text[start..].find(name).map_or(0, |at| start + at);
        let what = format!("the `{name}` block");
        left.note(source, place..place + name.len(), &what, "check the admonition that replaces it");
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut converter = Converter {
        source,
        start,
        syntax,
        address,
        list_indent: context.list_indent,
        ids: Ids::new(&context.slugs),
        tabs: context.tabs.as_ref(),
        callouts: context.callouts,
        runs_code: context.runs_code,
        definitions: Definitions::of(&text),
        has_markdown: false,
        left,
    };
    let mut out = Vec::new();
    converter.blocks(&lines, &mut out);
    let mut text = out.join("\n");
    text.push('\n');
    if formulas.are_in_html(&text) {
        left.note(source, start..start, math::IN_HTML.0, math::IN_HTML.1);
    }
    syntax.with_emoji(&formulas.restored(&text), false)
}

struct Converter<'c> {
    source: &'c Source,
    /// The offset of the text in the file.
    start: usize,
    syntax: &'c Syntax,
    /// Converts the URL of a link or image. If the URL doesn't change, returns `None`. The second argument is `true` in
    /// raw HTML.
    address: &'c dyn Fn(&str, bool) -> Option<String>,
    /// The number of spaces by which a list is indented in another list.
    list_indent: usize,
    /// The heading IDs so far.
    ids: Ids<'c>,
    tabs: Option<&'c TabIds>,
    callouts: Option<bool>,
    runs_code: bool,
    definitions: Definitions,
    /// Whether the innermost HTML element contains Markdown.
    has_markdown: bool,
    left: &'c mut Left,
}

/// The parts of the line that opens a construct.
struct Opening<'l> {
    indent: usize,
    kind: Construct,
    /// The words after the marker.
    words: &'l str,
    title: Option<&'l str>,
}

#[derive(Clone, Copy, PartialEq)]
enum Construct {
    Admonition,
    /// The flag is `true` if the details are open.
    Details(bool),
    Tab,
}

impl<'l> Opening<'l> {
    fn of(line: &'l str) -> Option<Self> {
        let bare = line.trim_start_matches(' ');
        let indent = line.len() - bare.len();
        let (kind, rest) = match bare.get(..3)? {
            "!!!" => (Construct::Admonition, &bare[3..]),
            "???" => match bare[3..].strip_prefix('+') {
                Some(rest) => (Construct::Details(true), rest),
                None => (Construct::Details(false), &bare[3..]),
            },
            "===" => (Construct::Tab, bare[3..].trim_start_matches(['!', '+'])),
            _ => return None,
        };
        // Only a tab needs the space.
        let rest = match rest.strip_prefix(' ') {
            Some(rest) => rest.trim(),
            None if kind == Construct::Tab => return None,
            None => rest.trim(),
        };
        let (words, title) = match rest.find(['"', '\'']) {
            Some(at) => {
                let quote = &rest[at..=at];
                let inner = rest[at + 1..].trim_end().strip_suffix(quote)?;
                (rest[..at].trim(), Some(inner))
            }
            None => (rest, None),
        };
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ');
        let is_complete = match kind {
            Construct::Admonition => !words.is_empty(),
            Construct::Details(_) => !words.is_empty() || title.is_some(),
            Construct::Tab => title.is_some(),
        };
        (is_complete && words.chars().all(is_word)).then_some(Opening { indent, kind, words, title })
    }
}

/// Writes a directive's content and closing line. Blank lines separate the directive from surrounding raw HTML.
fn close(out: &mut Vec<String>, content: Vec<String>, mark: String) {
    let starts_with_html = |line: &&String| line.trim_start().starts_with('<');
    if content.first().is_some_and(|line| starts_with_html(&line)) {
        out.push(String::new());
    }
    out.extend(content);
    if out.last().is_some_and(|line| starts_with_html(&line)) {
        out.push(String::new());
    }
    out.push(mark);
}

/// Whether a line starts a definition whose text is indented too far for CommonMark.
fn is_definition(line: &str) -> bool {
    let bare = line.trim_start_matches(' ');
    line.len() - bare.len() < 4
        && bare.strip_prefix(':').is_some_and(|rest| rest.starts_with("    ") && !is_blank(rest))
}

/// Returns the index of the line after a construct's content, whose indentation is at least `indent`.
fn end_of(lines: &[&str], from: usize, indent: usize) -> usize {
    let mut end = from;
    for (at, line) in lines.iter().enumerate().skip(from) {
        if is_blank(line) {
            continue;
        }
        if indent_of(line) < indent {
            break;
        }
        end = at + 1;
    }
    end
}

impl Converter<'_> {
    /// Converts blocks and returns the largest number of colons in any of their directives.
    fn blocks(&mut self, lines: &[&str], out: &mut Vec<String>) -> usize {
        let listed = lists::indented(lines, self.list_indent);
        let lines: &[&str] = &listed.iter().map(|line| line.text.as_str()).collect::<Vec<_>>();
        let is_code = code::indented(lines);
        let is_row = tables::rows(lines);
        let (mut at, mut most) = (0, 0);
        // The number of open HTML elements before a line, and the number of lines for which it is known.
        let (mut depth, mut known) = (0, 0);
        while at < lines.len() {
            let line = lines[at];
            for line in &lines[known..at] {
                depth = raw::depth_after(line, depth);
            }
            let ends_html = known < at && depth == 0 && lines[at - 1].trim_end().ends_with('>');
            known = at;
            // In Python-Markdown, Markdown can follow an element without a blank line.
            let is_closed =
                ends_html && (lines[at - 1].trim_start().starts_with("</") || raw::is_element(lines[at - 1]));
            if is_closed && !is_blank(line) && !line.trim_start().starts_with('<') {
                out.push(String::new());
            }
            if is_code[at] || listed[at].is_code {
                out.push(line.to_owned());
                at += 1;
            } else if let Some(comment) = raw::comment(&lines[at..]) {
                at += comment.len();
                out.extend(comment);
            } else if let Some(found) = fence(line) {
                // In CommonMark, fences between tags are text unless there's a blank line above them.
                if depth > 0 && !is_blank(lines[at - 1]) {
                    out.push(String::new());
                }
                at = self.fence(lines, at, found, out);
                if depth > 0 && lines.get(at).is_some_and(|next| !is_blank(next)) {
                    out.push(String::new());
                }
            } else if let Some((block, length)) =
                self.callouts.and_then(|strips_period| callouts::at(lines, at, strips_period))
            {
                let block: Vec<&str> = block.iter().map(String::as_str).collect();
                let (mut inside, margin) = (Vec::new(), " ".repeat(indent_of(line)));
                most = most.max(self.blocks(&block, &mut inside));
                let indented = |line: String| if line.is_empty() { line } else { margin.clone() + &line };
                out.extend(inside.into_iter().map(indented));
                at += length;
            } else if let Some(opening) = Opening::of(line) {
                let (next, colons) = self.construct(lines, at, &opening, out);
                (at, most) = (next, most.max(colons));
            } else if let Some(marker) = Marker::before_construct(line) {
                let (next, colons) = self.item(lines, at, &marker, out);
                (at, most) = (next, most.max(colons));
            } else if line.trim() == "[TOC]" && !line.starts_with("    ") {
                let hint = "use the table of contents that docgen shows beside the page";
                self.note_line(line, "an inline table of contents", hint);
                at += 1;
            } else if let Some(name) = references::generated(&lines[at..]) {
                at = self.generated(lines, at, name, out);
            } else if line.trim() == "<!-- more -->" {
                out.push("<!-- truncate -->".to_owned());
                at += 1;
            } else if cards::are_at(&lines[at..]) {
                let (next, colons) = self.cards(lines, at, out);
                (at, most) = (next, most.max(colons));
            } else if let Some(end) = raw::tail(line) {
                out.extend([self.line(&line[..end], false), String::new()]);
                out.push(self.line(line[end..].trim_start(), false));
                at += 1;
            } else if let Some((block, length)) = raw::block(&lines[at..]) {
                let block: Vec<&str> = block.iter().map(String::as_str).collect();
                let mut inside = 0;
                while let Some(line) = block.get(inside) {
                    if let Some(found) = fence(line) {
                        inside = self.fence(&block, inside, found, out);
                    } else {
                        out.push(self.line(line, true));
                        inside += 1;
                    }
                }
                at += length;
            } else if references::is_bare_note(line)
                && lines.get(at + 1).is_some_and(|next| indent_of(next) >= indent_of(line) + 4)
            {
                // In docgen, the first line of a footnote's text is on the same line as the label.
                out.push(format!("{line} {}", self.inline(lines[at + 1].trim())));
                at += 2;
            } else if is_row[at] {
                out.push(self.line(&tables::escaped(line), true));
                at += 1;
            } else {
                let is_continued = at > 0 && !is_blank(lines[at - 1]);
                // In CommonMark, a link definition in a paragraph is text.
                let is_target = |line: &str| with_definition(line, &|_| None).is_some();
                if is_continued && is_target(line) && !is_target(lines[at - 1]) {
                    out.push(String::new());
                }
                let mut converted = self.line(line, is_continued);
                at += 1;
                // In CommonMark, such a tag on its own line would start a block of raw HTML.
                if let Some(next) =
                    lines.get(at).filter(|next| !is_continued && raw::is_inline_tag(line) && !is_blank(next))
                {
                    converted += self.line(next, true).trim_start();
                    at += 1;
                }
                out.push(converted);
            }
        }
        most
    }

    /// Reports `what` at the first occurrence of `written` in the file.
    fn note_line(&mut self, written: &str, what: &str, hint: &str) {
        let at = self.source.text[self.start..].find(written).map_or(0, |at| self.start + at);
        self.left.note(self.source, at..at + written.len(), what, hint);
    }

    /// Converts an admonition, details, or a group of tabs. Returns the index of the line after the construct, and the
    /// directive's number of colons.
    fn construct(
        &mut self,
        lines: &[&str],
        at: usize,
        opening: &Opening<'_>,
        out: &mut Vec<String>,
    ) -> (usize, usize) {
        let margin = " ".repeat(opening.indent);
        if opening.kind != Construct::Tab {
            let (end, content, inner) = self.content(lines, at, opening.indent);
            let colons = if inner == 0 { 3 } else { inner + 1 };
            let mark = ":".repeat(colons);
            out.push(format!("{margin}{mark}{}", self.admonition(opening)));
            close(out, content, format!("{margin}{mark}"));
            return (end, colons);
        }
        let (mut tabs, mut end, mut most) = (Vec::new(), at, 0);
        while let Some(tab) = lines.get(end).and_then(|line| Opening::of(line)) {
            if tab.kind != Construct::Tab || tab.indent != opening.indent {
                break;
            }
            let title = tab.title.unwrap_or_default();
            let id = self.tabs.and_then(|tabs| tabs.id(title, self.ids.last()));
            let (next, mut content, inner) = self.content(lines, end, tab.indent);
            most = most.max(inner);
            if let Some(id) = id {
                content.splice(0..0, [format!("{margin}[](){{#{id}}}"), String::new()]);
            }
            tabs.push((self.inline(title), content));
            end = next;
            let blank = lines[end..].iter().take_while(|line| is_blank(line)).count();
            let is_next = lines.get(end + blank).is_some_and(|line| {
                Opening::of(line).is_some_and(|next| next.kind == Construct::Tab && next.indent == tab.indent)
            });
            if !is_next {
                break;
            }
            end += blank;
        }
        let colons = if most == 0 { 3 } else { most + 1 };
        let (outer, inner) = (":".repeat(colons + 1), ":".repeat(colons));
        out.push(format!("{margin}{outer}tabs"));
        for (title, content) in tabs {
            out.push(format!("{margin}{inner}tab[{}]", self.label(&title)));
            close(out, content, format!("{margin}{inner}"));
        }
        out.push(format!("{margin}{outer}"));
        (end, colons + 1)
    }

    /// Converts the content after the line that opens a construct. Returns the index of the line after the content, the
    /// converted lines with the construct's indentation, and the largest number of colons in the directives in these
    /// lines.
    fn content(&mut self, lines: &[&str], at: usize, indent: usize) -> (usize, Vec<String>, usize) {
        let end = end_of(lines, at + 1, indent + 4);
        let inside: Vec<&str> =
            lines[at + 1..end].iter().map(|line| line.get(indent + 4..).unwrap_or_default()).collect();
        let mut content = Vec::new();
        let colons = self.blocks(&inside, &mut content);
        let margin = " ".repeat(indent);
        let content = content.into_iter().map(|line| match line.is_empty() {
            true => line,
            false => margin.clone() + &line,
        });
        (end, content.collect(), colons)
    }

    /// Returns the name, title, and attributes of a directive.
    fn admonition(&mut self, opening: &Opening<'_>) -> String {
        let first = opening.words.split(' ').next().unwrap_or_default();
        let look = look(first);
        let title = match opening.title {
            Some(title) => self.inline(title),
            None if first == look && opening.kind == Construct::Admonition => return look.to_owned(),
            None => inline::capitalized(first),
        };
        let label = self.label(&title);
        match opening.kind {
            Construct::Details(is_open) => {
                format!("details[{label}]{}", if is_open { "{open}" } else { "" })
            }
            // An admonition without a title.
            _ if label.is_empty() => format!("{look}[]"),
            _ => format!("{look}[{label}]"),
        }
    }

    /// Converts a line of text, including its attribute list. If the preceding line isn't empty, `is_continued` is
    /// `true`.
    fn line(&mut self, line: &str, is_continued: bool) -> String {
        let bare = line.trim_start();
        let margin = &line[..line.len() - bare.len()];
        // Such an anchor takes its ID, so a heading with the same text gets another one.
        for (at, start) in bare.match_indices("[](){") {
            if let Some(id) = inline::attribute_list(&bare[at + start.len() - 1..]).and_then(|list| list.id) {
                self.ids.take_anchor(&id);
            }
        }
        // An attribute list on its own line belongs to the paragraph above.
        if let Some(list) = inline::attribute_list(bare).filter(|list| list.end == bare.trim_end().len()) {
            let (text, is_lost) = list.written();
            if is_lost {
                self.note_line(bare.trim_end(), LIST.0, LIST.1);
            }
            return if is_continued && !text.is_empty() { format!("{margin}{text}") } else { String::new() };
        }
        // A definition of an abbreviation.
        if bare.starts_with("*[") && bare.contains("]:") && self.syntax.abbreviations {
            return line.to_owned();
        }
        if let Some((text, mut list)) = inline::heading(line) {
            // If several headings have the same ID, only the first heading keeps the ID.
            list.id = match list.id {
                Some(id) => self.ids.take(&id).then_some(id),
                None => self.ids.pinned(text.trim_start().trim_start_matches('#')),
            };
            let (written, is_lost) = list.written_in_heading();
            if is_lost {
                self.note_line(bare.trim_end(), LIST.0, LIST.1);
            }
            return self.inline(text) + &written;
        }
        // Python-Markdown also removes lists that contain only words.
        let words = bare.trim_end().strip_suffix('}').and_then(|rest| rest.rsplit_once("{:"));
        if let Some((text, _)) = words.filter(|(text, words)| text.starts_with('#') && !words.contains('{')) {
            return self.heading(&format!("{margin}{}", text.trim_end()));
        }
        // The heading names a code item, and a plugin generates the item's documentation.
        let marked = bare.trim_start_matches(['>', ' ']);
        let text = marked.trim_start_matches('#');
        let generated = text.trim_start().strip_prefix("::: ").filter(|_| text.len() < marked.len());
        if let Some(name) = generated {
            return format!("{} `{}`", &line[..line.len() - text.len()], name.trim());
        }
        if margin.len() < 4 && bare.trim_start_matches('#').starts_with([' ', '\t']) && bare.starts_with('#')
        {
            return self.heading(line);
        }
        let converted = match is_definition(line) {
            // The content of a definition is indented by four spaces, but in CommonMark its indentation depends on the first line.
            true => self.inline(&format!("{margin}:   {}", bare[1..].trim_start())),
            false => self.inline(line),
        };
        // Markdown in an HTML element must follow a blank line.
        if bare.starts_with('<') && bare.contains("</") {
            self.has_markdown &= !["</details>", "</div>", "</section>"].iter().any(|tag| bare.contains(tag));
        }
        let is_open = bare.starts_with('<') && bare.trim_end().ends_with('>') && bare.contains(" markdown");
        self.has_markdown |= is_open;
        let is_summary = self.has_markdown && bare.trim_end().ends_with("</summary>");
        if is_open && !bare.contains("<summary") || is_summary { converted + "\n" } else { converted }
    }

    /// Converts a heading without an attribute list.
    fn heading(&mut self, line: &str) -> String {
        let text = line.trim().trim_start_matches('#');
        let id = self.ids.pinned(text.trim_end_matches('#'));
        let converted = self.inline(line);
        id.map_or_else(
            || converted.clone(),
            |id| format!("{} {{#{id}}}", converted.trim_end().trim_end_matches('#').trim_end()),
        )
    }

    /// Returns the text of a directive's label, in which a reference can't refer to a link definition.
    fn label(&self, text: &str) -> String {
        escaped_label(&self.definitions.inlined(text, &|url| (self.address)(url, false)))
    }

    fn inline(&mut self, text: &str) -> String {
        if let Some(definition) = with_definition(text, &|url| (self.address)(url, false)) {
            return definition;
        }
        let (converted, unknown) = inline::convert(text, self.syntax, self.address);
        for written in unknown {
            let (what, hint) = match written.as_bytes() {
                [b':', ..] => {
                    ("an icon", "use a docgen icon, such as `:icon{name=check}`, or leave the icon out")
                }
                _ => LIST,
            };
            // Only the first occurrence in a file is reported.
            self.note_line(&written, what, hint);
        }
        converted
    }
}

/// The subject and the hint of the report about attributes that docgen doesn't support.
const LIST: (&str, &str) =
    ("an attribute list", "write the element as HTML with these attributes, or leave them out");

/// Escapes unmatched brackets in a label.
fn escaped_label(text: &str) -> String {
    let balanced = text.matches('[').count() == text.matches(']').count();
    if balanced { text.to_owned() } else { text.replace('[', "\\[").replace(']', "\\]") }
}
