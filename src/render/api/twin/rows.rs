//! Parameters, headers and the fields of schemas in twins.

use super::{Shown, Twin};
use crate::openapi::merge::GroupKind;
use crate::openapi::outline::Slot;
use crate::openapi::tree::{Facts, Label, Role, Row, RowId, Shape, Tree};
use crate::openapi::{EnumValue, Example, SchemaId, TextId};
use crate::render::api::examples::{self, Line};
use crate::render::api::facts;
use crate::render::api::inline::{code, escaped};
use crate::render::api::rows::{Own, role};

impl<'a> Twin<'_, 'a> {
    /// What parameters or headers are made of, for which a table has no room.
    pub(super) fn all_inside<'s>(
        &mut self,
        shown: Shown<'_, 'a>,
        all: impl Iterator<Item = (&'s str, &'s Slot)>,
    ) {
        let before = self.out.len();
        for (name, slot) in all {
            self.inside(shown, name, slot);
        }
        if self.out.len() > before {
            self.out.push('\n');
        }
    }

    fn inside(&mut self, shown: Shown<'_, 'a>, name: &str, slot: &Slot) {
        let Some(row) = shown.row(slot) else { return };
        let before = self.out.len();
        self.item(0, &format!("{}:", code(name)));
        let head = self.out.len();
        self.below(shown.tree, row, 1);
        if self.out.len() == head {
            self.out.truncate(before);
        }
    }

    /// The row of a parameter or header in its table.
    pub(super) fn table_row(&self, own: Own<'_>, row: Option<&Row<'a>>) -> [String; 4] {
        let bare = Facts::default();
        let facts = row.map_or(&bare, |row| &row.facts);
        let kind = row.map_or_else(String::new, |row| code(&row.facts.label.to_string()));
        let required = if own.required { self.message("api_required").to_owned() } else { String::new() };
        let name = code(own.name);
        let mut said = Vec::new();
        if let Some(own) = own.description {
            said.extend(
                facts.descriptions.iter().filter(|text| **text != own).map(|text| self.short(Some(*text))),
            );
        }
        said.extend(self.words.title(facts, own.name));
        said.extend(own.facts);
        said.extend(own.media_type.map(code));
        if own.deprecated && !facts.deprecated {
            said.push(self.message("api_deprecated").to_owned());
        }
        let described: Vec<TextId> = match own.description {
            Some(own) => vec![own],
            None => facts.descriptions.clone(),
        };
        [name, kind, required, self.said(facts, &described, said, own.examples)]
    }

    pub(super) fn table(&mut self, level: usize, title: &str, rows: &[[String; 4]]) {
        if rows.is_empty() {
            return;
        }
        self.heading(level, title);
        let head = ["api_name", "api_type", "", "api_description"]
            .map(|key| if key.is_empty() { String::new() } else { self.message(key).to_owned() });
        self.line(&format!("| {} |", head.join(" | ")));
        self.line("|---|---|---|---|");
        for row in rows {
            let cells = row.each_ref().map(|cell| cell.replace('|', "\\|").replace(['\n', '\r'], " "));
            self.line(&format!("| {} |", cells.join(" | ")));
        }
        self.out.push('\n');
    }

    /// What is said about a schema, in sentences.
    pub(super) fn said(
        &self,
        facts: &Facts<'_>,
        described: &[TextId],
        own: Vec<String>,
        examples: &[Example],
    ) -> String {
        let mut parts = Vec::new();
        for (holds, key) in [
            (facts.label.nullable, "api_nullable"),
            (facts.read_only, "api_read_only"),
            (facts.write_only, "api_write_only"),
            (facts.deprecated, "api_deprecated"),
        ] {
            if holds {
                parts.push(self.message(key).to_owned());
            }
        }
        parts.extend(own);
        parts.extend(self.words.list(facts));
        parts.extend(self.values(facts));
        let examples: Vec<String> =
            examples::lines(examples, facts).iter().map(|line| self.example(line)).collect();
        if !examples.is_empty() {
            parts.push(self.words.marked("api_example", &[("value", &examples.join(", "))]));
        }
        parts.extend(facts.external_docs.map(|docs| self.more_about(docs)));
        let texts: Vec<String> = described.iter().map(|text| self.short(Some(*text))).collect();
        let text = texts.join(" ");
        match (text.is_empty(), parts.is_empty()) {
            (_, true) => text,
            (true, false) => parts.join("; "),
            (false, false) => format!("{text} ({})", parts.join("; ")),
        }
    }

    /// The values of an enum, with what is said about each.
    fn values(&self, facts: &Facts<'_>) -> Option<String> {
        if facts.values.is_empty() {
            return None;
        }
        let value = |one: &EnumValue| {
            let noted = self.noted(one.name.as_deref(), one.description);
            format!("{}{noted}", code(&facts::value(&one.value)))
        };
        let mut values = facts.values.iter().map(|one| value(one)).collect::<Vec<_>>().join(", ");
        if facts.more_values > 0 {
            let key = if facts.more_values == 1 { "api_more_values_one" } else { "api_more_values_many" };
            let count = facts.more_values.to_string();
            values = format!("{values} {}", self.words.marked(key, &[("count", &count)]));
        }
        Some(format!("{} {values}", self.message("api_one_of")))
    }

    fn example(&self, line: &Line<'_>) -> String {
        let noted = self.noted(line.title().filter(|_| !line.is_bare()), line.description);
        match line.is_address {
            true => format!("<{}>{noted}", line.value),
            false => format!("{}{noted}", code(&line.value)),
        }
    }

    /// What is said about a value, in brackets behind it.
    fn noted(&self, title: Option<&str>, description: Option<TextId>) -> String {
        let texts = [title.unwrap_or_default().to_owned(), self.short(description)];
        let said: Vec<&str> = texts.iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        if said.is_empty() { String::new() } else { format!(" ({})", said.join(": ")) }
    }

    /// A schema that stands alone.
    pub(super) fn root(&mut self, tree: &Tree<'a>, row: &Row<'a>) {
        let title = self.words.title(&row.facts, "").into_iter().collect();
        let said = self.said(&row.facts, &row.facts.descriptions, title, &[]);
        self.paragraph(&said);
        let before = self.out.len();
        self.below(tree, row, 0);
        if self.out.len() > before {
            self.out.push('\n');
        }
    }

    pub(super) fn below(&mut self, tree: &Tree<'a>, row: &Row<'a>, depth: usize) {
        for items in row.items.iter() {
            let title = self.words.title(items, "");
            if items.is_bare() && title.is_none() {
                continue;
            }
            let said = self.said(items, &items.descriptions, title.into_iter().collect(), &[]);
            let line = format!("{}: {said}", self.message("api_each_item"));
            self.item(depth, &line);
        }
        for id in &row.children {
            self.row(tree, *id, depth, false);
        }
        for choice in &row.choices {
            let head = self.message(match choice.kind {
                GroupKind::OneOf => "api_choice_one",
                GroupKind::AnyOf => "api_choice_any",
                GroupKind::Told => "api_choice_told",
            });
            let told = choice.discriminator.map_or_else(String::new, |property| {
                format!(" ({})", self.words.codes("api_told_by", &[property.to_owned()]))
            });
            let head = format!("{head}{told}:");
            self.item(depth, &head);
            for id in &choice.variants {
                self.row(tree, *id, depth + 1, choice.default == Some(*id));
            }
        }
        if row.rest.rows > 0 {
            let hidden = self.hidden(tree, row);
            self.item(depth, &hidden);
        }
    }

    fn hidden(&self, tree: &Tree<'a>, row: &Row<'a>) -> String {
        let count = row.rest.rows.to_string();
        let schema = row.rest.link.and_then(|id| Some((id, self.api.api.schemas[id].name.as_deref()?)));
        let link = schema.and_then(|(id, name)| self.schema_link(id, name));
        if let Some(above) = row.rest.above {
            if let Some(link) = link {
                return self.words.marked("api_repeats", &[("schema", &link)]);
            }
            let above = &tree[above];
            let name = above.schema.and_then(|id| self.api.api.schemas[id].name.as_deref());
            let name = name.or_else(|| role(&above.role).ok()).unwrap_or(self.message("api_schema"));
            return self.words.marked("api_repeats", &[("schema", &code(name))]);
        }
        match link {
            Some(link) => {
                let key = if row.rest.rows == 1 { "api_elsewhere_one" } else { "api_elsewhere_many" };
                self.words.marked(key, &[("schema", &link), ("count", &count)])
            }
            None => {
                let key = if row.rest.rows == 1 { "api_not_shown_one" } else { "api_not_shown_many" };
                self.words.marked(key, &[("count", &count)])
            }
        }
    }

    fn row(&mut self, tree: &Tree<'a>, id: RowId, depth: usize, is_default: bool) {
        let row = &tree[id];
        let name = match &row.role {
            Role::Variant { title, .. } => format!("**{}**", escaped(title)),
            other => match role(other) {
                Ok(name) => code(name),
                Err((key, value)) => self.words.codes(key, &[value]),
            },
        };
        let mut own = Vec::new();
        match row.role {
            Role::Property(name) => own.extend(self.words.title(&row.facts, name)),
            // What a variant is called is its title.
            Role::Variant { .. } => {}
            _ => own.extend(self.words.title(&row.facts, "")),
        }
        if let Role::Variant { values, .. } = &row.role
            && !values.is_empty()
        {
            own.push(self.words.codes("api_told_value", &facts::values(values)));
        }
        if is_default {
            own.push(self.words.plain("api_told_default"));
        }
        let required =
            if row.required { format!(", {}", self.message("api_required")) } else { String::new() };
        let said = self.said(&row.facts, &row.facts.descriptions, own, &[]);
        let colon = if said.is_empty() { "" } else { ": " };
        let line = format!("{name} {}{required}{colon}{said}", self.label(&row.facts.label));
        self.item(depth, &line);
        self.below(tree, row, depth + 1);
    }

    /// A type, with a link to the page of a schema.
    pub(super) fn label(&self, label: &Label<'_>) -> String {
        match &label.shape {
            Shape::Named(id, name) => self.schema_link(*id, name).unwrap_or_else(|| escaped(name)),
            _ => escaped(&Label { nullable: false, ..label.clone() }.to_string()),
        }
    }

    fn schema_link(&self, id: SchemaId, name: &str) -> Option<String> {
        let route = self.api.schema_route(self.language, id)?;
        let file = self.renderer.at.file_href(&self.renderer.at.markdown(&route));
        Some(format!("[{}]({})", escaped(name), self.renderer.absolute(&file)))
    }
}
