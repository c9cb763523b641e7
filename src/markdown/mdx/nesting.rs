//! Checks that each tag is closed in the element that it was opened in, based on pulldown-cmark's elements.

use std::collections::HashMap;

use pulldown_cmark::{Event, Options as Extensions, Parser, Tag, TagEnd};

use super::Problem;
use crate::component::syntax;
use crate::diag::{Code, Span};
use crate::markdown::directive::{By, Line};
use crate::markdown::elements;
use crate::markdown::jsx::{Jsx, JsxKind};
use crate::markdown::marks::{self, Edit, Layout, Written};

/// The maximum number of rounds that convert unmatched tags to text. After these rounds, all tags become text.
const ROUNDS: usize = 4;
/// The maximum number of nested tags. The number is limited because the code that renders tags is recursive.
const MAX_DEPTH: usize = 200;

/// Applies the edits. If a tag's counterpart isn't in the same element, the tag becomes text. If the counterpart isn't
/// in `refused`, the tag is reported.
pub(super) fn balance(
    source: &str,
    base: usize,
    extensions: Extensions,
    edits: &mut [Edit<'_>],
    problems: &mut Vec<Problem>,
    refused: &[usize],
) -> Layout {
    let mut layout = marks::lay_out(source, base, edits);
    let mut refused = Refused::new(source, refused);
    for round in 1..=ROUNDS {
        if layout.marked.is_empty() {
            break;
        }
        let Checked { wrong, lost } = Checker::new(&layout, edits).run(extensions);
        if wrong.is_empty() && lost.is_empty() {
            break;
        }
        for (index, message) in wrong {
            if !refused.has_other(&edits[index]) {
                problems.push(unbalanced(source, &edits[index], message));
            }
            make_text(&mut edits[index]);
        }
        for index in lost {
            let hint = "put spaces around the code, or write `\\{` or `\\<` to show it as text";
            let message = "code can't be part of a link or of other code".to_owned();
            problems.push(problem(&edits[index], message, hint));
            edits[index].range.end = edits[index].range.start;
            edits[index].written = Written::Text("".into());
        }
        if round == ROUNDS {
            edits.iter_mut().filter(|edit| has_end(edit)).for_each(make_text);
        }
        layout = marks::lay_out(source, base, edits);
    }
    layout
}

/// Returns the problem for a tag without a counterpart. If the element has no content, only a slash is missing.
fn unbalanced(source: &str, edit: &Edit<'_>, message: String) -> Problem {
    const LONGEST: usize = 80;
    let tag = source.get(edit.range.clone()).unwrap_or_default();
    match tag_name(tag) {
        Some((false, name)) if elements::is(name, elements::VOID) => {
            let is_short = tag.len() <= LONGEST && !tag.contains('\n');
            let start = if is_short {
                tag.trim_end_matches('>').trim_end().to_owned()
            } else {
                format!("<{name} …")
            };
            problem(edit, format!("expected `/>` at the end of `<{name}>`"), &format!("use `{start} />`"))
        }
        _ => {
            let hint = "close each tag in the block that it starts in, or write `\\<` to show it as text";
            problem(edit, message, hint)
        }
    }
}

/// Returns whether a tag is an end tag, and the tag's name.
fn tag_name(tag: &str) -> Option<(bool, &str)> {
    let rest = tag.strip_prefix('<')?.trim_start();
    let is_end = rest.starts_with('/');
    let name = rest.strip_prefix('/').unwrap_or(rest).trim_start();
    let is_part = |c: char| syntax::is_name_part(c) || matches!(c, '.' | ':');
    let length = name.find(|c| !is_part(c)).unwrap_or(name.len());
    Some((is_end, &name[..length]))
}

/// The invalid tags. These tags were reported, so their counterparts don't have to be reported.
struct Refused<'s> {
    source: &'s str,
    /// The tags, keyed by name. Each entry contains a tag's offset and whether the tag is an end tag.
    by_name: HashMap<&'s str, Vec<(usize, bool)>>,
}

impl<'s> Refused<'s> {
    fn new(source: &'s str, places: &[usize]) -> Self {
        let mut by_name: HashMap<_, Vec<_>> = HashMap::new();
        for place in places {
            if let Some((is_end, name)) = tag_name(&source[*place..]) {
                by_name.entry(name).or_default().push((*place, is_end));
            }
        }
        Refused { source, by_name }
    }

    /// Whether a tag's counterpart is one of these tags. If so, removes the counterpart.
    fn has_other(&mut self, edit: &Edit<'_>) -> bool {
        let tag = self.source.get(edit.range.clone()).and_then(tag_name);
        let Some((is_end, name)) = tag else { return false };
        let Some(tags) = self.by_name.get_mut(name) else { return false };
        let at = edit.range.start;
        let other = match is_end {
            true => tags.iter().rposition(|(place, is_other_end)| *place < at && !is_other_end),
            false => tags.iter().position(|(place, is_other_end)| *place > at && *is_other_end),
        };
        other.map(|other| tags.remove(other)).is_some()
    }
}

fn problem(edit: &Edit<'_>, message: String, hint: &str) -> Problem {
    let (hints, span) = (vec![hint.to_owned()], Span::from(edit.range.clone()));
    Problem { code: Code::InvalidMdx, message, hints, span }
}

/// Whether an edit is a start tag or an end tag.
fn has_end(edit: &Edit<'_>) -> bool {
    matches!(
        edit.written,
        Written::Block(Line::Jsx(Jsx { kind: JsxKind::Start(_) | JsxKind::End(_), .. }))
            | Written::Inline(Line::Jsx(Jsx { kind: JsxKind::Start(_) | JsxKind::End(_), .. }))
    )
}

fn make_text(edit: &mut Edit<'_>) {
    *edit = Edit { range: edit.range.start..edit.range.start, written: Written::Text("\\".into()) };
}

/// The name of list items in messages.
const ITEM: &str = "the list item";
/// The name to use in messages for a paragraph that has no pulldown-cmark element.
const IMPLIED: &str = "the text";

/// An open element.
enum Frame {
    /// A Markdown element, with its name for messages.
    Element(&'static str),
    Tag {
        edit: usize,
        name: String,
    },
    Directive(By),
}

/// The indexes of the invalid edits.
struct Checked {
    /// The tags without a counterpart, with messages.
    wrong: Vec<(usize, String)>,
    /// The edits that pulldown-cmark doesn't treat as HTML.
    lost: Vec<usize>,
}

struct Checker<'l, 'a> {
    layout: &'l Layout,
    edits: &'l [Edit<'a>],
    frames: Vec<Frame>,
    /// The indexes of the frames that are elements or directives.
    blocks: Vec<usize>,
    /// The indexes of the frames that are elements.
    elements: Vec<usize>,
    /// The number of open tags.
    tags: usize,
    /// For each marker, whether pulldown-cmark treats the marker as HTML.
    seen: Vec<bool>,
    wrong: Vec<(usize, String)>,
}

impl<'l, 'a> Checker<'l, 'a> {
    fn new(layout: &'l Layout, edits: &'l [Edit<'a>]) -> Self {
        Checker {
            layout,
            edits,
            frames: Vec::new(),
            blocks: Vec::new(),
            elements: Vec::new(),
            tags: 0,
            seen: vec![false; layout.marked.len()],
            wrong: Vec::new(),
        }
    }

    fn run(mut self, extensions: Extensions) -> Checked {
        let mut in_html = false;
        for event in Parser::new_ext(&self.layout.text, extensions) {
            match event {
                Event::Start(Tag::HtmlBlock) => {
                    in_html = true;
                    self.end_implied();
                }
                Event::End(TagEnd::HtmlBlock) => in_html = false,
                // This edit is indentation in a list item.
                Event::Text(_) if in_html => {}
                Event::Start(tag) => {
                    let is_text = matches!(
                        tag,
                        Tag::Emphasis
                            | Tag::Strong
                            | Tag::Strikethrough
                            | Tag::Subscript
                            | Tag::Link { .. }
                            | Tag::Image { .. }
                    );
                    if is_text {
                        self.imply()
                    } else {
                        self.end_implied()
                    }
                    self.push(Frame::Element(name(&tag)));
                }
                Event::End(end) => {
                    if matches!(end, TagEnd::Item | TagEnd::FootnoteDefinition) {
                        self.end_implied();
                    }
                    self.end_element();
                }
                Event::Html(html) => self.html(&html),
                Event::InlineHtml(html) => {
                    self.imply();
                    self.html(&html);
                }
                Event::Rule => self.end_implied(),
                _ => self.imply(),
            }
        }
        self.truncate(0, "the end of the page");
        let is_jsx = |edit: &Edit<'_>| {
            matches!(edit.written, Written::Block(Line::Jsx(_)) | Written::Inline(Line::Jsx(_)))
        };
        let markers = self.layout.marked.iter().zip(&self.seen);
        let lost =
            markers.filter(|(edit, seen)| !**seen && is_jsx(&self.edits[**edit])).map(|(edit, _)| *edit);
        Checked { lost: lost.collect(), wrong: self.wrong }
    }

    fn push(&mut self, frame: Frame) {
        match &frame {
            Frame::Tag { edit, .. } if self.tags == MAX_DEPTH => {
                let message = format!("tags are nested more than {MAX_DEPTH} levels deep");
                self.wrong.push((*edit, message));
                return;
            }
            Frame::Tag { .. } => self.tags += 1,
            Frame::Element(_) => {
                self.blocks.push(self.frames.len());
                self.elements.push(self.frames.len());
            }
            Frame::Directive(_) => self.blocks.push(self.frames.len()),
        }
        self.frames.push(frame);
    }

    /// Removes frames from the stack and reports the frames that are tags. `before` describes the element that ended
    /// before the end tags.
    fn truncate(&mut self, keep: usize, before: &str) {
        while self.frames.len() > keep {
            match self.frames.pop() {
                Some(Frame::Tag { edit, name }) => {
                    self.tags -= 1;
                    let message = format!("expected a closing tag for `<{name}>` before {before}");
                    self.wrong.push((edit, message));
                }
                frame => {
                    self.blocks.pop();
                    if let Some(Frame::Element(_)) = frame {
                        self.elements.pop();
                    }
                }
            }
        }
    }

    /// Returns the index of the innermost Markdown element.
    fn element(&self) -> Option<usize> {
        self.elements.last().copied()
    }

    /// Starts a paragraph for text that's directly in an item of a tight list.
    fn imply(&mut self) {
        let block = self.blocks.last().map(|at| &self.frames[*at]);
        if matches!(block, Some(Frame::Element(ITEM) | Frame::Directive(_))) && self.element_is(ITEM) {
            self.push(Frame::Element(IMPLIED));
        }
    }

    fn end_implied(&mut self) {
        if self.element_is(IMPLIED) {
            self.end_element();
        }
    }

    /// Whether the innermost element has this name.
    fn element_is(&self, name: &str) -> bool {
        self.element().is_some_and(|at| matches!(self.frames[at], Frame::Element(element) if element == name))
    }

    fn html(&mut self, html: &str) {
        let mut rest = html;
        while let Some((_, number, tail)) = marks::split_at_marker(rest, self.layout.sign) {
            if let Some(edit) = self.layout.marked.get(number) {
                self.seen[number] = true;
                self.marker(*edit);
            }
            rest = tail;
        }
    }

    fn marker(&mut self, edit: usize) {
        let (Written::Block(line) | Written::Inline(line) | Written::Word(line) | Written::Formula(line)) =
            &self.edits[edit].written
        else {
            return;
        };
        match line {
            Line::Open(opening) => self.push(Frame::Directive(opening.by)),
            Line::Close(by) => self.end_directive(*by),
            Line::Jsx(Jsx { kind: JsxKind::Start(name), .. }) => {
                self.push(Frame::Tag { edit, name: bare(name) });
            }
            Line::Jsx(Jsx { kind: JsxKind::End(name), .. }) => self.end_tag(edit, &bare(name)),
            Line::Script
            | Line::Jsx(_)
            | Line::Leaf(_)
            | Line::Inline(_)
            | Line::Variable(_)
            | Line::Url(_)
            | Line::Formula(_)
            | Line::InlineFormula { .. } => {}
        }
    }

    fn end_element(&mut self) {
        let Some(at) = self.element() else { return };
        let name = match self.frames[at] {
            Frame::Element(name) => name,
            _ => "the block",
        };
        self.truncate(at, &format!("the end of {name}"));
    }

    fn end_directive(&mut self, by: By) {
        let closes = |at: usize, fewer: bool| match (&self.frames[at], by) {
            (Frame::Directive(open), _) if *open == by => true,
            (Frame::Directive(By::Colons(open)), By::Colons(closing)) => fewer && *open < closing,
            _ => false,
        };
        let inner = self.blocks.iter().rev().copied();
        let inner = inner.take_while(|at| matches!(self.frames[*at], Frame::Directive(_))).take(MAX_DEPTH);
        let found = inner
            .clone()
            .find(|at| closes(*at, false))
            .or_else(|| inner.clone().find(|at| closes(*at, true)));
        if let Some(at) = found {
            self.truncate(at, "the end of the directive");
        }
    }

    fn end_tag(&mut self, edit: usize, name: &str) {
        // A tag can't end the surrounding element or directive.
        let start = self.blocks.last().map_or(0, |at| at + 1);
        let inner = &self.frames[start..];
        let is_open = |frame: &Frame| matches!(frame, Frame::Tag { name: open, .. } if open == name);
        match inner.iter().rposition(is_open) {
            Some(at) => {
                self.truncate(start + at + 1, &format!("`</{name}>`"));
                self.frames.pop();
                self.tags -= 1;
            }
            None => {
                let element = self.blocks.last().map(|at| match self.frames[*at] {
                    Frame::Element(element) => element,
                    _ => "the directive",
                });
                let inside = element.map_or_else(String::new, |element| format!(" in {element}"));
                self.wrong.push((edit, format!("`</{name}>` has no opening tag{inside}")));
            }
        }
    }
}

/// Returns a name without whitespace.
fn bare(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Returns an element's name for use in messages.
fn name(tag: &Tag<'_>) -> &'static str {
    match tag {
        Tag::Paragraph => "the paragraph",
        Tag::Heading { .. } => "the heading",
        Tag::BlockQuote(_) => "the quote",
        Tag::List(_) => "the list",
        Tag::Item => ITEM,
        Tag::FootnoteDefinition(_) => "the footnote",
        Tag::Table(_) | Tag::TableHead | Tag::TableRow => "the table",
        Tag::TableCell => "the table cell",
        Tag::Emphasis | Tag::Strong => "the emphasis",
        Tag::Strikethrough => "the struck-through text",
        Tag::Subscript => "the subscript",
        Tag::Link { .. } => "the link",
        Tag::Image { .. } => "the image",
        _ => "the block",
    }
}
