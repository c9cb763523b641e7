//! `read`: a page or a section as Markdown.

use serde_json::json;

use super::{Answer, Arguments, PAGE, Tool, number, text};
use crate::mcp::Docs;
use crate::mcp::docs::short;
use crate::mcp::passage::{self, Section};

pub(super) const TOOL: Tool = Tool {
    name: "read",
    title: "Read a page",
    description: "Returns a page of the documentation as Markdown, or one section of it. If the URL has an anchor \
        (`/docs/intro#setup`), only that section is returned, which is usually enough; if the section is short, the \
        text around it is also returned. Omit the anchor for the whole page. Answers have at most 20,000 characters; if text is left out, the answer says which `offset` to \
        continue with.",
    properties: || {
        json!({
            "page": { "type": "string", "description": PAGE.to_owned() + " An anchor after `#` selects a section." },
            "section": { "type": "string", "description": "The anchor or the heading of one section, which is then returned without the text around it." },
            "offset": { "type": "integer", "minimum": 0, "description": "Where to continue. For the value, see the end of the previous answer." },
        })
    },
    required: &["page"],
    is_useful: |_| true,
    answer,
};

fn answer(docs: &Docs, arguments: &Arguments) -> Answer {
    let page = docs.find(text(arguments, "page").unwrap_or_default())?;
    let wanted = text(arguments, "section").or(page.anchor.as_deref());
    let mut note = String::new();
    let section = wanted.and_then(|wanted| passage::find(&page.sections, wanted));
    if let (Some(wanted), None) = (wanted, section) {
        let known = known(&page.sections);
        if text(arguments, "section").is_some() {
            return Err(format!("No section `{}` on {}. {known}", short(wanted), page.url));
        }
        note = format!("Note: `#{}` isn't a section, so this is the whole page.\n", short(wanted));
    }
    let url = page.url_of(section);
    // The search finds the section that has most of the words, and the answer is often next to it.
    let section = match section {
        Some(section) if text(arguments, "section").is_none() => {
            passage::around(&page.sections, page.text.len(), section)
        }
        exact => exact,
    };
    let whole = part(&page.text, section);
    let offset = number(arguments, "offset").unwrap_or_default();
    let text = passage::excerpt(whole, offset, |next| {
        format!(
            "call `read` with the same arguments and `offset` {next}. To see the headings, call `outline` with this page."
        )
    })?;
    Ok(format!("URL: {url}\n{note}\n{text}\n"))
}

/// Returns the beginning of the page or section with this URL, with at most `limit` bytes, and whether text follows.
pub(super) fn beginning(docs: &Docs, url: &str, limit: usize) -> Option<(String, bool)> {
    let page = docs.find(url).ok()?;
    let section = page.anchor.as_deref().and_then(|anchor| passage::find(&page.sections, anchor));
    let (text, next) = passage::cut(part(&page.text, section), 0, limit);
    Some((text.trim().to_owned(), next.is_some()))
}

/// Returns the text of a section or, without a section, of the whole page.
pub(super) fn part<'t>(text: &'t str, section: Option<&Section>) -> &'t str {
    section.map_or(text, |section| &text[section.range.clone()])
}

/// Lists the sections of a page for a message.
fn known(sections: &[Section]) -> String {
    let mut names: Vec<String> = sections
        .iter()
        .filter(|section| section.level > 1)
        .map(|section| format!("`{}`", section.id))
        .collect();
    let more = names.len().saturating_sub(30);
    names.truncate(30);
    match names.is_empty() {
        true => "The page has no sections.".to_owned(),
        false if more > 0 => format!("Sections: {}, and {more} more.", names.join(", ")),
        false => format!("Sections: {}.", names.join(", ")),
    }
}
