//! Writes the tree of a schema as HTML: a row for each field, native `<details>` for nested rows, and tabs for
//! variants.

use super::{Group, Tab, Writer, history::mark_class, link, unlike};
use crate::openapi::{
    TextId,
    history::Mark,
    tree::{Choice, Facts, Label, Role, Row, RowId, Shape, Tree},
};
use crate::render::{
    api::entry::Entry,
    api::examples::Line,
    api::words,
    markup::{Markup, html},
};

/// The maximum number of examples on one line.
const INLINE_EXAMPLES: usize = 3;
/// The maximum number of values or examples with descriptions in a list that starts expanded.
const MANY_DESCRIBED: usize = 8;

impl<'a> Writer<'_, 'a> {
    /// Writes a schema that isn't in a row: a body's schema, or the schema of a page.
    /// `is_sampled` is true if the page shows the schema's examples as code.
    pub(super) fn root(
        &mut self,
        tree: &Tree<'a>,
        row: &Row<'a>,
        described: Option<TextId>,
        is_sampled: bool,
    ) {
        // The body's heading already has the ID of the body's first schema.
        let id = if row.anchor.ends_with("request-body") { "" } else { &row.anchor };
        let mut entry = Entry::row(self.words, row, false);
        // Don't repeat the description of the body.
        entry.description = described;
        entry.is_sampled = is_sampled;
        self.alone(tree, id, &entry, row);
    }

    fn alone(&mut self, tree: &Tree<'a>, id: &str, entry: &Entry<'_, 'a>, row: &Row<'a>) {
        let id = if id.is_empty() { String::new() } else { format!(" id=\"{id}\"") };
        let class = mark_class(entry.mark).map_or_else(String::new, |class| format!(" {class}"));
        html!(self, r#"<div class="api-schema{}"{}><div class="api-schema-head">"#, raw(&class), raw(&id));
        self.type_of(&row.facts.label);
        self.words(false, &row.facts, false, entry.mark);
        if matches!(row.role, Role::Root) && begins_closed(tree, row) {
            html!(self, r#"<button type="button" class="api-expand" data-other="{api_collapse_all}">"#);
            html!(self, "{api_expand_all}</button>");
        }
        html!(self, "</div>{}{}</div>", said(entry), inside(tree, row));
    }

    /// Writes a list of parameters or headers.
    pub(super) fn entries(&mut self, tree: &Tree<'a>, entries: &[Entry<'_, 'a>]) {
        self.list(entries.iter(), |writer, entry| {
            writer.entry(entry);
            if let Some(row) = entry.row {
                writer.below(tree, row);
            }
        });
    }

    fn list<T>(&mut self, all: impl Iterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        self.raw("<ul class=\"api-rows\">\n");
        for one in all {
            if self.is_full() {
                self.rest_in_list();
                break;
            }
            write(self, one);
            self.raw("</li>\n");
        }
        self.raw("</ul>");
    }

    pub(super) fn rest_in_list(&mut self) {
        html!(self, "<li>{}</li>", rest_elsewhere());
    }

    /// Writes the facts about a row. Leaves the row's `<li>` open.
    fn entry(&mut self, entry: &Entry<'_, 'a>) {
        let repeated = if entry.is_repeated { " data-repeated" } else { "" };
        html!(self, r#"<li id="{}"{}"#, entry.anchor, raw(repeated));
        self.attribute("class", mark_class(entry.mark).as_deref());
        self.raw("><div class=\"api-row-head\">");
        match &entry.name {
            Ok(name) => html!(self, r##"<a class="api-name" href="#{}">{}</a>"##, entry.anchor, name),
            Err((key, value)) => {
                let role = self.words.coded(key, value);
                html!(self, r##"<a class="api-role" href="#{}">{}</a>"##, entry.anchor, raw(&role));
            }
        }
        if let Some(row) = entry.row {
            self.type_of(&row.facts.label);
        }
        if let Some(media_type) = entry.media_type {
            html!(self, r#"<span class="api-type">{}</span>"#, media_type);
        }
        self.words(entry.required, entry.facts, entry.deprecated, entry.mark);
        html!(self, "</div>{}{}", small(entry.description), said(entry));
    }

    /// Writes the facts about a schema and its items, but not the entry's own description.
    fn said(&mut self, entry: &Entry<'_, 'a>) {
        for text in entry.further() {
            self.small(Some(text));
        }
        self.facts(entry);
        let items = entry.row.map_or(&[][..], |row| &row.items);
        self.items(items);
    }

    /// Writes the facts about the items of a list. The items of a nested list are inside those of the outer list.
    fn items(&mut self, items: &[Facts<'a>]) {
        let Some((first, inner)) = items.split_first() else { return };
        if items.iter().all(|facts| Entry::items(self.words, facts).is_none()) {
            return;
        }
        html!(self, r#"<div class="api-items"><span class="api-items-label">{api_each_item}</span>"#);
        if let Some(entry) = Entry::items(self.words, first) {
            html!(self, "{}{}", words(false, first, false, Mark::default()), said(&entry));
        }
        self.items(inner);
        self.raw("</div>");
    }

    /// Writes the words after a type.
    fn words(&mut self, required: bool, facts: &Facts<'_>, deprecated: bool, mark: Mark) {
        let is_dated = mark.deprecated.is_some();
        let deprecated = (deprecated || facts.deprecated) && !is_dated;
        for (holds, class, key) in [
            (required, "api-required", "api_required"),
            (facts.label.nullable, "api-nullable", "api_nullable"),
            (facts.read_only, "api-access", "api_read_only"),
            (facts.write_only, "api-access", "api_write_only"),
            (deprecated, "api-deprecated", "api_deprecated"),
        ] {
            if holds {
                self.word(class, key);
            }
        }
        self.mark(mark);
    }

    /// Writes a type. For a nullable type, `null` is a separate word.
    fn type_of(&mut self, label: &Label<'_>) {
        html!(self, r#"<span class="api-type">{}</span>"#, shape(&label.shape));
    }

    fn label(&mut self, label: &Label<'_>) {
        self.shape(&label.shape);
        if label.nullable {
            self.raw(" | null");
        }
    }

    fn shape(&mut self, shape: &Shape<'_>) {
        match shape {
            Shape::Any => self.message("api_any"),
            Shape::Never => self.message("api_never"),
            // A schema's page doesn't link to itself.
            Shape::Named(id, _) if self.about == Some(*id) => {
                let views = &self.shared.views;
                let label = Label::unnamed(views, &views.of(&(*id).into()));
                // A schema can be its own variant, so don't expand it again.
                let about = self.about.take();
                self.shape(&label.shape);
                self.about = about;
            }
            Shape::Named(id, name) => match self.schema_href(*id) {
                Some(href) => self.raw(&link(&href, name)),
                None => self.text(name),
            },
            Shape::Types(types, format, items) => {
                let several = types.names().count() > 1;
                for (at, name) in types.names().enumerate() {
                    html!(self, "{}{}", raw(if at > 0 { " | " } else { "" }), raw(name));
                    if let ("array", Some(items)) = (name, items) {
                        let brackets = items.nullable || matches!(items.shape, Shape::Union(..));
                        let (open, close) = if brackets { (" of (", ")") } else { (" of ", "") };
                        html!(self, "{}{}{}", raw(open), label(items), raw(close));
                    }
                    let formatted = matches!(name, "string" | "integer" | "number") || !several;
                    if let Some(format) = format.filter(|_| formatted) {
                        html!(self, "&lt;{}&gt;", format);
                    }
                }
            }
            Shape::Union(labels, more) => {
                for (at, label) in labels.iter().enumerate() {
                    html!(self, "{}{}", raw(if at > 0 { " | " } else { "" }), label(label));
                }
                if *more > 0 {
                    self.raw(" | …");
                }
            }
        }
    }

    /// Writes the values, constraints, examples, and other facts about a schema. The entry's own examples replace the
    /// schema's examples.
    fn facts(&mut self, entry: &Entry<'_, 'a>) {
        let facts = entry.facts;
        self.values(facts);
        let words = self.words;
        let mut list = entry.notes.clone();
        list.extend(words.list(facts));
        let examples = entry.lines();
        let listed = examples.len() > INLINE_EXAMPLES || !examples.iter().all(Line::is_bare);
        if !listed && !examples.is_empty() {
            list.push(
                self.words.codes("api_example", &examples.iter().map(|line| &line.value).collect::<Vec<_>>()),
            );
        }
        if !list.is_empty() {
            self.facts_list("", &list);
        }
        if listed {
            self.examples(&examples);
        }
        if let Some(docs) = facts.external_docs {
            self.more_about(docs, "", Some(words::target(facts, docs)));
        }
    }

    /// Writes examples with descriptions.
    fn examples(&mut self, examples: &[Line<'_>]) {
        let many = examples.len() > MANY_DESCRIBED;
        if many {
            html!(self, r#"<details class="api-values"><summary>{api_examples}</summary><dl>"#)
        } else {
            html!(self, r#"<div class="api-values"><span>{api_examples}</span><dl>"#)
        }
        for line in examples {
            if line.is_address {
                html!(self, "<dt>{}</dt>", external(&line.value, &line.value))
            } else {
                html!(self, "<dt>{}</dt>", code(&line.value))
            }
            html!(self, "<dd>{}{}</dd>", line.title().unwrap_or_default(), small(line.description));
        }
        self.raw(if many { "</dl></details>" } else { "</dl></div>" });
    }

    /// Writes the values of an enum on one line or, if the values have descriptions, as a list.
    fn values(&mut self, facts: &Facts<'a>) {
        if facts.values.is_empty() {
            return;
        }
        let described = facts.values.iter().any(|value| value.description.is_some() || value.name.is_some());
        let many = facts.values.len() > if described { MANY_DESCRIBED } else { 24 };
        if many {
            let count = facts.values.len() + facts.further_values.len() + facts.more_values;
            html!(self, r#"<details class="api-values"><summary>{}</summary>"#, count("api_values", count));
        } else {
            html!(self, r#"<div class="api-values"><span>{api_one_of}</span> "#);
        }
        if described {
            self.raw("<dl>");
            for value in &facts.values {
                let name = value.name.iter().fold(String::new(), |_, name| format!(" {name}"));
                html!(self, "<dt>{}{}</dt>", code(&words::value(&value.value)), &name);
                html!(self, "<dd>{}</dd>", small(value.description));
            }
            self.raw("</dl>");
        } else {
            self.chips(facts.values.iter().map(|value| words::value(&value.value)));
        }
        let more = facts.further_values.len() + facts.more_values;
        if more > 0 {
            html!(self, "<p>{}</p>{}", count("api_more_values", more), rest_elsewhere());
        }
        self.raw(if many { "</details>" } else { "</div>" });
    }

    /// Writes values on one line.
    pub(super) fn chips(&mut self, values: impl Iterator<Item: AsRef<str>>) {
        self.raw("<span class=\"api-chips\">");
        for value in values {
            html!(self, "{} ", code(value.as_ref()));
        }
        self.raw("</span>");
    }

    /// Writes nested rows in a `<details>` element.
    fn below(&mut self, tree: &Tree<'a>, row: &Row<'a>) {
        if row.children.is_empty() && row.choices.is_empty() {
            return self.hidden(tree, row);
        }
        self.details(tree, row, false);
    }

    fn details(&mut self, tree: &Tree<'a>, row: &Row<'a>, open: bool) {
        html!(self, r#"<details class="api-nest"{}><summary>"#, raw(if open { " open" } else { "" }));
        let all = row.children.len() + if row.choices.is_empty() { row.rest.rows } else { 0 };
        match row.children.first().map(|id| &tree[*id].role) {
            None => {
                let variants = row.choices.iter().map(|choice| choice.variants.len()).sum();
                self.count("api_variants", variants);
            }
            Some(Role::Property(_)) => self.count("api_properties", all),
            Some(Role::Additional | Role::Pattern(_) | Role::Unevaluated) => self.message("api_each_value"),
            Some(_) => self.message("api_parts"),
        }
        html!(self, "</summary>{}</details>", inside(tree, row));
    }

    fn inside(&mut self, tree: &Tree<'a>, row: &Row<'a>) {
        if !row.children.is_empty() {
            self.list(row.children.iter(), |writer, id| {
                let child = &tree[*id];
                writer.entry(&Entry::row(writer.words, child, false));
                if begins_open(tree, row, *id) {
                    writer.details(tree, child, true)
                } else {
                    writer.below(tree, child)
                }
            });
        }
        for (at, choice) in row.choices.iter().enumerate() {
            let link = self.link.take_if(|(id, _)| at == 0 && std::ptr::eq(&tree[*id], row));
            self.choice(tree, choice, link.as_ref().map(|(_, name)| name.as_str()));
        }
        self.hidden(tree, row);
    }

    /// Writes a tab for each variant.
    fn choice(&mut self, tree: &Tree<'a>, choice: &Choice<'a>, link: Option<&str>) {
        self.raw("<div class=\"api-choice\"><p class=\"api-choice-head\">");
        self.message(words::choice(choice.kind));
        if let Some(property) = choice.discriminator {
            let told = self.words.coded("api_told_by", property);
            html!(self, r#" <span class="api-told">{}</span>"#, raw(&told));
        }
        self.raw("</p>");
        let tab = |id: &RowId| match &tree[*id].role {
            Role::Variant { title, .. } => Tab::new(title.clone()),
            _ => Tab::new(String::new()),
        };
        let mut tabs = unlike(choice.variants.iter().map(tab).collect());
        if link.is_some() {
            tabs.iter_mut().enumerate().for_each(|(at, tab)| tab.variant = Some(at));
        }
        // The URL contains only the variant of the whole body.
        let query = link.map(|_| "variant");
        let group =
            Group { class: "api-variants", label: self.messages.get("tabs"), name: None, link, query };
        self.tabs(group, &tabs, |writer, at| writer.variant(tree, choice.variants[at], choice.default));
        self.raw("</div>");
    }

    fn variant(&mut self, tree: &Tree<'a>, id: RowId, default: Option<RowId>) {
        if self.is_full() {
            return self.rest_elsewhere();
        }
        let row = &tree[id];
        let entry = Entry::row(self.words, row, default == Some(id));
        self.alone(tree, &row.anchor, &entry, row);
    }

    /// Writes links to the rows that aren't shown here.
    fn hidden(&mut self, tree: &Tree<'a>, row: &Row<'a>) {
        let page = |id, name: &str| Some(link(&self.schema_href(id)?, name));
        let above = |row: &Row<'_>, name: &str| link(&format!("#{}", row.anchor), name);
        let words = self.words;
        if let Some(html) = words.hidden(&self.api.api, (tree, row), page, above, || self.markdown_link()) {
            html!(self, r#"<p class="api-more">{}</p>"#, raw(&html));
        }
    }
}

/// Returns the rows nested in a row: its children and its variants.
fn below<'r>(row: &'r Row<'_>) -> impl Iterator<Item = RowId> + 'r {
    row.children.iter().chain(row.choices.iter().flat_map(|choice| &choice.variants)).copied()
}

/// Whether a row can be expanded or, for a variant, whether any row in the variant can be expanded.
fn opens(tree: &Tree<'_>, id: RowId) -> bool {
    let row = &tree[id];
    match row.role {
        Role::Variant { .. } => below(row).any(|id| opens(tree, id)),
        _ => !(row.children.is_empty() && row.choices.is_empty()),
    }
}

/// Whether the content of a child starts expanded so that a wrapper object shows its content.
fn begins_open(tree: &Tree<'_>, row: &Row<'_>, child: RowId) -> bool {
    let alone = matches!(row.role, Role::Root) && row.children.len() <= 2;
    alone && opens(tree, child) && tree[child].children.len() <= 24
}

/// For a schema that isn't in a row, whether any part of the schema starts collapsed.
fn begins_closed(tree: &Tree<'_>, row: &Row<'_>) -> bool {
    below(row).any(|id| {
        if begins_open(tree, row, id) && row.children.contains(&id) {
            below(&tree[id]).any(|id| opens(tree, id))
        } else {
            opens(tree, id)
        }
    })
}
