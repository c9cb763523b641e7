//! The content of blocks that events refer to by index: code, formulas, tabs, fields, and videos.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::TextSpan;
use crate::diag::Span;
use crate::markdown::icons::Icon;
use crate::markdown::math;
use crate::path::SourcePath;

/// A code block.
#[derive(Clone, Debug, Default)]
pub struct CodeBlock {
    /// The language from the info string. If there's no language, the string is empty.
    pub language: Box<str>,
    /// The title above the block.
    pub title: Option<Box<str>>,
    /// The escaped code. If there's a grammar for the language, the code contains a span for each token. Spans never
    /// cross line breaks, and there's no line break after the last line.
    pub html: Option<Arc<str>>,
    /// The code as plain text, without markers.
    pub text: TextSpan,
    /// The marks of each line, in the order of [`LineMark`]. If no line has a mark, the list is empty.
    pub marks: Vec<Vec<LineMark>>,
    /// The parts of the code that have their own tags, in order, each with its range in the code. Parts don't overlap
    /// or contain line breaks.
    pub parts: Vec<(Range<usize>, CodePart)>,
    /// The ranges of lines that are initially collapsed, in order. Line numbers start at 1, and a range includes both
    /// ends. Ranges don't overlap.
    pub collapsed: Vec<(u32, u32)>,
    /// Whether the code is a patch, which shows its own diff markers.
    pub patch: bool,
    /// Whether long lines are wrapped.
    pub wrap: bool,
    /// The block with its marks. If the language and the code already contain all of this text, the value is `None`.
    pub written: Option<Written>,
    /// The number of the first line, if line numbers are shown.
    pub first_number: Option<u32>,
    /// Whether the code is the source of a diagram, which an island draws.
    pub diagram: bool,
    /// The location of the block's first line in the page's source. The location of a block from another file is empty.
    pub place: TextSpan,
}

/// A code block as it's written, with the values of its variables, and without options that only select the code.
#[derive(Clone, Debug)]
pub struct Written {
    /// The language.
    pub language: Box<str>,
    /// The options after the language, without the title.
    pub options: Box<str>,
    /// The code.
    pub text: TextSpan,
}

/// The meaning of part of a code block.
#[derive(Clone, Debug, PartialEq)]
pub enum CodePart {
    /// A marked word: highlighted, added, or removed.
    Word(LineMark),
    /// The number of a note. The part is empty.
    Note(u32),
    /// Text in a terminal's style: the classes, and the colors as CSS declarations.
    Styled {
        /// The classes.
        classes: Box<str>,
        /// The declarations.
        colors: Box<str>,
        /// The mark, if the text is also a marked word.
        mark: Option<LineMark>,
    },
    /// A link in [`super::Metadata::links`].
    Link(u32),
}

/// An element's attributes from an attribute list.
#[derive(Clone, Debug, Default)]
pub struct Attributes {
    /// The ID. If the element is a heading, the heading itself contains the ID.
    pub id: Option<Box<str>>,
    /// The classes, separated by spaces.
    pub classes: Box<str>,
    /// The names and values of the other attributes.
    pub others: Vec<(Box<str>, Box<str>)>,
}

/// A formula.
#[derive(Debug)]
pub struct Formula {
    /// The LaTeX.
    pub latex: TextSpan,
    /// The formula as MathML, or `None` if the LaTeX isn't valid.
    pub mathml: Option<Box<str>>,
    /// Whether the formula is on its own line.
    pub display: bool,
    /// The labels and references in the formula.
    pub labels: Vec<FormulaLabel>,
}

impl Formula {
    /// Whether the formula refers to an equation.
    pub(in crate::markdown) fn has_reference(&self) -> bool {
        self.labels.iter().any(|label| label.is_reference)
    }

    /// If the formula is only a reference to an equation, returns the equation's number or tag. If the equation isn't
    /// known yet, returns `None`.
    pub(in crate::markdown) fn reference(&self) -> Option<&str> {
        let (_, text) = self.mathml.as_deref()?.strip_prefix("<a ")?.strip_suffix("</a>")?.split_once('>')?;
        Some(text).filter(|text| !text.is_empty())
    }

    /// Returns the MathML without the links to equations, for a formula that's in a link itself.
    pub(crate) fn unlinked(&self) -> Option<Cow<'_, str>> {
        self.mathml.as_deref().map(math::without_links)
    }
}

/// A label in a formula, or a reference to a label.
#[derive(Debug)]
pub struct FormulaLabel {
    /// The name.
    pub name: Box<str>,
    /// Whether this is a reference.
    pub is_reference: bool,
    /// The location in the file.
    pub span: Span,
    /// The imported file that contains the formula, if any.
    pub file: Option<SourcePath>,
}

/// A mark of a code line. A line can have several marks, but it's highlighted only if it has no other color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineMark {
    /// Highlighted.
    Mark,
    /// Added.
    Add,
    /// Removed.
    Remove,
    /// An error.
    Error,
    /// A warning.
    Warning,
    /// The line is in focus, and lines without this mark are dimmed.
    Focus,
}

impl LineMark {
    /// Whether the mark shows that a line was added or removed.
    pub fn is_change(self) -> bool {
        matches!(self, LineMark::Add | LineMark::Remove)
    }
}

/// A parameter, a property, or a setting.
#[derive(Debug)]
pub struct Field {
    /// The name.
    pub name: Box<str>,
    /// The ID, which is unique on the page.
    pub id: Box<str>,
    /// The type.
    pub kind: Option<Box<str>>,
    /// The default value.
    pub default: Option<Box<str>>,
    /// Whether the field is required.
    pub is_required: bool,
    /// Whether the field is deprecated.
    pub is_deprecated: bool,
}

/// A video.
#[derive(Debug)]
pub struct Video {
    /// The source.
    pub source: VideoSource,
    /// The title, as plain text.
    pub title: Box<str>,
    /// The image that's shown until the video starts, as an index into [`Metadata::images`].
    pub poster: Option<u32>,
    /// The captions file, as an index into [`Metadata::images`].
    pub captions: Option<u32>,
}

/// A video's source.
#[derive(Debug)]
pub enum VideoSource {
    /// A file, as an index into [`Metadata::images`].
    File(u32),
    /// A page on a video service.
    Service {
        /// The page, as an index into [`Metadata::links`].
        page: u32,
        /// The player's URL.
        player: Box<str>,
    },
}

/// A group of tabs.
#[derive(Clone, Debug, Default)]
pub struct Tabs {
    /// The group's name. Groups with the same name switch together.
    pub group: Option<Box<str>>,
    /// The query parameter that contains the selected tab.
    pub query: Option<Box<str>>,
    /// The index of the tab that's initially open.
    pub selected: u32,
    /// The tabs, in reading order.
    pub tabs: Vec<Tab>,
}

/// A tab in a group.
#[derive(Clone, Debug)]
pub struct Tab {
    /// The label of the tab's button, as plain text.
    pub label: Box<str>,
    /// The value that's stored when the tab is selected.
    pub value: Box<str>,
    /// The icon before the label.
    pub icon: Option<Icon>,
}

impl Tab {
    /// Creates a tab. If no value is set, the value is based on the label.
    pub(in crate::markdown) fn new(label: Box<str>, value: Option<Box<str>>) -> Self {
        let value = value.unwrap_or_else(|| {
            let slug = crate::path::slugify(&label);
            if slug.is_empty() { label.clone() } else { slug.into() }
        });
        Tab { label, value, icon: None }
    }
}

/// The audience of content.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Audience {
    /// People. The content isn't in the Markdown version of the page.
    Humans,
    /// Agents. The content is only in the Markdown version of the page.
    Agents,
}
