//! Parameters, headers, and the fields of schemas as Markdown.

use super::Writer;
use crate::markdown::code_span as code;
use crate::openapi::{
    EnumValue, SchemaId, TextId,
    tree::{Facts, Label, Role, Row, RowId, Shape, Tree},
};
use crate::render::{
    api::entry::Entry,
    api::examples::Line,
    api::inline::{escaped, fence_closed},
    api::words,
};

impl<'a> Writer<'_, 'a> {
    /// Writes parameters or headers as a table, and their nested fields below it.
    pub(super) fn table(&mut self, level: u8, key: &str, entries: &[Entry<'_, 'a>], tree: &Tree<'a>) {
        if entries.is_empty() {
            return;
        }
        self.titled(level, key);
        let [name, kind, description] =
            ["api_name", "api_type", "api_description"].map(|key| self.message(key));
        self.line(&format!("| {name} | {kind} |  | {description} |"));
        self.line("|---|---|---|---|");
        for entry in entries {
            let cells = self.cells(entry).map(|cell| cell.replace('|', "\\|").replace(['\n', '\r'], " "));
            self.line(&format!("| {} |", cells.join(" | ")));
        }
        self.out.push('\n');
        let before = self.out.len();
        for entry in entries {
            self.made_of(entry, tree);
        }
        if self.out.len() > before {
            self.out.push('\n');
        }
    }

    fn made_of(&mut self, entry: &Entry<'_, 'a>, tree: &Tree<'a>) {
        let (Some(row), Ok(name)) = (entry.row, &entry.name) else { return };
        let before = self.out.len();
        self.item(0, &format!("{}:", code(name)));
        let head = self.out.len();
        self.below(tree, row, 1);
        if self.out.len() == head {
            self.out.truncate(before);
        }
    }

    /// Returns the cells of a parameter or header: the name, the type, the required state, and the description with
    /// facts.
    pub(super) fn cells(&self, entry: &Entry<'_, 'a>) -> [String; 4] {
        let kind = entry.row.map_or_else(String::new, |row| code(&row.facts.label.to_string()));
        let required = if entry.required { self.message("api_required") } else { "" };
        [code(entry.name.as_ref().unwrap_or(&"")), kind, required.to_owned(), self.said(entry)]
    }

    /// Returns the descriptions of an entry on one line, and the facts about its schema in parentheses.
    fn said(&self, entry: &Entry<'_, 'a>) -> String {
        let (described, facts) = self.descriptions_and_facts(entry);
        self.on_one_line(&described, facts)
    }

    fn on_one_line(&self, described: &[TextId], facts: String) -> String {
        let texts: Vec<&str> = described.iter().map(|text| self.short(Some(*text))).collect();
        let text = texts.join(" ");
        match (text.is_empty(), facts.is_empty()) {
            (_, true) => text,
            (true, false) => facts,
            (false, false) => format!("{text} ({facts})"),
        }
    }

    /// Returns the descriptions of an entry, and the facts about its schema on one line.
    fn descriptions_and_facts(&self, entry: &Entry<'_, 'a>) -> (Vec<TextId>, String) {
        let facts = entry.facts;
        let mut notes = Vec::new();
        // If the entry has its own description, the schema's description becomes a note.
        let described: Vec<TextId> = match entry.description {
            Some(own) => {
                notes.extend(entry.further().map(|text| self.short(Some(text)).to_owned()));
                vec![own]
            }
            None => facts.descriptions.clone(),
        };
        notes.extend(entry.notes.iter().cloned());
        notes.extend(entry.media_type.map(code));
        notes.extend(self.marks(entry.mark));
        if entry.deprecated && !facts.deprecated && entry.mark.deprecated.is_none() {
            notes.push(self.message("api_deprecated").to_owned());
        }
        let mut parts = Vec::new();
        for (holds, key) in [
            (facts.label.nullable, "api_nullable"),
            (facts.read_only, "api_read_only"),
            (facts.write_only, "api_write_only"),
            (facts.deprecated && entry.mark.deprecated.is_none(), "api_deprecated"),
        ] {
            if holds {
                parts.push(self.message(key).to_owned());
            }
        }
        parts.extend(notes);
        parts.extend(self.words.list(facts));
        parts.extend(self.values(facts));
        let examples: Vec<String> = entry.lines().iter().map(|line| self.example(line)).collect();
        if !examples.is_empty() {
            parts.push(self.words.marked("api_example", &[("value", &examples.join(", "))]));
        }
        parts.extend(facts.external_docs.map(|docs| self.more_about(docs, Some(words::target(facts, docs)))));
        (described, parts.join("; "))
    }

    /// Whether one of the descriptions has several blocks, such as a list or code, which lose their meaning on one line.
    fn is_large(&self, described: &[TextId]) -> bool {
        described.iter().any(|id| {
            let text = &self.api.api[*id];
            let source = text.source.trim();
            let is_html_line = source.starts_with('<') && !source.contains('\n');
            !source.is_empty() && !is_html_line && !text.document.is_one_paragraph()
        })
    }

    /// Writes an item with the descriptions and facts of an entry. Descriptions with several blocks are below the item's
    /// line.
    fn described_item(&mut self, depth: usize, head: &str, entry: &Entry<'_, 'a>) {
        let (described, facts) = self.descriptions_and_facts(entry);
        if !self.is_large(&described) {
            let said = self.on_one_line(&described, facts);
            let colon = if said.is_empty() { "" } else { ": " };
            return self.item(depth, &format!("{head}{colon}{said}"));
        }
        self.item(depth, format!("{head}: {facts}").trim_end());
        for text in described {
            self.indented(depth + 1, &fence_closed(&self.described(Some(text))));
        }
        self.out.push('\n');
    }

    /// Writes blocks that belong to an item, after an empty line.
    fn indented(&mut self, depth: usize, text: &str) {
        if !text.is_empty() {
            self.out.push('\n');
        }
        for line in text.lines() {
            let space = if line.is_empty() { String::new() } else { "  ".repeat(depth) };
            self.line(&format!("{space}{line}"));
        }
    }

    /// Returns the values of an enum with their descriptions.
    fn values(&self, facts: &Facts<'_>) -> Option<String> {
        if facts.values.is_empty() {
            return None;
        }
        let value = |one: &EnumValue| {
            let noted = self.noted(one.name.as_deref(), one.description);
            format!("{}{noted}", code(&words::value(&one.value)))
        };
        let all = facts.values.iter().chain(&facts.further_values);
        let mut values = all.map(|one| value(one)).collect::<Vec<_>>().join(", ");
        if facts.more_values > 0 {
            let more = self.words.messages.count("api_more_values", facts.more_values, &[]);
            values = format!("{values} {more}");
        }
        Some(format!("{} {values}", self.message("api_one_of")))
    }

    fn example(&self, line: &Line<'_>) -> String {
        let noted = self.noted(line.title().filter(|_| !line.is_bare()), line.description);
        if line.is_address {
            format!("<{}>{noted}", line.value)
        } else {
            format!("{}{noted}", code(&line.value))
        }
    }

    /// Returns a value's title and description, in parentheses.
    fn noted(&self, title: Option<&str>, description: Option<TextId>) -> String {
        let texts = [title.unwrap_or_default(), self.short(description)];
        let said: Vec<&str> = texts.into_iter().filter(|text| !text.is_empty()).collect();
        if said.is_empty() { String::new() } else { format!(" ({})", said.join(": ")) }
    }

    /// Writes a schema that isn't in a row.
    pub(super) fn root(&mut self, tree: &Tree<'a>, row: &Row<'a>, is_sampled: bool) {
        let entry = Entry { is_sampled, ..Entry::row(self.words, row, false) };
        let (described, facts) = self.descriptions_and_facts(&entry);
        let has_facts = !facts.is_empty();
        if self.is_large(&described) {
            for text in &described {
                self.paragraph(&fence_closed(&self.described(Some(*text))));
            }
            self.paragraph(&facts);
        } else {
            self.paragraph(&self.on_one_line(&described, facts));
        }
        let before = self.out.len();
        self.below(tree, row, 0);
        if self.out.len() > before {
            self.out.push('\n');
            if !has_facts {
                self.end_list(&described, before, 0);
            }
        }
    }

    fn below(&mut self, tree: &Tree<'a>, row: &Row<'a>, depth: usize) {
        // The items of a nested list are below those of the outer list.
        let entries: Vec<_> = row.items.iter().map(|items| Entry::items(self.words, items)).collect();
        let last = entries.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        for (level, entry) in entries[..last].iter().enumerate() {
            match entry {
                Some(entry) => self.described_item(depth + level, self.message("api_each_item"), entry),
                None => self.item(depth + level, self.message("api_each_item")),
            }
        }
        for id in &row.children {
            self.row(tree, *id, depth, false);
        }
        for choice in &row.choices {
            let head = self.message(words::choice(choice.kind));
            let told = choice.discriminator.map_or_else(String::new, |property| {
                format!(" ({})", self.words.coded("api_told_by", property))
            });
            let head = format!("{head}{told}:");
            self.item(depth, &head);
            for id in &choice.variants {
                self.row(tree, *id, depth + 1, choice.default == Some(*id));
            }
        }
        let page = |id, name: &str| self.schema_link(id, name);
        let above = |_: &Row<'_>, name: &str| code(name);
        if let Some(hidden) = self.words.hidden(&self.api.api, (tree, row), page, above, || None) {
            self.item(depth, &hidden);
        }
    }

    fn row(&mut self, tree: &Tree<'a>, id: RowId, depth: usize, is_default: bool) {
        let row = &tree[id];
        let entry = Entry::row(self.words, row, is_default);
        let name = match (&row.role, &entry.name) {
            (Role::Variant { title, .. }, _) => format!("**{}**", escaped(title)),
            (_, Ok(name)) => code(name),
            (_, Err((key, value))) => self.words.coded(key, value),
        };
        let required =
            if row.required { format!(", {}", self.message("api_required")) } else { String::new() };
        let head = format!("{name} {}{required}", self.type_of(&row.facts.label));
        self.described_item(depth, &head, &entry);
        let below = self.out.len();
        self.below(tree, row, depth + 1);
        if self.out.len() > below {
            self.end_list(&entry.facts.descriptions, below, depth + 1);
        }
    }

    /// Ends the list at the end of descriptions, which the list of fields at `below` would otherwise continue.
    fn end_list(&mut self, described: &[TextId], below: usize, depth: usize) {
        if described.last().is_some_and(|id| self.api.api[*id].document.ends_with_list()) {
            self.out.insert_str(below, &format!("{}<!-- -->\n\n", "  ".repeat(depth)));
        }
    }

    /// Returns a type, with a link to a schema's page.
    pub(super) fn type_of(&self, label: &Label<'_>) -> String {
        match &label.shape {
            Shape::Named(id, name) => self.schema_link(*id, name).unwrap_or_else(|| escaped(name)),
            _ => escaped(&Label { nullable: false, ..label.clone() }.to_string()),
        }
    }

    fn schema_link(&self, id: SchemaId, name: &str) -> Option<String> {
        let route = self.shared.schema_route(self.api, (self.locale, self.language), id)?;
        Some(self.page_link(&escaped(name), route))
    }
}
