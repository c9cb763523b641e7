//! Completion: what can come next at a place in a file.

mod components;
mod config;
mod markdown;
mod pages;

use std::ops::Range;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionTextEdit, Documentation,
    TextEdit,
};
use serde_json::Value;

use super::Asked;
use super::places::Lines;
pub(super) use config::key_at as config_key;

/// The maximum number of suggestions. Editors ask again when the writer types more.
const MOST: usize = 500;

/// The text around the cursor.
pub(super) struct Around<'a> {
    /// The text of the line before the cursor.
    pub line: &'a str,
    /// The text of the file before the cursor.
    pub before: &'a str,
}

/// A suggestion.
pub(super) struct Suggestion {
    /// The text to insert.
    pub text: String,
    kind: CompletionItemKind,
    /// What the text refers to, in one line.
    detail: Option<String>,
    documentation: Option<String>,
}

impl Suggestion {
    pub(super) fn new(text: impl Into<String>, kind: CompletionItemKind) -> Self {
        Suggestion { text: text.into(), kind, detail: None, documentation: None }
    }

    pub(super) fn with_detail(self, detail: impl Into<String>) -> Self {
        let detail = Some(detail.into()).filter(|detail| !detail.is_empty());
        Suggestion { detail, ..self }
    }
}

/// Suggestions for the text before the cursor: its length in bytes, and what can replace it.
pub(super) type Found = (usize, Vec<Suggestion>);

/// The kinds of places in Markdown files. The first one that fits the text before the cursor answers.
const PLACES: [fn(&Asked<'_>, &Around<'_>) -> Option<Found>; 11] = [
    markdown::front_matter,
    pages::destination,
    pages::attribute,
    components::props,
    markdown::attribute_name,
    markdown::directive,
    markdown::language,
    markdown::variable,
    markdown::operation,
    markdown::component,
    markdown::term,
];

/// Returns the suggestions at a position.
pub(super) fn complete(asked: &Asked<'_>) -> Option<Value> {
    suggest(asked, |around| match asked.file.extension() {
        "toml" => config::complete(asked, around),
        "md" | "mdx" => PLACES.iter().find_map(|place| place(asked, around)),
        _ => None,
    })
}

/// Returns the suggestions that a function finds for the text around a position.
pub(super) fn suggest(asked: &Asked<'_>, find: impl FnOnce(&Around<'_>) -> Option<Found>) -> Option<Value> {
    let params: CompletionParams = asked.params()?;
    let lines = Lines::new(asked.text);
    let offset = lines.offset(params.text_document_position.position);
    let before = &asked.text[..offset];
    let around = Around { line: &before[before.rfind('\n').map_or(0, |at| at + 1)..], before };
    let (length, suggestions) = find(&around)?;
    let typed = offset - length..offset;
    let list = CompletionList {
        is_incomplete: suggestions.len() > MOST,
        items: items(suggestions, &asked.text[typed.clone()], &lines, typed),
    };
    serde_json::to_value(list).ok()
}

fn items(all: Vec<Suggestion>, typed: &str, lines: &Lines<'_>, place: Range<usize>) -> Vec<CompletionItem> {
    let typed = typed.to_lowercase();
    let range = lines.range(place);
    let fits = |one: &Suggestion| {
        let detail = one.detail.as_deref().unwrap_or_default();
        all.len() <= MOST
            || one.text.to_lowercase().contains(&typed)
            || detail.to_lowercase().contains(&typed)
    };
    let fitting = all.iter().filter(|one| fits(one)).take(MOST).enumerate();
    fitting
        .map(|(index, one)| CompletionItem {
            label: one.text.clone(),
            kind: Some(one.kind),
            detail: one.detail.clone(),
            documentation: one.documentation.clone().map(Documentation::String),
            // Keep docgen's order. Titles are searched too.
            sort_text: Some(format!("{index:05}")),
            filter_text: Some(format!("{} {}", one.text, one.detail.as_deref().unwrap_or_default())),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit { range, new_text: one.text.clone() })),
            ..CompletionItem::default()
        })
        .collect()
}
