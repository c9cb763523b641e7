//! Handles attribute lists after inline elements, at the end of headings, and after blocks.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::{Event as Md, Tag};

use super::{Builder, Collect, FrameKind, Pass, Place};
use crate::diag::{Code, Span, nearest, suggest};
use crate::markdown::{
    attributes::{self, CLASSES, KNOWN, List},
    directive,
    document::{Attributes, Element, Event},
    highlight,
    image_tag::ImageTag,
    sheet::Sheet,
    variables::{shown_name, unhidden},
};

/// The hint for a caption on an element that isn't a table.
const NO_CAPTION: &str = "put the attribute list directly after a table; to add a caption to an image, set the \
                          image's title, as in `![Alt text](image.png \"Caption\")`";

impl Builder<'_> {
    /// If an attribute list starts at an event, adds the attributes to the corresponding element. Returns the range of
    /// the parsed text that contains the list.
    pub(super) fn attribute_list(
        &mut self,
        pass: &Pass<'_>,
        event: &Md<'_>,
        range: &Range<usize>,
    ) -> Option<Range<usize>> {
        let text = pass.text.get(range.clone())?;
        match event {
            Md::Text(_) if text.starts_with('{') => {
                self.after_inline(pass, range).or_else(|| self.after_item_text(pass, range))
            }
            Md::Start(Tag::Paragraph) if text.trim_end().ends_with('}') => self.after_block(pass, range),
            Md::Start(Tag::TableRow) if text.trim_end().ends_with('}') => {
                let row = pass.scan().list(text);
                let list = attributes::in_row(&row)?;
                let table = self.frames.last()?.start;
                self.add_attributes(table, &list, pass.span(range.clone()));
                Some(range.clone())
            }
            _ => None,
        }
    }

    fn after_inline(&mut self, pass: &Pass<'_>, range: &Range<usize>) -> Option<Range<usize>> {
        let is_free = self.run.is_empty() && matches!(self.collect, Collect::Events);
        let is_adjacent = is_free && self.inner_end == range.start;
        let target = self.last_element(false).filter(|_| is_adjacent)?;
        let line = pass.text[range.start..].lines().next()?;
        if let Some(code) = self.last_code()
            && let Some((length, language)) = attributes::language(line)
        {
            let place = range.start..range.start + length;
            if highlight::is_known(language) {
                let list = List { others: vec![("lang", language)], ..List::default() };
                self.add_attributes(code, &list, pass.span(place.clone()));
            } else {
                self.report_unknown_language(language, pass.span(place.clone()));
            }
            return Some(place);
        }
        let (length, written) = list_at_start(pass, line)?;
        let (_, list) = attributes::read(&written)?;
        let place = range.start..range.start + length;
        self.add_attributes(target, &list, pass.span(place.clone()));
        Some(place)
    }

    /// Handles an attribute list that's the last line of a paragraph or the whole paragraph. The lists of the containers
    /// around a paragraph can follow the paragraph's own list.
    fn after_block(&mut self, pass: &Pass<'_>, range: &Range<usize>) -> Option<Range<usize>> {
        let text = pass.text[range.clone()].trim_end();
        let mut end = text.len();
        while let Some((start, list_start, written)) = last_list(pass, &text[..end]) {
            let prefix = &text[start..list_start];
            let (_, list) = attributes::read(&written)?;
            let span = pass.span(range.start + list_start..range.start + end);
            let before = text[..start].trim_end().len();
            if before == 0 {
                let target = self.last_element(true).filter(|_| end == text.len());
                if let Some(target) = target {
                    self.add_attributes(target, &list, span);
                    return Some(range.clone());
                }
                break;
            }
            match self.belongs_to_container(prefix, &written, span) {
                Some(true) => end = before,
                Some(false) => {
                    self.end_implied();
                    self.add_attributes(self.document.events.len(), &list, span);
                    end = before;
                    break;
                }
                None => break,
            }
        }
        (end < text.len()).then(|| range.start + end..range.start + text.len())
    }

    /// If the last event is inline code or the end of a link that consists of inline code, returns the index of the
    /// code.
    fn last_code(&self) -> Option<usize> {
        match *self.document.events {
            [.., Event::InlineCode(_)] => Some(self.document.events.len() - 1),
            [.., Event::InlineCode(_), Event::Close(Element::Link(_))] => {
                Some(self.document.events.len() - 2)
            }
            _ => None,
        }
    }

    /// If the element that ends with the last event can have attributes, returns the index of its start.
    fn last_element(&self, block: bool) -> Option<usize> {
        let events = &self.document.events;
        let last = events.len().checked_sub(1)?;
        let at = match events[last] {
            Event::Image(_) | Event::InlineCode(_) if !block => last,
            Event::Code(_) if block => last,
            Event::Close(element) if element.is_block() == block && can_have_attributes(element) => {
                let mut depth = 0_usize;
                events.iter().rposition(|event| {
                    match event {
                        Event::Close(_) => depth += 1,
                        Event::Open(_) => depth -= 1,
                        _ => {}
                    }
                    depth == 0
                })?
            }
            _ => return None,
        };
        let inside = self.frames.last().map_or(0, |frame| match frame.kind {
            FrameKind::Silent | FrameKind::PageTitle | FrameKind::Footnote => frame.start,
            _ => frame.start + 1,
        });
        (at >= inside).then_some(at)
    }

    /// Adds attributes to the element that starts with the event at an index. In the list, the values of variables are
    /// [hidden](crate::markdown::variables::hidden).
    pub(super) fn add_attributes(&mut self, at: usize, list: &List<'_>, span: Span) {
        let is_table = self.document.events.get(at) == Some(&Event::Open(Element::Table));
        for (name, value) in &list.unknown {
            let known = KNOWN.into_iter().filter(|known| is_table || *known != "caption");
            let (mut message, mut hint) =
                (format!("unknown attribute `{name}`"), suggest(name, known.chain(CLASSES)));
            if !is_table && nearest(name, KNOWN) == Some("caption") {
                hint = NO_CAPTION.into();
            }
            if KNOWN.contains(name) {
                (message, hint) = (
                    format!("the attribute `{name}` has no value"),
                    format!("write `{name}=value`, or remove `{name}`").into(),
                );
            }
            if let Some(id) = list.id.filter(|_| value.is_empty()).map(shown_name) {
                hint.edit = None;
                hint.text.push_str(&format!("; if the word is part of the ID, write `#{id}-{name}`"));
            }
            self.report_with(Code::UnknownAttribute, message, hint, span);
        }
        let mut id = list.id.map(shown_name).filter(|id| !id.is_empty()).map(String::into_boxed_str);
        if let Some(Event::Open(Element::Heading(number))) = self.document.events.get(at) {
            let draft = &mut self.headings[self.heading_numbers[*number as usize]];
            if let Some(id) = id.take() {
                (draft.heading.id, draft.own_id) = (id, true);
            }
        }
        let tag = list.others.iter().find_map(|(name, _)| match *name {
            "inline" => Some(ImageTag::Inline),
            "avif" => Some(ImageTag::Avif),
            _ => None,
        });
        if let (Some(Event::Image(index)), Some(tag)) = (self.document.events.get(at), tag) {
            self.metadata.images[*index as usize].tag = tag;
        }
        let widths = list.others.iter().find(|(name, _)| *name == "widths");
        let has_widths = widths.is_some_and(|(_, widths)| self.check_widths(at, &unhidden(widths), span));
        self.metadata.anchors.extend(id.clone());
        let mut others: Vec<(Box<str>, Box<str>)> = Vec::new();
        for (name, value) in &list.others {
            let value = unhidden(value);
            if *name == "caption" && !is_table {
                self.report_with(Code::InvalidDirective, "`caption` has no effect here", NO_CAPTION, span);
                continue;
            }
            match invalid(name, &value) {
                Some(hint) => {
                    let message = format!("invalid value `{value}` for `{name}`");
                    self.report_with(Code::InvalidDirective, message, hint, span);
                }
                None if *name == "widths" && !has_widths => {}
                None => others.push((Box::from(*name), value.into())),
            }
        }
        let classes = list.classes.iter().map(|class| unhidden(&shown_name(class)));
        let classes: Vec<String> = classes.filter(|class| !class.is_empty()).collect();
        let attributes = Attributes { id, classes: classes.join(" ").into(), others };
        let is_extra = |class: &&str| CLASSES.iter().any(|known| known[1..] == **class);
        let has_caption = attributes.others.iter().any(|(name, _)| &**name == "caption");
        if list.classes.iter().any(is_extra) || has_caption {
            self.metadata.sheets.insert(Sheet::Extra);
        }
        self.document.attributes.push(attributes);
        let event = Event::Attributes(self.document.attributes.len() as u32 - 1);
        self.document.events.insert(at, event);
    }

    /// Reports invalid column widths and widths that don't belong to a column of the table at an index. Returns whether
    /// the widths are valid.
    fn check_widths(&mut self, at: usize, widths: &str, span: Span) -> bool {
        let is_valid = |width: &str| {
            let number = width.strip_suffix('%').unwrap_or(width);
            number.parse::<f32>().is_ok_and(|number| number.is_finite() && number >= 0.0)
        };
        let is_row = |event: &&Event| !matches!(event, Event::Close(Element::TableHead | Element::Table));
        let row = self.document.events.iter().skip(at).take_while(is_row);
        let columns = row.filter(|event| matches!(event, Event::Open(Element::TableCell(_)))).count();
        if widths.contains(',') && widths.split(',').any(|width| width.trim().is_empty()) {
            let message = format!("a column width is missing in `{widths}`");
            let hint = "specify a width for each column up to the last one that you want to set";
            self.report_with(Code::InvalidDirective, message, hint, span);
            return false;
        }
        let widths: Vec<&str> = attributes::widths(widths).collect();
        if let Some(width) = widths.iter().find(|width| !is_valid(width)) {
            let hint = "use a percentage, such as `30%`, or a number of pixels, such as `200`";
            self.report_with(Code::InvalidDirective, format!("invalid column width `{width}`"), hint, span);
            return false;
        }
        if widths.len() > columns {
            let count =
                |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
            let (message, hint) = if columns == 0 {
                ("`widths` has no effect here".to_owned(), "put the attribute list directly after a table")
            } else {
                let (widths, columns) = (count(widths.len(), "column width"), count(columns, "column"));
                (format!("{widths}, but {columns}"), "specify at most one width for each column")
            };
            self.report_with(Code::InvalidDirective, message, hint, span);
        }
        true
    }
}

/// Returns the text in braces at the start of a line with the hidden values of its variables, and its length in the
/// line.
pub(super) fn with_values<'l>(pass: &'l Pass<'_>, line: &'l str) -> Option<(usize, Cow<'l, str>)> {
    let length = directive::list_end(directive::within_reach(line.strip_prefix('{')?))? + 2;
    let written = &line[..length];
    Some((length, pass.scan().list(written)))
}

/// If the last line of a text contains only an attribute list, returns the start of the line, the start of the list, and
/// the list with the values of variables.
fn last_list<'t>(pass: &'t Pass<'_>, text: &'t str) -> Option<(usize, usize, Cow<'t, str>)> {
    let start = text.rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].trim_start_matches([' ', '\t', '>']);
    let (_, written) = list_at_start(pass, line).filter(|(length, _)| *length == line.len())?;
    matches!(pass.place, Place::Scan(_)).then_some((start, text.len() - line.len(), written))
}

/// Returns the length of the attribute list at the start of a text, and the list with the values of variables.
fn list_at_start<'t>(pass: &'t Pass<'_>, text: &'t str) -> Option<(usize, Cow<'t, str>)> {
    let is_whole =
        |written: &str| attributes::read(written).is_some_and(|(length, _)| length == written.len());
    with_values(pass, text).filter(|(_, written)| is_whole(written))
}

/// Whether a line contains only an attribute list.
pub(super) fn is_list(pass: &Pass<'_>, line: &str) -> bool {
    list_at_start(pass, line).is_some_and(|(length, _)| length == line.len())
}

/// Returns the text after the attribute list of the block that precedes the text. If the text starts with other content,
/// returns the whole text.
pub(super) fn without_list<'t>(pass: &Pass<'_>, text: &'t str) -> &'t str {
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '>');
    let after = || {
        let (length, _) = list_at_start(pass, start.lines().next()?)?;
        let rest = &start[length..];
        let is_alone = rest.lines().next().is_none_or(|rest| rest.trim().is_empty());
        is_alone.then_some(rest)
    };
    after().unwrap_or(text)
}

/// If an attribute can't have a value, returns a hint.
fn invalid(name: &str, value: &str) -> Option<&'static str> {
    let is_one_of = |words: &[&str]| words.contains(&value);
    let (is_valid, hint) = match name {
        "width" | "height" => {
            let number = value.strip_suffix("px").or(value.strip_suffix('%')).unwrap_or(value);
            let is_number = number.parse::<f32>().is_ok_and(|number| number.is_finite() && number >= 0.0);
            (is_number, "use a number of pixels, such as `300`, or a percentage, such as `50%`")
        }
        "id" => (false, "use letters, digits, hyphens, and underscores, as in `#brewing-times`"),
        "class" => (false, "use letters, digits, hyphens, and underscores, as in `.wide`"),
        "caption" => (!value.is_empty(), "write the caption, as in `caption=\"Brewing times\"`"),
        "widths" => (!value.is_empty(), "specify a width for each column, as in `widths=\"30% 70%\"`"),
        "loading" => (is_one_of(&["lazy", "eager"]), "use `lazy` or `eager`"),
        "data-only" => (is_one_of(&["light", "dark"]), "use `light` or `dark`"),
        "dir" => (is_one_of(&["ltr", "rtl", "auto"]), "use `ltr`, `rtl`, or `auto`"),
        _ => (true, ""),
    };
    (!is_valid).then_some(hint)
}

/// Whether an element can have an attribute list.
pub(super) fn can_have_attributes(element: Element) -> bool {
    matches!(
        element,
        Element::Paragraph
            | Element::Figure
            | Element::Heading(_)
            | Element::BlockQuote
            | Element::List(_)
            | Element::Table
            | Element::Definitions
            | Element::Emphasis
            | Element::Strong
            | Element::Strikethrough
            | Element::Subscript
            | Element::Superscript
            | Element::Link(_)
    )
}
