//! Writes a document's events, including raw HTML that components rendered, as Markdown.
//!
//! Elements that exist in Markdown become Markdown syntax. For other elements, this module writes only the text. Text
//! is escaped, so the result has the same words in the same order. If a component has a Markdown form, this module
//! writes that form unchanged.

mod blocks;
mod escape;
mod events;
mod html;
mod inline;
mod table;

use std::collections::VecDeque;

use pulldown_cmark::Alignment;

use super::{Document, Event, balance::Balance, headings};
use crate::path::slugify;
use blocks::{Blocks, Last};
use escape::Place;
pub(crate) use escape::{code_span, fenced};
use events::{Targets, colons};
use inline::{Inline, Mark, Space};
use table::Table;

/// Returns the body of a document as Markdown. `links` and `images` contain the new URL for each destination in
/// [`super::Metadata::links`] and [`super::Metadata::images`]. If the URL is `None`, the destination doesn't change.
/// `pages` is the list of the pages in the page's category, as Markdown.
pub(crate) fn as_markdown(
    document: &Document,
    links: &[Option<String>],
    images: &[Option<String>],
    pages: &str,
) -> String {
    let targets = Targets { document, links, images, pages };
    let mut writer = Writer::new(targets, &document.events);
    writer.events(&document.events, &document.own_markdown);
    let mut text = writer.finish();
    for (index, (short, long)) in document.abbreviations.iter().enumerate() {
        text.push_str(if index == 0 && !text.is_empty() { "\n\n" } else { "\n" });
        text.push_str(&format!("*[{short}]: {long}"));
    }
    text
}

/// The Markdown equivalent of an element.
enum Kind {
    /// Nothing.
    Plain,
    /// A block without Markdown syntax.
    Block,
    Paragraph,
    Heading {
        level: u8,
        id: Option<String>,
    },
    Mark(Mark),
    Quote,
    /// A list. If the list is ordered, the value is the first number.
    List(Option<u32>),
    Item,
    /// A term in a definition list.
    Term,
    Definition,
    /// A table, with its caption.
    Table(Option<String>),
    Head,
    Row,
    Cell {
        is_header: bool,
        span: usize,
        alignment: Alignment,
    },
    /// A code block, with its language.
    Code(String),
    /// A directive.
    Directive(Opening),
    /// The title of the preceding directive.
    Title,
    /// A footnote, with its number.
    Footnote(u32),
}

/// The action at the end of an open element.
enum Frame {
    Nothing,
    /// End the block.
    Block,
    /// End the line, which contains only this element.
    Line(End),
    Mark,
    /// End the code in a line that can't contain code blocks.
    MarkedCode,
    Container(Last),
    List {
        next: Option<u64>,
        marker: char,
        is_loose: bool,
    },
    Table,
    Head,
    Code,
    /// End the line of code.
    CodeLine,
    /// Write the closing line of a directive with this number of colons.
    Directive(usize),
}

/// The destination of a finished line's content.
enum End {
    Heading { level: u8, id: Option<String> },
    Term,
    Title,
    Cell { is_header: bool, span: usize, alignment: Alignment },
}

/// The opening line of a directive, without its title.
struct Opening {
    colons: usize,
    name: &'static str,
    attributes: String,
    /// Whether the title follows.
    is_titled: bool,
}

/// An open code block.
struct CodeText {
    language: String,
    text: String,
}

struct Writer<'d> {
    targets: Targets<'d>,
    blocks: Blocks,
    /// The current line of content.
    line: Option<Inline>,
    /// The place of the current line, if the line contains only one element and this element can't contain blocks.
    single: Option<Place>,
    /// The open inline elements.
    marks: Vec<Mark>,
    frames: Vec<Frame>,
    /// The open raw HTML elements. Each element has a frame.
    balance: Balance,
    /// The number of open Markdown elements.
    depth: usize,
    table: Option<Table>,
    /// The caption of the next table.
    caption: Option<String>,
    code: Option<CodeText>,
    /// The opening line of a directive whose title hasn't been written yet.
    opening: Option<Opening>,
    /// The number of colons in each directive, in the order in which the directives start.
    colons: VecDeque<usize>,
    /// The open tab groups.
    groups: Vec<u32>,
}

impl<'d> Writer<'d> {
    fn new(targets: Targets<'d>, events: &[Event]) -> Self {
        Writer {
            targets,
            blocks: Blocks::default(),
            line: None,
            single: None,
            marks: Vec::new(),
            frames: Vec::new(),
            balance: Balance::default(),
            depth: 0,
            table: None,
            caption: None,
            code: None,
            opening: None,
            colons: colons(events),
            groups: Vec::new(),
        }
    }

    /// Opens an element.
    fn open(&mut self, kind: Kind) {
        let frame = if self.code.is_some() {
            self.open_in_code(&kind)
        } else if self.single.is_some() {
            self.open_in_line(kind)
        } else {
            self.open_block(kind)
        };
        self.frames.push(frame);
    }

    /// Opens an element in a code block, which contains only text.
    fn open_in_code(&mut self, kind: &Kind) -> Frame {
        match kind {
            Kind::Plain | Kind::Mark(_) => Frame::Nothing,
            _ => {
                self.end_line();
                Frame::CodeLine
            }
        }
    }

    /// Opens an element in a line that can't contain blocks.
    fn open_in_line(&mut self, kind: Kind) -> Frame {
        match kind {
            Kind::Plain => Frame::Nothing,
            Kind::Mark(mark) => self.mark(mark),
            Kind::Code(_) if !self.marks.contains(&Mark::Code) => {
                self.end_line();
                self.marks.push(Mark::Code);
                Frame::MarkedCode
            }
            _ => {
                self.end_line();
                Frame::Block
            }
        }
    }

    fn open_block(&mut self, kind: Kind) -> Frame {
        match kind {
            Kind::Plain => return Frame::Nothing,
            Kind::Mark(mark) => return self.mark(mark),
            _ => self.end_line(),
        }
        match kind {
            Kind::Paragraph => {
                self.loosen();
                Frame::Block
            }
            Kind::Heading { level, id } => self.line_for(End::Heading { level, id }, Place::Heading),
            Kind::Quote => self.container("> ".to_owned(), "> ".to_owned(), Last::Other),
            Kind::List(first) => self.list(first),
            Kind::Item => self.item(),
            Kind::Term => self.line_for(End::Term, Place::Term),
            Kind::Definition if matches!(self.blocks.last, Last::Term | Last::Definition) => {
                self.blocks.set_apart(false);
                self.container(": ".to_owned(), "  ".to_owned(), Last::Definition)
            }
            Kind::Table(caption) if self.table.is_none() => {
                self.table = Some(Table::new(caption));
                Frame::Table
            }
            Kind::Head => {
                if let Some(table) = &mut self.table {
                    table.in_head = true;
                }
                Frame::Head
            }
            Kind::Row => {
                if let Some(table) = &mut self.table {
                    table.row();
                }
                Frame::Block
            }
            Kind::Cell { is_header, span, alignment } if self.table.is_some() => {
                self.line_for(End::Cell { is_header, span, alignment }, Place::Cell)
            }
            Kind::Code(language) => {
                self.code = Some(CodeText { language, text: String::new() });
                Frame::Code
            }
            Kind::Directive(opening) => {
                let colons = opening.colons;
                match opening.is_titled {
                    true => self.opening = Some(opening),
                    false => self.opening_line(&opening, ""),
                }
                Frame::Directive(colons)
            }
            Kind::Title if self.opening.is_some() => self.line_for(End::Title, Place::Label),
            Kind::Footnote(number) => {
                self.container(format!("[^{number}]: "), "    ".to_owned(), Last::Footnote)
            }
            Kind::Plain
            | Kind::Mark(_)
            | Kind::Block
            | Kind::Definition
            | Kind::Table(_)
            | Kind::Cell { .. }
            | Kind::Title => Frame::Block,
        }
    }

    /// Opens an inline element unless the element would have no effect inside another inline element.
    fn mark(&mut self, mark: Mark) -> Frame {
        let is_link = |mark: &Mark| matches!(mark, Mark::Link { .. });
        if self.marks.iter().any(|open| *open == mark || (is_link(open) && is_link(&mark))) {
            return Frame::Nothing;
        }
        self.marks.push(mark);
        Frame::Mark
    }

    fn line_for(&mut self, end: End, place: Place) -> Frame {
        (self.line, self.single) = (Some(Inline::default()), Some(place));
        Frame::Line(end)
    }

    fn container(&mut self, marker: String, rest: String, kind: Last) -> Frame {
        if self.blocks.open(marker, rest) { Frame::Container(kind) } else { Frame::Block }
    }

    fn list(&mut self, first: Option<u32>) -> Frame {
        let marker = match (first.is_some(), self.blocks.last) {
            // If the list had the same markers as the preceding list, it would continue that list.
            (false, Last::List('-')) => '+',
            (false, _) => '-',
            (true, Last::List('.')) => ')',
            (true, _) => '.',
        };
        // Only a bulleted list or a numbered list that starts at 1 can immediately follow an item's text.
        if self.blocks.last == Last::Paragraph && first.unwrap_or(1) == 1 && self.nearest_item().is_some() {
            self.blocks.set_apart(false);
        }
        Frame::List { next: first.map(u64::from), marker, is_loose: false }
    }

    fn item(&mut self) -> Frame {
        let nearest = self.frames.iter_mut().rev().find(|frame| !frame.is_transparent());
        let Some(Frame::List { next, marker, is_loose }) = nearest else { return Frame::Block };
        if self.blocks.last == Last::Item {
            self.blocks.set_apart(*is_loose);
        }
        let text = match next {
            Some(number) => {
                // CommonMark 5.2: a number has at most nine digits.
                let text = format!("{}{marker} ", (*number).min(999_999_999));
                *number += 1;
                text
            }
            None => format!("{marker} "),
        };
        let rest = " ".repeat(text.len());
        self.container(text, rest, Last::Item)
    }

    /// Returns the index of the list item that directly contains the next block.
    fn nearest_item(&self) -> Option<usize> {
        let nearest = self.frames.iter().rposition(|frame| !frame.is_transparent())?;
        matches!(self.frames[nearest], Frame::Container(Last::Item)).then_some(nearest)
    }

    /// Puts a blank line between the items of the list that directly contains the next block.
    fn loosen(&mut self) {
        let Some(item) = self.nearest_item() else { return };
        let list = self.frames[..item].iter_mut().rev().find(|frame| !frame.is_transparent());
        if let Some(Frame::List { is_loose, .. }) = list {
            *is_loose = true;
        }
    }

    /// Closes the innermost element.
    fn close_frame(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        match frame {
            Frame::Nothing => {}
            Frame::Mark => self.end_mark(),
            Frame::MarkedCode => {
                self.end_mark();
                self.end_line();
            }
            Frame::Line(end) => self.end_single(end),
            Frame::Code => {
                let Some(CodeText { language, text }) = self.code.take() else { return };
                let text = text.strip_prefix('\n').unwrap_or(&text);
                if !text.trim().is_empty() {
                    self.code_block(&language, text);
                }
            }
            _ => {
                self.end_line();
                self.close_block(frame);
            }
        }
    }

    fn end_mark(&mut self) {
        if let Some(line) = &mut self.line {
            line.close(&self.marks);
        }
        self.marks.pop();
    }

    fn close_block(&mut self, frame: Frame) {
        match frame {
            Frame::Container(kind) => self.blocks.close(kind),
            Frame::List { marker, .. } => {
                self.blocks.set_apart(true);
                self.blocks.last = Last::List(marker);
            }
            Frame::Table => {
                if let Some(text) = self.table.take().and_then(Table::finish) {
                    self.block(&text, Last::Other);
                }
            }
            Frame::Head => {
                if let Some(table) = &mut self.table {
                    table.in_head = false;
                }
            }
            Frame::Directive(colons) => {
                if let Some(opening) = self.opening.take() {
                    self.opening_line(&opening, "");
                }
                self.blocks.set_apart(false);
                self.block(&":".repeat(colons), Last::Other);
            }
            _ => {}
        }
    }

    fn end_single(&mut self, end: End) {
        let place = self.single.take().unwrap_or_default();
        let text = self.line.take().unwrap_or_default().finish(&self.marks, place);
        match end {
            End::Heading { .. } | End::Term if text.is_empty() => {}
            End::Term => {
                if self.blocks.last == Last::Term {
                    self.blocks.set_apart(false);
                }
                self.block(&text, Last::Term);
            }
            End::Heading { level, id } => {
                let id = id_after(&text, id);
                let text = format!("{} {text}{id}", "#".repeat(level.clamp(1, 6).into()));
                self.block(&text, Last::Other);
            }
            End::Title => {
                if let Some(opening) = self.opening.take() {
                    let title = if text.is_empty() { text } else { format!("[{text}]") };
                    self.opening_line(&opening, &title);
                }
            }
            End::Cell { is_header, span, alignment } => {
                if let Some(table) = &mut self.table {
                    table.cell(text, is_header, span, alignment);
                }
            }
        }
    }

    fn opening_line(&mut self, opening: &Opening, title: &str) {
        let Opening { colons, name, attributes, .. } = opening;
        let line = format!("{}{name}{title}{attributes}", ":".repeat(*colons));
        self.block(&line, Last::Other);
        self.blocks.set_apart(false);
    }

    /// Ends the line of content. The next content starts a new line.
    fn end_line(&mut self) {
        if let Some(code) = &mut self.code {
            if !code.text.is_empty() && !code.text.ends_with('\n') {
                code.text.push('\n');
            }
        } else if self.single.is_some() {
            self.space(Space::Block);
        } else if let Some(line) = self.line.take() {
            let text = line.finish(&self.marks, Place::Paragraph);
            if !text.is_empty() {
                self.block(&text, Last::Paragraph);
            }
        }
    }

    /// Writes a block. If the block is in a table, writes the table's rows first.
    fn block(&mut self, text: &str, last: Last) {
        if let Some(rows) = self.table.as_mut().and_then(Table::take_rows) {
            self.blocks.block(&rows, Last::Other);
        }
        self.blocks.block(text, last);
    }

    fn space(&mut self, space: Space) {
        match (&mut self.code, &mut self.line) {
            (Some(code), _) => code.text.push('\n'),
            (None, Some(line)) => line.space(space),
            (None, None) => {}
        }
    }

    /// Whether the next text is code.
    fn is_verbatim(&self) -> bool {
        self.code.is_some() || self.marks.contains(&Mark::Code)
    }

    fn text(&mut self, text: &str) {
        if let Some(code) = &mut self.code {
            return code.text.push_str(text);
        }
        if self.marks.contains(&Mark::Code) {
            return self.inline_code(text);
        }
        if self.line.is_some() || !text.trim_ascii().is_empty() {
            self.line.get_or_insert_default().text(text, &self.marks);
        }
    }

    fn inline_code(&mut self, text: &str) {
        match &mut self.code {
            Some(code) => code.text.push_str(text),
            None => self.line.get_or_insert_default().code(text, &self.marks),
        }
    }

    /// Writes Markdown in a line.
    fn raw_inline(&mut self, markdown: &str) {
        if self.code.is_none() {
            self.line.get_or_insert_default().raw(markdown, &self.marks);
        }
    }

    fn image(&mut self, alt: &str, target: &str, title: Option<&str>) {
        if self.code.is_none() {
            self.line.get_or_insert_default().image(alt, target, title, &self.marks);
        }
    }

    fn rule(&mut self) {
        self.end_line();
        if self.single.is_none() && self.code.is_none() {
            self.block("***", Last::Other);
        }
    }

    fn code_block(&mut self, info: &str, text: &str) {
        self.end_line();
        if self.single.is_some() || self.code.is_some() {
            self.inline_code(text);
            return self.end_line();
        }
        self.block(&escape::fenced(info, text), Last::Other);
    }

    fn finish(mut self) -> String {
        while !self.frames.is_empty() {
            self.close_frame();
        }
        self.end_line();
        self.blocks.finish()
    }
}

impl Frame {
    /// Whether a block in the element is treated like a direct child of the parent element.
    fn is_transparent(&self) -> bool {
        matches!(self, Frame::Nothing | Frame::Block | Frame::Mark)
    }
}

/// Returns the Markdown that sets a heading's ID. If the heading has no ID, or if the ID is based on the heading's
/// text, returns an empty string.
fn id_after(text: &str, id: Option<String>) -> String {
    let is_valid = |id: &String| headings::own_id(&format!("{{#{id}}}")).is_some();
    let is_number = |rest: &str| {
        let digits = rest.strip_prefix('-').unwrap_or(rest);
        digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let slug = slugify(text);
    let is_given = |id: &str| id.strip_prefix(&*slug).is_some_and(is_number);
    match id.filter(is_valid) {
        // If there were no explicit ID, the end of the text would become the ID.
        id if headings::end_of(text).is_some() => {
            let id = id.or_else(|| Some(slug.clone()).filter(is_valid));
            format!(" {{#{}}}", id.as_deref().unwrap_or("section"))
        }
        Some(id) if !is_given(&id) => format!(" {{#{id}}}"),
        _ => String::new(),
    }
}
