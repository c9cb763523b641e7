//! The rows directly below a schema, in display order.

use std::collections::{HashMap, HashSet};

use super::{Label, Role};
use crate::openapi::discriminator_values::{discriminator_values, known_as};
use crate::openapi::merge::{Group, GroupKind, Merged, Node, Others, Views};
use crate::openapi::{Direction, Discriminator, Json, SchemaId, Types, label};

/// The length above which parts of an anchor are cut.
const MAX_SEGMENT: usize = 64;
/// The length above which values aren't used as titles.
const MAX_CONSTANT: usize = 40;

/// The rows to add below a row.
#[derive(Debug)]
pub(super) struct Plan<'a> {
    pub(super) children: Vec<Child<'a>>,
    pub(super) choices: Vec<PlannedChoice<'a>>,
}

/// A row to add.
#[derive(Debug)]
pub(super) struct Child<'a> {
    pub(super) role: Role<'a>,
    pub(super) node: Node,
    pub(super) required: bool,
    /// For a discriminator property: its values, unless its own schema lists them.
    pub(super) told: Vec<Json>,
    /// For a variant: its discriminator values.
    pub(super) told_by: Option<(&'a Discriminator, SchemaId)>,
}

/// A choice to add.
#[derive(Debug)]
pub(super) struct PlannedChoice<'a> {
    pub(super) kind: GroupKind,
    pub(super) discriminator: Option<&'a str>,
    pub(super) variants: Vec<Child<'a>>,
    /// The index in the variants.
    pub(super) default: Option<usize>,
}

impl<'a> Plan<'a> {
    /// Returns the rows below a schema; `base` is the schema that it's a variant of.
    pub(super) fn of(
        views: &Views<'a>,
        merged: &Merged<'a>,
        base: Option<&Merged<'a>>,
        told_by: Option<(&'a Discriminator, SchemaId)>,
        direction: Direction,
    ) -> Plan<'a> {
        let mut plan = Plan { children: Vec::new(), choices: Vec::new() };
        let may_be = |one: Types| merged.types.is_empty() || merged.types.has(one);
        if may_be(Types::OBJECT) {
            plan.add_properties(views, merged, base, told_by, direction);
        }
        if may_be(Types::ARRAY) {
            plan.add_items(merged);
        }
        if may_be(Types::STRING)
            && let Some(node) = &merged.content_schema
        {
            plan.add(Role::Content, node, false);
        }
        plan.add_conditions(merged);
        for group in &merged.groups {
            // A variant that is an `allOf` of its parent also contains the parent's other choices.
            if base.is_none_or(|base| !base.groups.contains(group)) {
                plan.choices.push(choice(views, group, merged.types));
            }
        }
        plan
    }

    pub(super) fn is_empty(&self) -> bool {
        self.children.is_empty() && self.choices.is_empty()
    }

    /// Returns the number of rows.
    pub(super) fn rows(&self) -> usize {
        self.children.len() + self.choices.iter().map(|choice| choice.variants.len()).sum::<usize>()
    }

    fn add(&mut self, role: Role<'a>, node: &Node, required: bool) {
        self.children.push(Child { role, node: node.clone(), required, told: Vec::new(), told_by: None });
    }

    fn add_properties(
        &mut self,
        views: &Views<'a>,
        merged: &Merged<'a>,
        base: Option<&Merged<'a>>,
        told_by: Option<(&'a Discriminator, SchemaId)>,
        direction: Direction,
    ) {
        let known: HashMap<&str, &Node> = base
            .map(|base| base.properties.iter().map(|field| (field.name, &field.node)).collect())
            .unwrap_or_default();
        let told: HashMap<&str, Vec<Json>> = merged
            .told_by
            .iter()
            .copied()
            .chain(told_by)
            .filter_map(|(discriminator, id)| {
                let told = discriminator_values(views, discriminator, id, merged).filter(|told| !told.own)?;
                Some((&*discriminator.property, told.values))
            })
            .collect();
        for field in &merged.properties {
            let told = told.get(field.name).cloned().unwrap_or_default();
            if known.get(field.name) == Some(&&field.node) && told.is_empty() {
                continue;
            }
            let hidden = match direction {
                Direction::Both => false,
                Direction::Request => views.of(&field.node).read_only,
                Direction::Response => views.of(&field.node).write_only,
            };
            if !hidden {
                let (role, node) = (Role::Property(field.name), field.node.clone());
                self.children.push(Child { role, node, required: field.required, told, told_by: None });
            }
        }
        let shown: HashSet<&str> = merged.properties.iter().map(|field| field.name).collect();
        let others = match &merged.additional {
            Others::Each(node) => node.clone(),
            _ => Node::Any,
        };
        for name in &merged.also_required {
            if !shown.contains(name) && !known.contains_key(name) {
                self.add(Role::Property(name), &others, true);
            }
        }
        for (pattern, node) in &merged.pattern_properties {
            self.add(Role::Pattern(pattern), node, false);
        }
        if let Others::Each(node) = &merged.additional {
            self.add(Role::Additional, node, false);
        }
        if let Others::Each(node) = &merged.unevaluated_properties {
            self.add(Role::Unevaluated, node, false);
        }
        if let Some(node) = &merged.property_names {
            self.add(Role::Names, node, false);
        }
        for (name, node) in &merged.dependent_schemas {
            self.add(Role::Dependent(name), node, false);
        }
    }

    fn add_items(&mut self, merged: &Merged<'a>) {
        for (at, node) in merged.prefix_items.iter().enumerate() {
            self.add(Role::Prefix(at), node, false);
        }
        if let Others::Each(node) = &merged.items
            && lifted_items(merged).is_none()
        {
            self.add(Role::Item, node, false);
        }
        if let Others::Each(node) = &merged.unevaluated_items {
            self.add(Role::UnevaluatedItem, node, false);
        }
        for node in &merged.contains {
            self.add(Role::Contains, node, false);
        }
    }

    fn add_conditions(&mut self, merged: &Merged<'a>) {
        for node in &merged.not {
            self.add(Role::Not, node, false);
        }
        for condition in &merged.conditions {
            self.add(Role::If, &Node::One(condition.when), false);
            if let Some(then) = condition.then {
                self.add(Role::Then, &Node::One(then), false);
            }
            if let Some(otherwise) = condition.otherwise {
                self.add(Role::Else, &Node::One(otherwise), false);
            }
        }
    }
}

/// Returns the items of a list without other rows below: they're shown in the list's own row.
pub(super) fn lifted_items(merged: &Merged<'_>) -> Option<Node> {
    let alone = merged.prefix_items.is_empty()
        && !merged.has_members()
        && merged.groups.is_empty()
        && merged.contains.is_empty()
        && merged.content_schema.is_none()
        && merged.not.is_empty()
        && merged.conditions.is_empty()
        && !matches!(merged.unevaluated_items, Others::Each(_))
        && (merged.types.is_empty() || merged.types.has(Types::ARRAY));
    match &merged.items {
        Others::Each(node) if alone && *node != Node::Any => Some(node.clone()),
        _ => None,
    }
}

fn choice<'a>(views: &Views<'a>, group: &Group<'a>, types: Types) -> PlannedChoice<'a> {
    let subjects: Vec<_> = group.variants.iter().map(|node| views.subject(node)).collect();
    let mut titles: HashMap<String, usize> = HashMap::new();
    let mut variants = Vec::new();
    for (at, node) in group.variants.iter().enumerate() {
        let merged = views.of(node);
        let told_by = group.discriminator.and_then(|by| Some((by, known_as(views, by, node)?)));
        let told = told_by.and_then(|(by, id)| discriminator_values(views, by, id, &merged));
        // Variants can share a list of values, which the property shows; it identifies none of them.
        let tells = told.filter(|told| !told.own || told.values.len() == 1);
        let values = tells.map(|told| told.values).unwrap_or_default();
        let value = match values.as_slice() {
            [only] => short(only),
            _ => None,
        };
        let name = subjects[at].and_then(|id| views.schema(id)).and_then(|schema| schema.name.as_deref());
        let title = merged.title.or(name).or(value.as_deref()).map(|title| label(title).into_string());
        let constant = || own_constant(&merged).or_else(|| Some(constant_of(views, &merged)?.to_owned()));
        let mut title =
            title.or_else(constant).unwrap_or_else(|| Label::within(views, &merged, types).to_string());
        let count = titles.entry(title.clone()).or_insert(0);
        *count += 1;
        if *count > 1 {
            // If two variants have one title, the name or the number distinguishes them.
            title = match name.or(value.as_deref()).filter(|name| *name != title) {
                Some(name) => format!("{title} ({name})"),
                None => format!("{title} ({count})"),
            };
        }
        let role = Role::Variant { title, values };
        variants.push(Child { role, node: node.clone(), required: false, told: Vec::new(), told_by });
    }
    let default = group.discriminator.and_then(|discriminator| discriminator.default);
    PlannedChoice {
        kind: group.kind,
        discriminator: group.discriminator.map(|discriminator| &*discriminator.property),
        default: default.and_then(|id| subjects.iter().position(|subject| *subject == Some(id))),
        variants,
    }
}

/// Returns the titles of a group's variants, in a schema with these types.
pub(crate) fn titles<'a>(views: &Views<'a>, group: &Group<'a>, types: Types) -> Vec<String> {
    let variants = choice(views, group, types).variants.into_iter();
    variants
        .map(|variant| match variant.role {
            Role::Variant { title, .. } => title,
            _ => String::new(),
        })
        .collect()
}

/// Returns the only value of a variant, if it's short enough to be a title.
fn own_constant(merged: &Merged<'_>) -> Option<String> {
    short(only_value(merged)?)
}

/// Returns a value that is short enough to be a title.
fn short(value: &Json) -> Option<String> {
    let text = match value {
        Json::String(text) => text.to_string(),
        Json::Number(text) => text.to_string(),
        Json::Bool(value) => value.to_string(),
        _ => return None,
    };
    (1..=MAX_CONSTANT).contains(&text.chars().count()).then_some(text)
}

fn only_value<'a>(merged: &Merged<'a>) -> Option<&'a Json> {
    match merged.values.as_slice() {
        [only] => Some(&only.value),
        _ => merged.constant,
    }
}

/// Returns what identifies a variant without a name: the first property with a single value.
fn constant_of<'a>(views: &Views<'a>, merged: &Merged<'a>) -> Option<&'a str> {
    merged
        .properties
        .iter()
        .filter(|field| field.required)
        .take(20)
        .find_map(|field| only_value(&views.of(&field.node)).and_then(|value| value.as_str()))
}

/// Returns a row's part of its anchor.
pub(super) fn segment(role: &Role<'_>) -> String {
    match role {
        Role::Root => String::new(),
        Role::Property(name) => clean(name),
        Role::Pattern(_) => "pattern-properties".to_owned(),
        Role::Additional => "additional-properties".to_owned(),
        Role::Unevaluated => "unevaluated-properties".to_owned(),
        Role::Names => "property-names".to_owned(),
        Role::Dependent(name) => format!("with-{}", clean(name)),
        Role::Item => "items".to_owned(),
        Role::Prefix(at) => format!("item-{}", at + 1),
        Role::UnevaluatedItem => "unevaluated-items".to_owned(),
        Role::Contains => "contains".to_owned(),
        Role::Content => "content".to_owned(),
        Role::Not => "not".to_owned(),
        Role::If => "if".to_owned(),
        Role::Then => "then".to_owned(),
        Role::Else => "else".to_owned(),
        Role::Variant { title, .. } => clean(title),
    }
}

/// Converts a name to a part of an anchor that needs no encoding in a URL and no escaping in HTML.
fn clean(name: &str) -> String {
    let mut out = String::new();
    for char in name.chars() {
        let kept = char.is_alphanumeric() || matches!(char, '_' | '-' | '.');
        if kept {
            out.push(char);
        } else if !out.ends_with('-') {
            out.push('-');
        }
        if out.len() >= MAX_SEGMENT {
            break;
        }
    }
    let trimmed = out.trim_matches('-');
    if trimmed.is_empty() { "value".to_owned() } else { trimmed.to_owned() }
}
