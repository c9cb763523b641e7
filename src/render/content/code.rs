//! Converts code blocks and diagrams to HTML.

use std::ops::Range;

use super::{
    Medium, Writer,
    links::NEW_TAB,
    parts::{Tagged, with_tags},
};
use crate::markdown::{CodeBlock, CodePart, Element, Event, LineMark, escape, highlight};
use crate::render::markup::{Markup, html, stays_on_line};
use crate::site::HrefKind;

/// The position in the list of notes after a code block.
pub(super) struct Notes {
    /// The index of the code block.
    code: u32,
    /// The number of open lists.
    depth: u32,
    /// The number of the last note.
    number: u32,
}

impl Writer<'_> {
    /// Writes the tags for the list of notes after a code block. Returns whether the event was written.
    pub(super) fn in_notes(&mut self, event: Event) -> bool {
        let Some(notes) = &mut self.notes else { return false };
        match event {
            Event::Open(Element::List(Some(1))) if notes.depth == 0 && self.attributes.is_none() => {
                notes.depth = 1;
                self.raw("<ol class=\"code-notes\">\n");
                return true;
            }
            Event::Open(Element::List(_)) if notes.depth > 0 => notes.depth += 1,
            Event::Close(Element::List(_)) if notes.depth > 1 => notes.depth -= 1,
            Event::Open(Element::Item { task: false })
                if notes.depth == 1 && self.options.medium == Medium::Page =>
            {
                notes.number += 1;
                let (code, number) = (notes.code, notes.number);
                let id = self.note_id(code, number);
                html!(self, r#"<li id="{}""#, &id);
                self.write_attributes(&["id"]);
                self.raw(">");
                return true;
            }
            _ if notes.depth == 0 => self.notes = None,
            Event::Close(Element::List(_)) => self.notes = None,
            _ => {}
        }
        false
    }

    /// Writes inline code. A request to an operation becomes a link to the operation's page.
    pub(super) fn inline_code(&mut self, code: &str) {
        let is_free = self.links == 0 && self.cards == 0 && !self.in_heading && !self.is_in_raw_link();
        let requests = self.resolved.requests.iter().filter(|_| is_free && self.resolved.shows_requests);
        let link = requests.into_iter().find(|(request, _)| request == code.trim()).map(|(_, link)| link);
        if let Some(link) = link {
            html!(self, r#"<a href="{}">"#, &link.href);
        }
        self.raw("<code");
        let language = self.attribute("lang").filter(|name| highlight::is_known(name)).map(str::to_owned);
        match language.filter(|_| self.options.medium != Medium::Feed) {
            Some(language) => {
                html!(self, r#" data-language="{}""#, &language);
                self.write_attributes(&["lang"]);
                html!(self, ">{}</code>", raw(&highlight::inline(&language, code)));
            }
            None => {
                self.write_attributes(&[]);
                self.unbroken(code);
                self.raw("</code>");
            }
        }
        if link.is_some() {
            self.raw("</a>");
        }
    }

    /// Writes the rest of an inline code's tag and its text. Short code with hyphens, such as an option, and short words
    /// with hyphens in longer code, stay on one line.
    fn unbroken(&mut self, code: &str) {
        if self.options.medium == Medium::Feed {
            return html!(self, ">{}", code);
        }
        if stays_on_line(code) {
            return html!(self, " data-unbroken>{}", code);
        }
        self.raw(">");
        for word in code.split_inclusive(char::is_whitespace) {
            self.code_word(word.trim_end());
            self.raw(&word[word.trim_end().len()..]);
        }
    }

    /// Writes the code block or diagram at an index in the document.
    pub(super) fn code(&mut self, index: u32) {
        let document = self.document;
        let block = &document.code[index as usize];
        if self.options.medium == Medium::Feed {
            return self.plain(block);
        }
        if block.diagram {
            return self.diagram(self.document.str(block.text));
        }
        let language = if block.language.is_empty() { "text" } else { &block.language };
        html!(self, r#"<div class="code" data-language="{}""#, language);
        if let Some(first) = block.first_number {
            html!(self, r#" data-lines="{}""#, &first.to_string());
            if first != 1 {
                html!(self, r#" style="--first-line: {}""#, &first.to_string());
            }
        }
        if block.marks.iter().flatten().any(|mark| mark.is_change()) {
            self.raw(if block.patch { " data-patch" } else { " data-diff" });
        }
        if block.wrap {
            self.raw(" data-wrap");
        }
        if block.marks.iter().flatten().any(|mark| *mark == LineMark::Focus) {
            self.raw(" data-focus");
        }
        self.raw(">");
        if let Some(title) = &block.title {
            html!(self, r#"<div class="code-title">{}</div>"#, title);
        }
        self.raw("<pre tabindex=\"0\"><code>");
        let start = self.out.len();
        match &block.html {
            Some(html) => self.raw(html),
            None => highlight::write(&block.language, self.document.str(block.text), &mut self.out),
        }
        if block.parts.iter().any(|(_, part)| matches!(part, CodePart::Note(_))) {
            self.notes = Some(Notes { code: index, depth: 0, number: 0 });
        }
        if !block.parts.is_empty() {
            let html = self.out.split_off(start);
            let tagged = self.tagged(index, block);
            self.raw(&with_tags(&html, &tagged));
        }
        if block.first_number.is_some() || !block.marks.is_empty() || !block.collapsed.is_empty() {
            let html = self.out.split_off(start);
            self.lines(block, &html);
        }
        html!(self, r#"</code></pre><div class="code-tools">"#);
        html!(self, r#"<button type="button" class="code-wrap" aria-label="{code_wrap}" hidden></button>"#);
        html!(self, r#"<button type="button" class="code-copy" aria-label="{code_copy}"></button>"#);
        self.raw("</div></div>\n");
    }

    /// Returns the tags around the parts of a block. In lists of pages, notes aren't links, because their targets aren't
    /// part of the list.
    fn tagged(&self, index: u32, block: &CodeBlock) -> Vec<Tagged> {
        let is_page = self.options.medium == Medium::Page;
        let tags =
            |(name, close): (&str, &'static str), attributes: &str| (format!("<{name}{attributes}>"), close);
        let tag = |(range, part): &(Range<usize>, CodePart)| {
            let (open, close) = match part {
                CodePart::Word(mark) => tags(word_element(*mark), ""),
                CodePart::Note(number) => {
                    let id = self.note_id(index, *number);
                    let link = if is_page {
                        format!(" href=\"#{id}\" aria-describedby=\"{id}\"")
                    } else {
                        " role=\"img\"".to_owned()
                    };
                    (format!("<a class=\"code-note\" aria-label=\"{number}\"{link}>"), "</a>")
                }
                CodePart::Styled { classes, colors, mark } => {
                    let style =
                        if colors.is_empty() { String::new() } else { format!(" style=\"{colors}\"") };
                    let element = mark.map_or(("span", "</span>"), word_element);
                    tags(element, &format!(" class=\"{classes}\"{style}"))
                }
                CodePart::Link(_) if self.is_in_raw_link() => (String::new(), ""),
                CodePart::Link(link) => (self.start_of_link(*link), "</a>"),
            };
            Tagged { range: range.clone(), open, close }
        };
        block.parts.iter().map(tag).collect()
    }

    /// Returns the start tag of a link in code.
    fn start_of_link(&self, index: u32) -> String {
        let mut tag = "<a".to_owned();
        if let Some(href) = self.resolved.links.get(index as usize) {
            tag.push_str(" href=\"");
            escape::attribute(&href.href, &mut tag);
            tag.push('"');
            if href.kind == HrefKind::External {
                tag.push_str(NEW_TAB);
            }
        }
        tag.push('>');
        tag
    }

    /// Returns the ID of a note in the list after a block.
    pub(super) fn note_id(&self, index: u32, number: u32) -> String {
        format!("{}code-note-{}-{number}", self.options.prefix, index + 1)
    }

    /// Writes a code block without colors, buttons, or islands. Signs and numbers replace the marks that styles show.
    fn plain(&mut self, block: &CodeBlock) {
        if let Some(title) = &block.title {
            html!(self, "<p><em>{}</em></p>\n", title);
        }
        let text = self.document.str(block.text);
        let is_signed = !block.patch && block.marks.iter().flatten().any(|mark| mark.is_change());
        let is_note = |part: &&(Range<usize>, CodePart)| matches!(part.1, CodePart::Note(_));
        if !is_signed && !block.parts.iter().any(|part| is_note(&part)) {
            return html!(self, "<pre><code>{}</code></pre>\n", text);
        }
        let (mut out, mut start) = (String::with_capacity(text.len() + 64), 0);
        for (at, line) in text.split_inclusive('\n').enumerate() {
            if is_signed {
                let change = block.marks.get(at).into_iter().flatten().find(|mark| mark.is_change());
                out.push_str(match change {
                    Some(LineMark::Add) => "+ ",
                    Some(LineMark::Remove) => "- ",
                    _ => "  ",
                });
            }
            let bare = line.strip_suffix('\n').unwrap_or(line);
            out.push_str(bare);
            let end = start + bare.len();
            for (_, part) in block.parts.iter().filter(is_note).filter(|(range, _)| range.start == end) {
                if let CodePart::Note(number) = part {
                    out.push_str(&format!(" ({number})"));
                }
            }
            out.push_str(&line[bare.len()..]);
            start += line.len();
        }
        html!(self, "<pre><code>{}</code></pre>\n", &out);
    }

    /// Writes each line of the code in its own element, and collapsed lines in a `<details>` element.
    fn lines(&mut self, block: &CodeBlock, html: &str) {
        let first_number = block.first_number.unwrap_or(1);
        let mut collapsed = block.collapsed.iter().peekable();
        let mut is_after = false;
        // A diff can end with an empty line.
        let last = (html.is_empty() || html.ends_with('\n')).then_some("");
        for (at, line) in html.split_inclusive('\n').chain(last).enumerate() {
            let number = at as u32 + 1;
            if let Some((first, last)) = collapsed.peek().copied().filter(|(first, _)| *first == number) {
                let shown = |number: &u32| (number + first_number - 1).to_string();
                let range = [("first", &*shown(first)), ("last", &*shown(last))];
                let key = if first == last { "code_line" } else { "code_lines" };
                let label = self.messages.fill(key, &range);
                self.raw(r#"<details class="details code-fold"><summary>"#);
                self.interface_text(&label);
                self.raw("</summary>");
            }
            let marks = block.marks.get(at).into_iter().flatten().map(|mark| match mark {
                LineMark::Mark => "mark",
                LineMark::Add if block.patch => "plus",
                LineMark::Remove if block.patch => "minus",
                LineMark::Add => "add",
                LineMark::Remove => "remove",
                LineMark::Error => "error",
                LineMark::Warning => "warning",
                LineMark::Focus => "focus",
            });
            self.raw("<span class=\"line\"");
            let marks: Vec<&str> = marks.collect();
            if !marks.is_empty() {
                html!(self, r#" data-line="{}""#, &marks.join(" "));
            }
            // Closed `<details>` elements have their own counters.
            if is_after && block.first_number.is_some() {
                html!(self, r#" style="counter-set: line {}""#, &(number + first_number - 1).to_string());
            }
            is_after = false;
            html!(self, ">{}</span>", raw(line));
            if collapsed.next_if(|(_, last)| *last == number).is_some() {
                self.raw("</details>");
                is_after = true;
            }
        }
    }

    /// Writes a diagram as an island that draws it. The source is shown until the diagram is drawn, or if scripts don't
    /// run. A `closed` diagram is drawn in a context where it can't load anything.
    fn diagram(&mut self, source: &str) {
        let closed = if self.options.closed { ",\"closed\":true" } else { "" };
        let json = format!("{{\"source\":{}{closed}}}", json_string(source));
        html!(self, r#"<div data-island="diagram"><script type="application/json">{}</script>"#, raw(&json));
        html!(self, r#"<div data-fallback><pre tabindex="0">{}</pre></div></div>"#, source);
        self.raw("\n");
    }
}

/// Returns a JSON string that is safe in a script element.
fn json_string(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c < ' ' || "<>&\u{2028}\u{2029}".contains(c) => {
                out.push_str(&format!("\\u{:04x}", c as u32))
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Returns the name and the end tag of the element for a marked word.
fn word_element(mark: LineMark) -> (&'static str, &'static str) {
    match mark {
        LineMark::Add => ("ins", "</ins>"),
        LineMark::Remove => ("del", "</del>"),
        _ => ("mark", "</mark>"),
    }
}
