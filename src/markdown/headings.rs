//! Handles headings: the text in the table of contents, explicit IDs, and the IDs that docgen generates.

use super::{
    attributes,
    document::{Element, Event, Formula, Heading, Image},
    emoji::emoji,
    escape, math,
    variables::FILLER,
};
use crate::diag::{Code, Diagnostic, Span};
use crate::path::{HeadingIds, SourcePath, UniqueNames};

/// A heading on a page that's being parsed. The heading's ID is assigned when all headings are known.
#[derive(Clone, Default)]
pub(super) struct Draft {
    pub heading: Heading,
    pub own_id: bool,
    /// The text that the ID is based on, if it isn't the heading's text.
    pub named: Option<Box<str>>,
    /// The location in the file.
    pub span: Span,
    /// The imported file that contains the heading, if any.
    pub file: Option<SourcePath>,
}

impl Draft {
    /// Sets a problem's location to the heading's location.
    pub(super) fn at(&self, diagnostic: Diagnostic, page: &SourcePath) -> Diagnostic {
        match &self.file {
            Some(file) => diagnostic.at(file, self.span).on_page(page),
            None => diagnostic.at(page, self.span),
        }
    }
}

/// Returns the ID in `Text {#id}` or `Text { #id }`, and the length of the text before the ID.
pub(super) fn own_id(text: &str) -> Option<(usize, &str)> {
    let inner = text.trim_end().strip_suffix('}')?;
    let open = inner.rfind('{')?;
    let id = inner[open + 1..].trim().strip_prefix('#')?;
    let before = inner[..open].trim_end();
    let parted = before.len() < open || open == 0;
    let is_odd = |c: char| c.is_whitespace() || c.is_control() && c != FILLER || "{}\"'<>`".contains(c);
    let valid = !id.is_empty() && !id.contains(is_odd);
    (parted && valid).then_some((before.len(), id))
}

/// Hides the value of a variable in a heading. `before` is the text before the value.
pub(super) fn hidden(before: &str, value: &str) -> String {
    let list = before.rfind('{').map_or("", |at| &before[at..]);
    attributes::hidden(list, value)
}

/// Finds an explicit ID or an attribute list at the end of a heading. Returns the length of the preceding text, the ID,
/// and the list.
pub(super) fn end_of(text: &str) -> Option<(usize, Option<&str>, Option<&str>)> {
    if let Some((length, id)) = own_id(text) {
        return Some((length, Some(id), None));
    }
    let (length, list) = attributes::at_end(text)?;
    Some((length, list.id, Some(text[length..].trim())))
}

/// Returns inline content as plain text, and as HTML without links, images, raw HTML, or tooltip explanations.
pub(super) fn inline_content(
    events: &[Event],
    arena: &str,
    images: &[Image],
    formulas: &[Formula],
) -> (Box<str>, Box<str>) {
    let (mut plain, mut html) = (String::new(), String::new());
    let mut is_explained = false;
    for event in events {
        match *event {
            Event::Open(Element::TooltipText) => is_explained = true,
            Event::Close(Element::TooltipText) => is_explained = false,
            _ if is_explained => {}
            Event::Text(span) => {
                let text = &arena[span.range()];
                // An icon, which isn't part of the text, can have spaces on both sides.
                let text = if plain.ends_with(' ') { text.trim_start_matches(' ') } else { text };
                plain.push_str(text);
                escape::text(text, &mut html);
            }
            Event::InlineCode(span) => {
                plain.push_str(&arena[span.range()]);
                html.push_str("<code>");
                escape::text(&arena[span.range()], &mut html);
                html.push_str("</code>");
            }
            Event::Emoji(span) => {
                let emoji = emoji(&arena[span.range()]).unwrap_or_default();
                plain.push_str(emoji);
                html.push_str(emoji);
            }
            Event::SoftBreak | Event::HardBreak => {
                plain.push(' ');
                html.push(' ');
            }
            Event::Math(index) => {
                let formula = &formulas[index as usize];
                plain.push_str(formula.reference().unwrap_or(&arena[formula.latex.range()]));
                match &formula.mathml {
                    Some(mathml) => html.push_str(&math::without_links(mathml)),
                    None => escape::text(&arena[formula.latex.range()], &mut html),
                }
            }
            Event::Image(index) => plain.push_str(&images[index as usize].alt),
            Event::Open(element) => html.extend(tag(element).into_iter().flat_map(|tag| ["<", tag, ">"])),
            Event::Close(element) => html.extend(tag(element).into_iter().flat_map(|tag| ["</", tag, ">"])),
            _ => {}
        }
    }
    // A heading with only an image has the image's alternative text as its text.
    if html.trim().is_empty() {
        escape::text(&plain, &mut html);
    }
    (plain.trim().into(), html.trim().into())
}

/// Returns the HTML element that shows inline content in a table of contents.
fn tag(element: Element) -> Option<&'static str> {
    match element {
        Element::Emphasis => Some("em"),
        Element::Strong => Some("strong"),
        Element::Strikethrough => Some("del"),
        Element::Subscript => Some("sub"),
        Element::Superscript => Some("sup"),
        Element::Key => Some("kbd"),
        _ => None,
    }
}

/// Whether inline content has parts that [`inline_content`] leaves out.
pub(super) fn is_rich(events: &[Event], formulas: &[Formula]) -> bool {
    events.iter().any(|event| match *event {
        Event::Open(element) => tag(element).is_none(),
        Event::Math(index) => formulas[index as usize].has_reference(),
        event => matches!(
            event,
            Event::Image(_)
                | Event::Icon(_)
                | Event::Html(_)
                | Event::Address(_)
                | Event::Attributes(_)
                | Event::FootnoteReference { .. }
        ),
    })
}

/// If a heading's ID isn't based on the heading's text, returns the content that it's based on. GitHub's IDs contain the
/// names of emoji, and some generators' IDs don't contain the alternative text of images.
pub(super) fn named(events: &[Event], rules: HeadingIds) -> Option<Vec<Event>> {
    let named = |event: &Event| match *event {
        Event::Emoji(name) => Some(Event::Text(name)),
        Event::Image(_) if !rules.have_alternative_text() => None,
        event => Some(event),
    };
    events.iter().any(|event| named(event) != Some(*event)).then(|| events.iter().filter_map(named).collect())
}

/// Gives every heading an ID: either its explicit ID or an ID that's based on its text. Reports duplicate explicit IDs.
/// Only the first heading keeps a duplicate ID. A heading in a file that's included again has a numbered ID. Returns the
/// IDs.
pub(super) fn assign_ids(
    headings: &mut [Draft],
    rules: HeadingIds,
    path: &SourcePath,
    diagnostics: &mut Vec<Diagnostic>,
) -> UniqueNames {
    let mut ids = UniqueNames::numbered_from(1);
    let mut repeated = Vec::new();
    for index in 0..headings.len() {
        let (before, rest) = headings.split_at_mut(index);
        let draft = &mut rest[0];
        if draft.own_id && !ids.take(&draft.heading.id) {
            let is_same = |other: &Draft| {
                other.own_id
                    && (&other.heading.id, &other.file, other.span)
                        == (&draft.heading.id, &draft.file, draft.span)
            };
            // The page includes the file several times, and nobody can change only one of the IDs.
            if draft.file.is_some() && before.iter().any(is_same) {
                repeated.push(index);
                continue;
            }
            let message = format!("duplicate heading ID `{}`", draft.heading.id);
            let diagnostic =
                Diagnostic::new(Code::DuplicateId, message).hint("change or remove one of the IDs");
            diagnostics.push(draft.at(diagnostic, path));
            draft.own_id = false;
        }
    }
    for index in repeated {
        let id = &mut headings[index].heading.id;
        *id = ids.give(id.to_string(), |id, number| format!("{id}-{number}")).into();
    }
    for draft in headings.iter_mut().filter(|draft| !draft.own_id) {
        draft.heading.id = rules.give(&mut ids, draft.named.as_deref().unwrap_or(&draft.heading.text)).into();
    }
    ids
}

#[cfg(test)]
mod tests {
    use crate::path::{UniqueNames, slug_table};

    #[test]
    fn ids_are_numbered_as_on_github() {
        let (mut count, mut wrong) = (0, Vec::new());
        for page in slug_table() {
            let mut ids = UniqueNames::numbered_from(1);
            for (text, slug, id) in page {
                let found = ids.give(slug, |slug, number| format!("{slug}-{number}"));
                count += 1;
                if *found != *id {
                    wrong.push(format!("{text:?} is {found:?}, on GitHub {id:?}"));
                }
            }
        }
        assert!(count >= 60, "there are headings");
        assert!(wrong.is_empty(), "{} of {count} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    }
}
