//! Checks the accessibility of a page's content: alternative text, heading order, and link text. Takes a source and its
//! document. Only `docgen check --accessibility` runs these checks.

use std::ops::Range;

use super::{Document, Element, Event, Image};
use crate::diag::{Code, Diagnostic};
use crate::source::{Source, line_at};

/// Link text that doesn't name the target, in lowercase, in the most common documentation languages.
const VAGUE: &str = "\
    here|click here|this|this link|this page|read more|learn more|see here|hier|hier klicken|\
    klicken sie hier|mehr erfahren|klik hier|lees meer|ici|cliquez ici|cliquer ici|en savoir plus|\
    lire la suite|aquí|haz clic aquí|haga clic aquí|más información|leer más|aqui|clique aqui|\
    saiba mais|leia mais|qui|clicca qui|leggi di più|här|klicka här|läs mer|tutaj|kliknij tutaj|\
    zde|klikněte zde|здесь|тут|подробнее|buraya tıklayın|burada|こちら|ここ|ここをクリック|详细|这里|點擊這裡|这里查看|\
    点击这里|此处|此處|這裡|여기|여기를 클릭|هنا|انقر هنا|כאן|לחץ כאן";

/// Returns a page's accessibility problems.
pub(crate) fn accessibility(source: &Source, document: &Document) -> Vec<Diagnostic> {
    let mut found = headings(source, document);
    found.extend(links(source, document));
    let images = document.images.iter().enumerate();
    // Problems in an imported file aren't reported for the pages that import it.
    let own = images.filter(|(index, _)| document.file_of_image(*index).is_none());
    found.extend(own.filter(|(_, image)| is_without_alt(&source.text, image)).map(|(_, image)| {
        Diagnostic::new(Code::MissingAlt, format!("the image `{}` has no alternative text", image.target))
            .at(&source.path, image.span)
            .hint("describe the image between the brackets, as in `![A red bicycle](bicycle.png)`; if the image is only decorative, write `<img src=\"…\" alt=\"\">`")
    }));
    found
}

/// Whether an image has no alternative text. In HTML, empty alternative text marks a decorative image.
fn is_without_alt(text: &str, image: &Image) -> bool {
    if image.tag.is_markdown() {
        return image.alt.trim().is_empty() && text.get(image.span.range()).is_some();
    }
    let Range { start, end } = image.span.range();
    let Some(open) = text.get(..start).and_then(|before| before.rfind('<')) else { return false };
    let close = text.get(end..).and_then(|after| after.find('>')).map_or(text.len(), |at| end + at);
    let tag = &text[open..close];
    let is_image = tag.get(..5).is_some_and(|name| name.eq_ignore_ascii_case("<img "));
    let has = |name: &str| {
        tag.match_indices(name).any(|(at, _)| {
            tag[..at].ends_with(|c: char| c.is_whitespace())
                && tag[at + name.len()..].trim_start().starts_with(['=', '>', '/', ' '])
        })
    };
    // Spread attributes can contain the alternative text.
    is_image
        && !tag.contains("{...")
        && !["alt", "ALT", "aria-hidden", "aria-label", "role"].into_iter().any(has)
}

/// Reports each heading that is more than one level below the previous heading.
fn headings(source: &Source, document: &Document) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let (mut above, mut at) = (1, document.body_start as usize);
    for heading in &document.headings {
        // Headings in imported files and in HTML can't be located in the source.
        let place = located(&source.text, at, heading.level, &heading.text);
        at = place.as_ref().map_or(at, |place| place.end);
        if let Some(place) = place.filter(|_| heading.level > above + 1) {
            let hint = format!(
                "use `{}` instead, or add the missing heading before this one",
                "#".repeat(above as usize + 1)
            );
            let message =
                format!("the heading `{}` skips from level {above} to level {}", heading.text, heading.level);
            found.push(Diagnostic::new(Code::SkippedHeading, message).at(&source.path, place).hint(hint));
        }
        above = heading.level;
    }
    found
}

/// Returns the location of the first line after an offset that matches a heading.
fn located(text: &str, at: usize, level: u8, heading: &str) -> Option<Range<usize>> {
    let mark = "#".repeat(usize::from(level));
    let first =
        heading.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty()).unwrap_or_default();
    let lines = text.get(at..)?.lines();
    let line = { lines }.find(|line| {
        let rest = line.trim_start().strip_prefix(&mark);
        rest.is_some_and(|rest| rest.starts_with([' ', '\t']) && rest.contains(first))
    })?;
    Some(line_at(text, line.as_ptr() as usize - text.as_ptr() as usize))
}

/// Reports each link whose text doesn't name the target.
fn links(source: &Source, document: &Document) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut open: Option<(u32, String)> = None;
    for event in &document.events {
        match (event, &mut open) {
            (Event::Open(Element::Link(index)), _) => open = Some((*index, String::new())),
            (Event::Close(Element::Link(_)), _) => {
                let Some((index, text)) = open.take() else { continue };
                let bare = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
                let is_own = document.file_of_link(index as usize).is_none();
                if is_own && text.trim().is_empty() {
                    let diagnostic = Diagnostic::new(Code::VagueLink, "the link has no text")
                        .at(&source.path, document.links[index as usize].span)
                        .hint("write the title of the target page between the brackets, or remove the link");
                    found.push(diagnostic);
                } else if is_own && VAGUE.split('|').any(|vague| vague == bare) {
                    let message = format!("the link text `{}` doesn't name the target", text.trim());
                    let diagnostic = Diagnostic::new(Code::VagueLink, message)
                        .at(&source.path, document.links[index as usize].span)
                        .hint("use the title of the target page, or describe the target: screen readers list links without the text around them");
                    found.push(diagnostic);
                }
            }
            (Event::Text(span) | Event::InlineCode(span), Some((_, text))) => {
                text.push_str(document.str(*span))
            }
            (Event::SoftBreak | Event::HardBreak, Some((_, text))) => text.push(' '),
            // An image has its own alternative text.
            (Event::Image(_) | Event::Icon(_) | Event::Html(_), Some((_, text))) => text.push('\u{fffc}'),
            _ => {}
        }
    }
    found
}
