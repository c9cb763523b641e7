//! The tree of a schema to HTML: a row for each field, native `<details>` for what is below it, tabs for variants.

use super::examples::{self, Line};
use super::facts::{self, Words};
use super::styles;
use super::writer::{Group, Tab, Writer, unlike};
use crate::markdown::escape;
use crate::openapi::merge::{GroupKind, Views};
use crate::openapi::outline::Slot;
use crate::openapi::tree::{Choice, Facts, Hidden, Label, Role, Row, RowId, Shape, Tree};
use crate::openapi::{Example, Header, Parameter, SchemaId, TextId};

/// So many examples stand in a line.
const INLINE_EXAMPLES: usize = 3;
/// More values or examples than this, each with what is said about it, are closed at first.
const MANY_DESCRIBED: usize = 8;

/// What a row says of itself before its schema does: a parameter's or header's own words.
#[derive(Default)]
pub(super) struct Own<'o> {
    pub(super) name: &'o str,
    pub(super) anchor: &'o str,
    pub(super) required: bool,
    pub(super) deprecated: bool,
    pub(super) description: Option<TextId>,
    pub(super) examples: &'o [Example],
    /// Facts of its own, as HTML.
    pub(super) facts: Vec<String>,
    /// The media type its value is written in.
    pub(super) media_type: Option<&'o str>,
}

impl<'o> Own<'o> {
    /// Those of a parameter.
    pub(super) fn parameter(
        parameter: &'o Parameter,
        slot: &'o Slot,
        words: Words<'_>,
        views: &Views<'_>,
    ) -> Self {
        Own {
            name: &parameter.name,
            anchor: &slot.anchor,
            required: parameter.required,
            deprecated: parameter.deprecated,
            description: parameter.description,
            examples: &parameter.examples,
            facts: [styles::of_parameter(words, views, parameter), words.extra(&parameter.extra)].concat(),
            media_type: parameter.media_type.as_deref(),
        }
    }

    /// Those of a header.
    pub(super) fn header(header: &'o Header, slot: &'o Slot, words: Words<'_>) -> Self {
        Own {
            name: &header.name,
            anchor: &slot.anchor,
            required: header.required,
            deprecated: header.deprecated,
            description: header.description,
            examples: &header.examples,
            facts: words.extra(&header.extra),
            ..Own::default()
        }
    }
}

impl<'a> Writer<'_, 'a> {
    /// A schema that stands alone: what a body is, or the schema of a page.
    pub(super) fn root(&mut self, tree: &Tree<'a>, id: RowId, described: Option<TextId>) {
        let row = &tree[id];
        // The first schema of a body is what its heading stands for.
        let id = if row.anchor.ends_with("request-body") {
            String::new()
        } else {
            format!(" id=\"{}\"", row.anchor)
        };
        self.push(&["<div class=\"api-schema\"", &id, "><div class=\"api-schema-head\">"]);
        self.type_of(&row.facts.label);
        self.words(false, &row.facts, false);
        if begins_closed(tree, row) {
            self.out.push_str("<button type=\"button\" class=\"api-expand\" data-other=\"");
            let messages = self.messages;
            self.attribute(messages.get("api_collapse_all"));
            self.out.push_str("\">");
            self.message("api_expand_all");
            self.out.push_str("</button>");
        }
        self.out.push_str("</div>");
        // What the body says of itself is not said twice.
        self.describe(&row.facts, described);
        let title = self.words_of().title(&row.facts, "");
        self.facts(&row.facts, title.as_slice(), &[]);
        self.items(row);
        self.below(tree, row, true);
        self.out.push_str("</div>");
    }

    /// A list of rows with the schemas of parameters or headers, which may have none.
    pub(super) fn own_rows(&mut self, tree: &Tree<'a>, rows: &[(Own<'_>, Option<RowId>)]) {
        self.out.push_str("<ul class=\"api-rows\">\n");
        for (own, id) in rows {
            if self.is_full() {
                self.rest_in_list();
                break;
            }
            let row = id.map(|id| &tree[id]);
            let bare = Facts::default();
            let facts = row.map_or(&bare, |row| &row.facts);
            let anchor = row.map_or(own.anchor, |row| &row.anchor);
            self.push(&["<li id=\"", anchor, "\"><div class=\"api-row-head\">"]);
            self.name(anchor, own.name);
            if let Some(row) = row {
                self.type_of(&row.facts.label);
            }
            if let Some(media_type) = own.media_type {
                self.out.push_str("<span class=\"api-type\">");
                self.text(media_type);
                self.out.push_str("</span>");
            }
            self.words(own.required, facts, own.deprecated);
            self.out.push_str("</div>");
            self.small(own.description);
            self.describe(facts, own.description);
            let title = self.words_of().title(facts, own.name);
            let said: Vec<String> = title.into_iter().chain(own.facts.iter().cloned()).collect();
            self.facts(facts, &said, own.examples);
            if let Some(row) = row {
                self.items(row);
                self.below(tree, row, false);
            }
            self.out.push_str("</li>\n");
        }
        self.out.push_str("</ul>");
    }

    pub(super) fn rest_in_list(&mut self) {
        self.out.push_str("<li>");
        self.rest_elsewhere();
        self.out.push_str("</li>");
    }

    fn row(&mut self, tree: &Tree<'a>, id: RowId, open: bool) {
        let row = &tree[id];
        self.push(&["<li id=\"", &row.anchor, "\"><div class=\"api-row-head\">"]);
        match role(&row.role) {
            Ok(name) => self.name(&row.anchor, name),
            Err((key, value)) => {
                self.push(&["<a class=\"api-role\" href=\"#", &row.anchor, "\">"]);
                let html = self.words_of().codes(key, &[value]);
                self.out.push_str(&html);
                self.out.push_str("</a>");
            }
        }
        self.type_of(&row.facts.label);
        self.words(row.required, &row.facts, false);
        self.out.push_str("</div>");
        self.describe(&row.facts, None);
        let name = if let Role::Property(name) = row.role { name } else { "" };
        let title = self.words_of().title(&row.facts, name);
        self.facts(&row.facts, title.as_slice(), &[]);
        self.items(row);
        if open {
            self.details(tree, row, true);
        } else {
            self.below(tree, row, false);
        }
        self.out.push_str("</li>\n");
    }

    /// What describes a schema, but for what stands there already.
    fn describe(&mut self, facts: &Facts<'_>, known: Option<TextId>) {
        for text in facts.descriptions.iter().copied().filter(|text| known != Some(*text)) {
            self.small(Some(text));
        }
    }

    fn name(&mut self, anchor: &str, name: &str) {
        self.out.push_str("<a class=\"api-name\" href=\"#");
        self.attribute(anchor);
        self.out.push_str("\">");
        self.text(name);
        self.out.push_str("</a>");
    }

    /// The words behind a type.
    fn words(&mut self, required: bool, facts: &Facts<'_>, deprecated: bool) {
        let deprecated = deprecated || facts.deprecated;
        for (holds, class, key) in [
            (required, "required", "api_required"),
            (facts.label.nullable, "nullable", "api_nullable"),
            (facts.read_only, "access", "api_read_only"),
            (facts.write_only, "access", "api_write_only"),
            (deprecated, "deprecated", "api_deprecated"),
        ] {
            if holds {
                self.push(&["<span class=\"api-", class, "\">"]);
                self.message(key);
                self.out.push_str("</span>");
            }
        }
    }

    /// A type. That `null` is valid is a word of its own.
    fn type_of(&mut self, label: &Label<'_>) {
        self.out.push_str("<span class=\"api-type\">");
        self.shape(&label.shape);
        self.out.push_str("</span>");
    }

    fn label(&mut self, label: &Label<'_>) {
        self.shape(&label.shape);
        if label.nullable {
            self.out.push_str(" | null");
        }
    }

    fn shape(&mut self, shape: &Shape<'_>) {
        match shape {
            Shape::Any => self.message("api_any"),
            Shape::Never => self.message("api_never"),
            // A page of a schema need not lead to itself.
            Shape::Named(id, _) if self.about == Some(*id) => {
                let views = &self.shared.views;
                let label = Label::unnamed(views, &views.of(&(*id).into()));
                // It may be a variant of itself.
                let about = self.about.take();
                self.shape(&label.shape);
                self.about = about;
            }
            Shape::Named(id, name) => match self.schema_href(*id) {
                Some(href) => {
                    self.out.push_str("<a href=\"");
                    self.attribute(&href);
                    self.out.push_str("\">");
                    self.text(name);
                    self.out.push_str("</a>");
                }
                None => self.text(name),
            },
            Shape::Types(types, format, items) => {
                let several = types.names().count() > 1;
                for (at, name) in types.names().enumerate() {
                    self.push(&[if at > 0 { " | " } else { "" }, name]);
                    if let ("array", Some(items)) = (name, items) {
                        let brackets = items.nullable || matches!(items.shape, Shape::Union(..));
                        self.out.push_str(if brackets { " of (" } else { " of " });
                        self.label(items);
                        self.out.push_str(if brackets { ")" } else { "" });
                    }
                    let formatted = matches!(name, "string" | "integer" | "number") || !several;
                    if let Some(format) = format.filter(|_| formatted) {
                        self.out.push_str("&lt;");
                        self.text(format);
                        self.out.push_str("&gt;");
                    }
                }
            }
            Shape::Union(labels, more) => {
                for (at, label) in labels.iter().enumerate() {
                    self.out.push_str(if at > 0 { " | " } else { "" });
                    self.label(label);
                }
                if *more > 0 {
                    self.out.push_str(" | …");
                }
            }
        }
    }

    /// What is said about the items of a list.
    fn items(&mut self, row: &Row<'a>) {
        for items in row.items.iter() {
            let title = self.words_of().title(items, "");
            if items.is_bare() && title.is_none() {
                continue;
            }
            self.out.push_str("<div class=\"api-items\"><span class=\"api-items-label\">");
            self.message("api_each_item");
            self.out.push_str("</span>");
            self.words(false, items, false);
            self.describe(items, None);
            self.facts(items, title.as_slice(), &[]);
            self.out.push_str("</div>");
        }
    }

    /// What is said about a schema in small facts; examples of whoever has the schema stand for its own.
    fn facts(&mut self, facts: &Facts<'a>, own: &[String], examples: &[Example]) {
        self.values(facts);
        let words = self.words_of();
        let mut list = own.to_vec();
        list.extend(words.list(facts));
        let examples = examples::lines(examples, facts);
        let listed = examples.len() > INLINE_EXAMPLES || !examples.iter().all(Line::is_bare);
        if !listed && !examples.is_empty() {
            let values: Vec<String> = examples.iter().map(|line| line.value.clone()).collect();
            list.push(words.codes("api_example", &values));
        }
        if !list.is_empty() {
            self.out.push_str("<ul class=\"api-facts\">");
            for fact in &list {
                self.push(&["<li>", fact, "</li>"]);
            }
            self.out.push_str("</ul>");
        }
        if listed {
            self.examples(&examples);
        }
        if let Some(docs) = facts.external_docs {
            self.more_about(docs, "");
        }
    }

    /// Examples with what is said about each.
    fn examples(&mut self, examples: &[Line<'_>]) {
        let many = examples.len() > MANY_DESCRIBED;
        self.out.push_str(if many {
            "<details class=\"api-values\"><summary>"
        } else {
            "<div class=\"api-values\"><span>"
        });
        self.message("api_examples");
        self.out.push_str(if many { "</summary><dl>" } else { "</span><dl>" });
        for line in examples {
            self.out.push_str("<dt>");
            match line.is_address {
                true => self.external(&line.value, &line.value),
                false => self.code(&line.value),
            }
            self.out.push_str("</dt><dd>");
            if let Some(title) = line.title() {
                self.text(title);
            }
            self.small(line.description);
            self.out.push_str("</dd>");
        }
        self.out.push_str(if many { "</dl></details>" } else { "</dl></div>" });
    }

    /// The values of an enum: in a line, or as a list where something is said about them.
    fn values(&mut self, facts: &Facts<'a>) {
        if facts.values.is_empty() {
            return;
        }
        let described = facts.values.iter().any(|value| value.description.is_some() || value.name.is_some());
        let many = facts.values.len() > if described { MANY_DESCRIBED } else { 24 };
        if many {
            self.out.push_str("<details class=\"api-values\"><summary>");
            self.count("api_values", facts.values.len() + facts.more_values);
            self.out.push_str("</summary>");
        } else {
            self.out.push_str("<div class=\"api-values\"><span>");
            self.message("api_one_of");
            self.out.push_str("</span> ");
        }
        if described {
            self.out.push_str("<dl>");
            for value in &facts.values {
                self.out.push_str("<dt>");
                self.code(&facts::value(&value.value));
                if let Some(name) = &value.name {
                    self.text(" ");
                    self.text(name);
                }
                self.out.push_str("</dt><dd>");
                self.small(value.description);
                self.out.push_str("</dd>");
            }
            self.out.push_str("</dl>");
        } else {
            self.out.push_str("<span class=\"api-chips\">");
            for value in &facts.values {
                self.code(&facts::value(&value.value));
                self.out.push(' ');
            }
            self.out.push_str("</span>");
        }
        if facts.more_values > 0 {
            self.out.push_str("<p>");
            self.count("api_more_values", facts.more_values);
            self.out.push_str("</p>");
        }
        self.out.push_str(if many { "</details>" } else { "</div>" });
    }

    /// What is below a row: at once for a root, else behind a `<details>`.
    fn below(&mut self, tree: &Tree<'a>, row: &Row<'a>, bare: bool) {
        if bare {
            return self.inside(tree, row);
        }
        if row.children.is_empty() && row.choices.is_empty() {
            return self.hidden(tree, row);
        }
        self.details(tree, row, false);
    }

    fn details(&mut self, tree: &Tree<'a>, row: &Row<'a>, open: bool) {
        self.out.push_str(if open {
            "<details class=\"api-nest\" open><summary>"
        } else {
            "<details class=\"api-nest\"><summary>"
        });
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
        self.out.push_str("</summary>");
        self.inside(tree, row);
        self.out.push_str("</details>");
    }

    fn inside(&mut self, tree: &Tree<'a>, row: &Row<'a>) {
        if !row.children.is_empty() {
            self.out.push_str("<ul class=\"api-rows\">\n");
            for id in &row.children {
                if self.is_full() {
                    self.rest_in_list();
                    break;
                }
                self.row(tree, *id, begins_open(tree, row, *id));
            }
            self.out.push_str("</ul>");
        }
        for (at, choice) in row.choices.iter().enumerate() {
            let link = self.link.take_if(|(id, _)| at == 0 && std::ptr::eq(&tree[*id], row));
            self.choice(tree, choice, link.as_ref().map(|(_, name)| name.as_str()));
        }
        self.hidden(tree, row);
    }

    /// Variants: a tab for each.
    fn choice(&mut self, tree: &Tree<'a>, choice: &Choice<'a>, link: Option<&str>) {
        self.out.push_str("<div class=\"api-choice\"><p class=\"api-choice-head\">");
        self.message(match choice.kind {
            GroupKind::OneOf => "api_choice_one",
            GroupKind::AnyOf => "api_choice_any",
            GroupKind::Told => "api_choice_told",
        });
        if let Some(property) = choice.discriminator {
            self.out.push_str(" <span class=\"api-told\">");
            let html = self.words_of().codes("api_told_by", &[property.to_owned()]);
            self.out.push_str(&html);
            self.out.push_str("</span>");
        }
        self.out.push_str("</p>");
        let tab = |id: &RowId| match &tree[*id].role {
            Role::Variant { title, .. } => Tab::new(title.clone()),
            _ => Tab::new(String::new()),
        };
        let mut tabs = unlike(choice.variants.iter().map(tab).collect());
        if link.is_some() {
            tabs.iter_mut().enumerate().for_each(|(at, tab)| tab.variant = Some(at));
        }
        let messages = self.messages;
        let group = Group { class: "api-variants", label: messages.get("tabs"), name: None, link };
        self.tabs(group, &tabs, |writer, at| writer.variant(tree, choice.variants[at], choice.default));
        self.out.push_str("</div>");
    }

    fn variant(&mut self, tree: &Tree<'a>, id: RowId, default: Option<RowId>) {
        if self.is_full() {
            return self.rest_elsewhere();
        }
        let row = &tree[id];
        self.push(&["<div class=\"api-schema\" id=\"", &row.anchor, "\"><div class=\"api-schema-head\">"]);
        self.type_of(&row.facts.label);
        self.words(false, &row.facts, false);
        self.out.push_str("</div>");
        self.describe(&row.facts, None);
        let mut own = Vec::new();
        if let Role::Variant { values, .. } = &row.role
            && !values.is_empty()
        {
            own.push(self.words_of().codes("api_told_value", &facts::values(values)));
        }
        if default == Some(id) {
            own.push(self.words_of().plain("api_told_default"));
        }
        self.facts(&row.facts, &own, &[]);
        self.items(row);
        self.inside(tree, row);
        self.out.push_str("</div>");
    }

    /// What is not shown here: where it is.
    fn hidden(&mut self, tree: &Tree<'a>, row: &Row<'a>) {
        let Hidden { rows, link, above } = row.rest;
        if rows == 0 {
            return;
        }
        self.out.push_str("<p class=\"api-more\">");
        let named = |id: SchemaId| self.api.api.schemas[id].name.as_deref();
        let linked = link.and_then(|id| Some((self.schema_href(id)?, named(id)?.to_owned())));
        match (above, linked) {
            (Some(_), Some((href, name))) => {
                self.filled("api_repeats", &[("schema", &anchor(&href, &name))]);
            }
            (Some(above), None) => {
                let above = &tree[above];
                let name = above.schema.and_then(named).or_else(|| role(&above.role).ok());
                let name = name.unwrap_or(self.messages.get("api_schema")).to_owned();
                self.filled("api_repeats", &[("schema", &anchor(&format!("#{}", above.anchor), &name))]);
            }
            (None, Some((href, name))) => {
                let key = if rows == 1 { "api_elsewhere_one" } else { "api_elsewhere_many" };
                self.filled(key, &[("schema", &anchor(&href, &name)), ("count", &rows.to_string())]);
            }
            (None, None) => match self.markdown_link() {
                Some(link) => {
                    let key = if rows == 1 { "api_elsewhere_one" } else { "api_elsewhere_many" };
                    self.filled(key, &[("schema", &link), ("count", &rows.to_string())]);
                }
                None => self.count("api_not_shown", rows),
            },
        }
        self.out.push_str("</p>");
    }
}

fn anchor(href: &str, label: &str) -> String {
    let mut out = String::from("<a href=\"");
    escape::attribute(href, &mut out);
    out.push_str("\">");
    escape::text(label, &mut out);
    out.push_str("</a>");
    out
}

/// What stands below a row: its children and its variants.
fn below<'r>(row: &'r Row<'_>) -> impl Iterator<Item = RowId> + 'r {
    row.children.iter().chain(row.choices.iter().flat_map(|choice| &choice.variants)).copied()
}

/// Whether there is something to open in a row or below it.
fn opens(tree: &Tree<'_>, id: RowId) -> bool {
    let row = &tree[id];
    match row.role {
        Role::Variant { .. } => below(row).any(|id| opens(tree, id)),
        _ => !(row.children.is_empty() && row.choices.is_empty()),
    }
}

/// Whether what is below a child of a row is open at first: an envelope shows what is in it.
fn begins_open(tree: &Tree<'_>, row: &Row<'_>, child: RowId) -> bool {
    let alone = matches!(row.role, Role::Root) && row.children.len() <= 2;
    alone && opens(tree, child) && tree[child].children.len() <= 24
}

/// Whether something below a schema that stands alone is closed at first.
fn begins_closed(tree: &Tree<'_>, row: &Row<'_>) -> bool {
    below(row).any(|id| match begins_open(tree, row, id) && row.children.contains(&id) {
        true => below(&tree[id]).any(|id| opens(tree, id)),
        false => opens(tree, id),
    })
}

/// What stands in the place of a name: the name, or the message and its value.
pub(super) fn role<'x>(role: &'x Role<'_>) -> Result<&'x str, (&'static str, String)> {
    Err(match role {
        Role::Property(name) => return Ok(name),
        Role::Root | Role::Variant { .. } => ("api_role_value", String::new()),
        Role::Pattern(pattern) => ("api_role_pattern", (*pattern).to_owned()),
        Role::Additional => ("api_role_additional", String::new()),
        Role::Unevaluated => ("api_role_unevaluated", String::new()),
        Role::Names => ("api_role_names", String::new()),
        Role::Dependent(name) => ("api_role_dependent", (*name).to_owned()),
        Role::Item => ("api_role_item", String::new()),
        Role::Prefix(at) => ("api_role_prefix", (at + 1).to_string()),
        Role::UnevaluatedItem => ("api_role_item", String::new()),
        Role::Contains => ("api_role_contains", String::new()),
        Role::Content => ("api_role_content", String::new()),
        Role::Not => ("api_role_not", String::new()),
        Role::If => ("api_role_if", String::new()),
        Role::Then => ("api_role_then", String::new()),
        Role::Else => ("api_role_else", String::new()),
    })
}
