//! [`Entry`]: the facts about a parameter, header, field, or schema, before they're written as HTML or Markdown.

use std::sync::LazyLock;

use super::{
    examples::{self, Line},
    words::{self, Words, role},
};
use crate::openapi::{
    Example, Parameter, TextId,
    blocks::Slot,
    history::Mark,
    tree::{Facts, Role, Row, Tree},
};

/// The facts to use if there is no schema.
static NOTHING: LazyLock<Facts<'static>> = LazyLock::new(Facts::default);

/// A parameter, header, or schema.
pub(super) struct Entry<'e, 'a> {
    /// The name, or the key and the value of the message that replaces the name.
    pub name: Result<&'e str, (&'static str, String)>,
    /// The ID.
    pub anchor: &'e str,
    /// The row of the schema, if there is one.
    pub row: Option<&'e Row<'a>>,
    /// The facts about the schema.
    pub facts: &'e Facts<'a>,
    /// Whether the entry is required.
    pub required: bool,
    /// Whether the entry is deprecated, regardless of the schema.
    pub deprecated: bool,
    /// The entry's own description, which precedes the schema's descriptions.
    pub description: Option<TextId>,
    /// The entry's own examples, which replace the schema's examples.
    pub examples: &'e [Example],
    /// Whether the page shows the schema's examples as code.
    pub is_sampled: bool,
    /// The title and other facts, as text.
    pub notes: Vec<String>,
    /// The media type of the value.
    pub media_type: Option<&'e str>,
    /// Whether an earlier response has the same header.
    pub is_repeated: bool,
    /// The versions in which the entry changed.
    pub mark: Mark,
}

impl<'e, 'a> Entry<'e, 'a> {
    /// Creates the entry of a schema. Leaves out a title that repeats the given name.
    fn new(words: Words<'_>, facts: &'e Facts<'a>, name: &str) -> Self {
        Entry {
            name: Ok(""),
            anchor: "",
            row: None,
            facts,
            required: false,
            deprecated: false,
            description: None,
            examples: &[],
            is_sampled: false,
            notes: words.title(facts, name).into_iter().collect(),
            media_type: None,
            is_repeated: false,
            mark: Mark::default(),
        }
    }

    /// Creates the entry for the items of a list. Returns `None` if nothing is known about the items.
    pub(super) fn items(words: Words<'_>, facts: &'e Facts<'a>) -> Option<Self> {
        let entry = Entry::new(words, facts, "");
        (!(facts.is_bare() && entry.notes.is_empty())).then_some(entry)
    }

    fn slot(words: Words<'_>, name: &'e str, slot: &'e Slot, tree: &'e Tree<'a>) -> Self {
        let row = slot.find(tree);
        let facts = row.map_or(&*NOTHING, |row| &row.facts);
        let anchor = row.map_or(&slot.anchor, |row| &row.anchor);
        let mark = row.map_or(slot.mark, |row| slot.mark.and(row.mark));
        Entry { name: Ok(name), anchor, row, mark, ..Entry::new(words, facts, name) }
    }

    /// Creates the entry of a parameter or header, with notes on its style.
    pub(super) fn parameter(
        words: Words<'_>,
        (parameter, slot): &'e (&Parameter, Slot),
        style: Vec<String>,
        tree: &'e Tree<'a>,
    ) -> Self {
        let mut entry = Entry::slot(words, &parameter.name, slot, tree);
        entry.notes.extend(style);
        entry.notes.extend(words.extra(&parameter.extra));
        Entry {
            required: parameter.required,
            deprecated: parameter.deprecated,
            description: parameter.description,
            examples: &parameter.examples,
            media_type: parameter.media_type.as_deref(),
            ..entry
        }
    }

    /// Creates the entry of a schema in a tree. `is_default` is true for the variant that applies to all discriminator
    /// values without their own variant.
    pub(super) fn row(words: Words<'_>, row: &'e Row<'a>, is_default: bool) -> Self {
        let name = if let Role::Property(name) = row.role { name } else { "" };
        let mut entry = Entry::new(words, &row.facts, name);
        if row.facts.descriptions.is_empty() {
            // Without a description, the title is the description.
            entry.notes =
                words::own_title(&row.facts, name).map(|title| words.text(title)).into_iter().collect();
        }
        if let Role::Variant { values, .. } = &row.role {
            // The name of a variant is also its title.
            entry.notes.clear();
            if !values.is_empty() {
                entry.notes.push(words.codes("api_told_value", &words::values(values)));
            }
        }
        entry.notes.extend(is_default.then(|| words.plain("api_told_default")));
        Entry {
            name: role(&row.role),
            anchor: &row.anchor,
            row: Some(row),
            required: row.required,
            mark: row.mark,
            ..entry
        }
    }

    /// Returns the examples to show on one line. The entry's own examples replace the schema's examples.
    pub(super) fn lines(&self) -> Vec<Line<'e>> {
        if self.is_sampled { Vec::new() } else { examples::lines(self.examples, self.facts) }
    }

    /// Returns the schema's descriptions, without the entry's own description.
    pub(super) fn further(&self) -> impl Iterator<Item = TextId> {
        self.facts.descriptions.iter().copied().filter(|text| self.description != Some(*text))
    }
}
