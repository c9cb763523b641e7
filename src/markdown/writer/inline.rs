//! Writes inline content (text, code, images, links, and emphasis) so that a Markdown parser reads the original
//! content.

use super::escape::{self, Around, Edge, Place};

/// An inline element that contains content.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mark {
    Emphasis,
    Strong,
    Strikethrough,
    /// Code. The content consists of separate pieces.
    Code,
    Link {
        target: String,
        title: Option<String>,
    },
    /// An HTML element that has no Markdown syntax.
    Tag(&'static str),
}

/// Whitespace between two pieces, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Space {
    #[default]
    None,
    Blank,
    /// The end of a line of Markdown.
    Line,
    /// The end of a line that readers see.
    Hard,
    /// The end of a block in a place that can't contain blocks.
    Block,
}

/// A piece of inline content.
#[derive(Debug)]
enum Piece {
    Text(String),
    Code(String),
    /// Markdown.
    Raw(String),
    Image {
        alt: String,
        target: String,
        title: Option<String>,
    },
    Space(Space),
    Open(Mark),
    Close(Mark),
}

/// Inline content that grows piece by piece. Whitespace at the start and end is dropped, and whitespace at the edges
/// of a mark is moved out of the mark.
#[derive(Debug, Default)]
pub(super) struct Inline {
    pieces: Vec<Piece>,
    /// The number of open marks that contain the next piece.
    opened: usize,
    /// The whitespace before the next piece.
    space: Space,
}

impl Inline {
    /// Adds whitespace. If there isn't content on both sides, the whitespace is dropped.
    pub(super) fn space(&mut self, space: Space) {
        if !self.pieces.is_empty() {
            self.space = self.space.max(space);
        }
    }

    /// Whether the next content is at the start of a line.
    pub(super) fn starts_line(&self) -> bool {
        self.pieces.is_empty() || self.space >= Space::Line
    }

    /// Adds text and collapses its whitespace, as HTML does.
    pub(super) fn text(&mut self, text: &str, marks: &[Mark]) {
        for (index, word) in text.split(|c: char| c.is_ascii_whitespace()).enumerate() {
            if index > 0 {
                self.space(Space::Blank);
            }
            if !word.is_empty() {
                self.open(marks);
                self.push_text(word);
            }
        }
    }

    /// Adds code and keeps spaces in the code.
    pub(super) fn code(&mut self, code: &str, marks: &[Mark]) {
        if code.is_empty() {
            return;
        }
        self.open(marks);
        match self.pieces.last_mut() {
            Some(Piece::Code(last)) => last.push_str(code),
            _ => self.pieces.push(Piece::Code(code.to_owned())),
        }
    }

    /// Adds Markdown.
    pub(super) fn raw(&mut self, markdown: &str, marks: &[Mark]) {
        let inner = markdown.trim();
        if markdown.starts_with(|c: char| c.is_whitespace()) {
            self.space(Space::Blank);
        }
        if !inner.is_empty() {
            self.open(marks);
            self.pieces.push(Piece::Raw(inner.to_owned()));
        }
        if markdown.ends_with(|c: char| c.is_whitespace()) {
            self.space(Space::Blank);
        }
    }

    pub(super) fn image(&mut self, alt: &str, target: &str, title: Option<&str>, marks: &[Mark]) {
        self.open(marks);
        let (alt, target, title) = (alt.to_owned(), target.to_owned(), title.map(str::to_owned));
        self.pieces.push(Piece::Image { alt, target, title });
    }

    /// Ends the innermost mark.
    pub(super) fn close(&mut self, marks: &[Mark]) {
        if self.opened == marks.len()
            && let Some(mark) = marks.last()
        {
            self.opened -= 1;
            if *mark != Mark::Code {
                self.pieces.push(Piece::Close(mark.clone()));
            }
        }
    }

    /// Writes pending whitespace and then opens the marks that aren't open yet.
    fn open(&mut self, marks: &[Mark]) {
        match std::mem::take(&mut self.space) {
            Space::None => {}
            Space::Blank => self.push_text(" "),
            space => self.pieces.push(Piece::Space(space)),
        }
        for mark in &marks[self.opened.min(marks.len())..] {
            match self.pieces.last() {
                _ if *mark == Mark::Code => {}
                // Continue the previous mark, because `**a****b**` wouldn't be parsed as two adjacent marks.
                Some(Piece::Close(last)) if last == mark => drop(self.pieces.pop()),
                _ => self.pieces.push(Piece::Open(mark.clone())),
            }
        }
        self.opened = marks.len();
    }

    fn push_text(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(Piece::Text(last)) => last.push_str(text),
            _ => self.pieces.push(Piece::Text(text.to_owned())),
        }
    }

    /// Returns the content as Markdown. Marks that are still open at the end are closed.
    pub(super) fn finish(mut self, marks: &[Mark], place: Place) -> String {
        for mark in marks[..self.opened.min(marks.len())].iter().rev().filter(|mark| **mark != Mark::Code) {
            self.pieces.push(Piece::Close(mark.clone()));
        }
        let mut writer = InlineWriter { pieces: &self.pieces, place, ..InlineWriter::default() };
        let mut index = 0;
        while index < self.pieces.len() {
            index = writer.piece(index);
        }
        writer.out
    }
}

#[derive(Default)]
struct InlineWriter<'p> {
    pieces: &'p [Piece],
    place: Place,
    out: String,
    /// The kind of character at the end of the text so far.
    edge: Edge,
    /// The ends of the open marks.
    ends: Vec<String>,
}

impl InlineWriter<'_> {
    /// Writes a piece and returns the index of the next piece to write.
    fn piece(&mut self, index: usize) -> usize {
        match &self.pieces[index] {
            Piece::Text(text) => self.text(text, index),
            Piece::Code(code) => self.out.push_str(&escape::code_in(code, self.place)),
            Piece::Raw(raw) => self.out.push_str(&escape::raw(raw, self.place)),
            Piece::Image { alt, target, title } => {
                self.out.push_str("![");
                let around = Around { in_brackets: true, ..Around::default() };
                escape::text(alt.trim(), around, self.place, &mut self.out);
                self.out.push_str(&link_end(target, title.as_deref(), self.place));
            }
            Piece::Space(space) => self.out.push_str(match (space, self.place) {
                (Space::Line, Place::Paragraph) => "\n",
                (Space::Hard, Place::Paragraph) => "\\\n",
                (Space::Hard, Place::Heading | Place::Term) | (Space::Hard | Space::Block, Place::Cell) => {
                    "<br>"
                }
                _ => " ",
            }),
            Piece::Open(mark) => return self.start(mark, index),
            Piece::Close(_) => {
                let end = self.ends.pop().unwrap_or_default();
                self.out.push_str(&end);
                self.edge = Edge::of_delimiter(end.chars().next_back());
                return index + 1;
            }
        }
        self.edge = last_edge(self.pieces.get(index));
        index + 1
    }

    fn text(&mut self, text: &str, index: usize) {
        let next = self.pieces.get(index + 1);
        let is_open = |piece: &Piece| match piece {
            Piece::Open(Mark::Link { .. }) => true,
            Piece::Raw(raw) => raw.starts_with('['),
            _ => false,
        };
        let around = Around {
            in_brackets: self.place == Place::Label || self.ends.iter().any(|end| end.starts_with(']')),
            before_bracket: next.is_some_and(is_open),
            starts_line: matches!(self.place, Place::Paragraph | Place::Term)
                && (self.out.is_empty() || self.out.ends_with('\n')),
        };
        escape::text(text, around, self.place, &mut self.out);
    }

    fn start(&mut self, mark: &Mark, index: usize) -> usize {
        let end = end_of(self.pieces, index);
        let (start, close) = match mark {
            Mark::Link { target, title: None }
                if let [Piece::Text(text)] = &self.pieces[index + 1..end]
                    && escape::is_autolink(text, target) =>
            {
                self.out.push_str(&format!("<{text}>"));
                self.edge = Edge::Sign;
                return end + 1;
            }
            Mark::Link { target, title } => ("[".to_owned(), link_end(target, title.as_deref(), self.place)),
            Mark::Strong => self.delimiter(&["**"], "strong", index, end),
            Mark::Emphasis => self.delimiter(&["*", "_"], "em", index, end),
            Mark::Strikethrough => self.delimiter(&["~~"], "del", index, end),
            Mark::Tag(name) => (format!("<{name}>"), format!("</{name}>")),
            Mark::Code => Default::default(),
        };
        self.edge = Edge::of_delimiter(start.chars().next_back());
        self.out.push_str(&start);
        self.ends.push(close);
        index + 1
    }

    /// Returns the start and end of emphasis. If delimiters have an effect here, returns delimiters. Otherwise, returns
    /// tags.
    fn delimiter(&self, all: &[&str], name: &str, open: usize, close: usize) -> (String, String) {
        let inside = (first_edge(self.pieces.get(open + 1)), last_edge(self.pieces.get(close - 1)));
        let outside = (self.edge, first_edge(self.pieces.get(close + 1)));
        match all.iter().find(|one| escape::delimits(one, outside, inside)) {
            Some(one) => ((*one).to_owned(), (*one).to_owned()),
            None => (format!("<{name}>"), format!("</{name}>")),
        }
    }
}

/// If a piece opens a mark, returns the index of the piece that closes it.
fn end_of(pieces: &[Piece], open: usize) -> usize {
    let mut depth = 0_usize;
    for (index, piece) in pieces.iter().enumerate().skip(open) {
        match piece {
            Piece::Open(_) => depth += 1,
            Piece::Close(_) => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return index;
        }
    }
    pieces.len()
}

fn link_end(target: &str, title: Option<&str>, place: Place) -> String {
    let title = title.filter(|title| !title.trim().is_empty());
    let title = title.map_or_else(String::new, |title| format!(" \"{}\"", escape::title(title, place)));
    format!("]({}{title})", escape::destination(target, place))
}

/// Returns the kind of character at the start of a piece.
fn first_edge(piece: Option<&Piece>) -> Edge {
    match piece {
        Some(Piece::Text(text) | Piece::Raw(text)) => Edge::of(text.chars().next()),
        Some(Piece::Open(mark) | Piece::Close(mark)) => edge(mark),
        Some(Piece::Code(_) | Piece::Image { .. }) => Edge::Sign,
        Some(Piece::Space(_)) | None => Edge::Space,
    }
}

/// Returns the kind of character at the end of a piece.
fn last_edge(piece: Option<&Piece>) -> Edge {
    match piece {
        Some(Piece::Text(text) | Piece::Raw(text)) => Edge::of(text.chars().next_back()),
        other => first_edge(other),
    }
}

/// Returns the kind of a mark's delimiter, for comparison with adjacent marks. Emphasis next to another mark uses
/// underscores.
fn edge(mark: &Mark) -> Edge {
    match mark {
        Mark::Strong => Edge::Delimiter('*'),
        Mark::Emphasis => Edge::Delimiter('_'),
        Mark::Strikethrough => Edge::Delimiter('~'),
        Mark::Code | Mark::Link { .. } | Mark::Tag(_) => Edge::Sign,
    }
}
