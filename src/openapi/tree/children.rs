//! The rows directly below a schema, in display order.

use std::collections::{HashMap, HashSet};

use super::{Label, Role};
use crate::openapi::{
    Condition, Direction, Discriminator, Json, SchemaId, Types,
    discriminator_values::{discriminator_values, known_as, told_properties},
    label,
    merge::{Group, GroupKind, Merged, Node, Views},
};

/// The maximum length of an anchor segment, in bytes. Longer segments are truncated.
const MAX_SEGMENT: usize = 64;
/// The maximum length, in characters, of a value that's used as a title.
const MAX_CONSTANT: usize = 40;

/// The rows to add below a row.
#[derive(Debug, Default)]
pub(super) struct Plan<'a> {
    pub children: Vec<Child<'a>>,
    pub choices: Vec<PlannedChoice<'a>>,
}

/// A row to add.
#[derive(Debug, Default)]
pub(super) struct Child<'a> {
    pub role: Role<'a>,
    pub node: Node,
    pub required: bool,
    /// For a discriminator property, the property's values, unless the property's own schema lists them.
    pub told: Vec<Json>,
    /// For a variant, the discriminator and the schema that determine the variant's values.
    pub told_by: Option<(&'a Discriminator, SchemaId)>,
}

/// A choice to add.
#[derive(Debug)]
pub(super) struct PlannedChoice<'a> {
    pub kind: GroupKind,
    pub discriminator: Option<&'a str>,
    pub variants: Vec<Child<'a>>,
    /// The index of the default variant.
    pub default: Option<usize>,
}

impl<'a> Plan<'a> {
    /// Plans the rows below a schema. If the schema is a variant, `base` is the schema that contains the choice.
    pub(super) fn of(
        views: &Views<'a>,
        merged: &Merged<'a>,
        base: Option<&Merged<'a>>,
        told_by: Option<(&'a Discriminator, SchemaId)>,
        direction: Direction,
    ) -> Plan<'a> {
        let mut plan = Plan::default();
        let may_be = |one: Types| merged.types.is_empty() || merged.types.has(one);
        if may_be(Types::OBJECT) {
            plan.add_properties(views, merged, base, told_by, direction);
        }
        if may_be(Types::ARRAY) {
            plan.add_items(merged);
        }
        let content = merged.content_schema.as_ref().filter(|_| may_be(Types::STRING));
        plan.add(content.map(|node| (Role::Content, node)));
        plan.add(merged.not.iter().map(|node| (Role::Not, node)));
        for condition in &merged.conditions {
            let Condition { when, then, otherwise } = condition;
            for (role, id) in [(Role::If, Some(*when)), (Role::Then, *then), (Role::Else, *otherwise)] {
                plan.add(id.map(Node::One).as_ref().map(|node| (role, node)));
            }
        }
        for group in merged.choices(views.api) {
            // A variant that has its parent in its `allOf` also contains the parent's other choices.
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

    fn add<'n>(&mut self, children: impl IntoIterator<Item = (Role<'a>, &'n Node)>) {
        let child = |(role, node): (_, &Node)| Child { role, node: node.clone(), ..Child::default() };
        self.children.extend(children.into_iter().map(child));
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
        // Any other value also selects the default variant.
        let is_open = |name: &str| {
            let mut tellers = merged.told_by.iter().chain(&told_by);
            tellers.any(|(by, id)| *by.property == *name && by.default == Some(*id))
        };
        let told = told_properties(views, merged, told_by).filter(|(name, _)| !is_open(name));
        let told: HashMap<&str, Vec<Json>> = told.collect();
        for field in &merged.properties {
            let told = told.get(field.name).cloned().unwrap_or_default();
            if known.get(field.name) == Some(&&field.node) && told.is_empty() {
                continue;
            }
            if !views.of(&field.node).is_hidden(direction) {
                let (role, node) = (Role::Property(field.name), field.node.clone());
                self.children.push(Child { role, node, required: field.required, told, told_by: None });
            }
        }
        let shown: HashSet<&str> = merged.properties.iter().map(|field| field.name).collect();
        for name in &merged.also_required {
            if !shown.contains(name) && !known.contains_key(name) {
                let (role, node) = (Role::Property(name), merged.additional.each().clone());
                self.children.push(Child { role, node, required: true, ..Child::default() });
            }
        }
        self.add(merged.pattern_properties.iter().map(|(pattern, node)| (Role::Pattern(pattern), node)));
        self.add(merged.additional.said().map(|node| (Role::Additional, node)));
        self.add(merged.unevaluated_properties.said().map(|node| (Role::Unevaluated, node)));
        self.add(merged.property_names.iter().map(|node| (Role::Names, node)));
        self.add(merged.dependent_schemas.iter().map(|(name, node)| (Role::Dependent(name), node)));
    }

    fn add_items(&mut self, merged: &Merged<'a>) {
        self.add(merged.prefix_items.iter().enumerate().map(|(at, node)| (Role::Prefix(at), node)));
        let items = merged.items.said().filter(|_| lifted_items(merged).is_none());
        self.add(items.map(|node| (Role::Item, node)));
        self.add(merged.unevaluated_items.said().map(|node| (Role::UnevaluatedItem, node)));
        self.add(merged.contains.iter().map(|node| (Role::Contains, node)));
    }
}

/// Returns the items of a list if the list has no other rows below it. The list's own row shows these items.
pub(super) fn lifted_items(merged: &Merged<'_>) -> Option<Node> {
    let alone = merged.prefix_items.is_empty()
        && !merged.has_members()
        && merged.groups.is_empty()
        && merged.contains.is_empty()
        && merged.content_schema.is_none()
        && merged.not.is_empty()
        && merged.conditions.is_empty()
        && merged.unevaluated_items.said().is_none()
        && (merged.types.is_empty() || merged.types.has(Types::ARRAY));
    merged.items.said().filter(|node| alone && **node != Node::Any).cloned()
}

fn choice<'a>(views: &Views<'a>, group: &Group<'a>, types: Types) -> PlannedChoice<'a> {
    let subjects: Vec<_> = group.variants.iter().map(|node| views.subject(node)).collect();
    let mut titles: HashMap<String, usize> = HashMap::new();
    let mut variants = Vec::new();
    for (at, node) in group.variants.iter().enumerate() {
        let merged = views.of(node);
        let told_by = group.discriminator.and_then(|by| Some((by, known_as(views, by, node)?)));
        let told = told_by.and_then(|(by, id)| discriminator_values(views, by, id, &merged));
        // A list of values that variants share is shown with the property and doesn't identify a variant.
        let tells = told.filter(|told| !told.own || told.values.len() == 1);
        let values = tells.map(|told| told.values).unwrap_or_default();
        let value = if let [only] = &values[..] { short(only) } else { None };
        let name = subjects[at].and_then(|id| views.schema(id)).and_then(|schema| schema.name.as_deref());
        let title = merged.title.or(name).or(value.as_deref()).map(|title| label(title).into_string());
        let title = title.or_else(|| short(only_value(&merged)?)).or_else(|| constant_of(views, &merged));
        let mut title = title.unwrap_or_else(|| Label::within(views, &merged, types).to_string());
        let count = titles.entry(title.clone()).or_insert(0);
        *count += 1;
        if *count > 1 {
            // If two variants have the same title, the name or the number distinguishes them.
            title = match name.or(value.as_deref()).filter(|name| *name != title) {
                Some(name) => format!("{title} ({name})"),
                None => format!("{title} ({count})"),
            };
        }
        let role = Role::Variant { title, values };
        variants.push(Child { role, node: node.clone(), told_by, ..Child::default() });
    }
    let default = group.discriminator.and_then(|by| by.default);
    PlannedChoice {
        kind: group.kind,
        discriminator: group.discriminator.map(|by| &*by.property),
        default: default.and_then(|id| subjects.iter().position(|subject| *subject == Some(id))),
        variants,
    }
}

/// Returns the titles of a group's variants. The schema that contains the group has these types.
pub(crate) fn titles<'a>(views: &Views<'a>, group: &Group<'a>, types: Types) -> Vec<String> {
    let variants = choice(views, group, types).variants.into_iter();
    variants
        .map(|variant| if let Role::Variant { title, .. } = variant.role { title } else { String::new() })
        .collect()
}

/// Returns a value as text if it's short enough to be a title.
fn short(value: &Json) -> Option<String> {
    let scalar = matches!(value, Json::String(_) | Json::Number(_) | Json::Bool(_));
    scalar.then(|| value.plain()).filter(|text| (1..=MAX_CONSTANT).contains(&text.chars().count()))
}

fn only_value<'a>(merged: &Merged<'a>) -> Option<&'a Json> {
    match merged.values.as_slice() {
        [only] => Some(&only.value),
        _ => merged.constant,
    }
}

/// Returns the value that identifies a variant without a name: the value of the first required property that has only
/// one allowed value.
fn constant_of(views: &Views<'_>, merged: &Merged<'_>) -> Option<String> {
    let required = merged.properties.iter().filter(|field| field.required).take(20);
    let mut values = required.filter_map(|field| only_value(&views.of(&field.node))?.as_str());
    values.next().map(str::to_owned)
}

/// Returns the segment that a row with this role adds to an anchor.
pub(super) fn segment(role: &Role<'_>) -> String {
    let word = match role {
        Role::Property(name) => return clean(name),
        Role::Dependent(name) => return format!("with-{}", clean(name)),
        Role::Prefix(at) => return format!("item-{}", at + 1),
        Role::Variant { title, .. } => return clean(title),
        Role::Root => "",
        Role::Pattern(_) => "pattern-properties",
        Role::Additional => "additional-properties",
        Role::Unevaluated => "unevaluated-properties",
        Role::Names => "property-names",
        Role::Item => "items",
        Role::UnevaluatedItem => "unevaluated-items",
        Role::Contains => "contains",
        Role::Content => "content",
        Role::Not => "not",
        Role::If => "if",
        Role::Then => "then",
        Role::Else => "else",
    };
    word.to_owned()
}

/// Converts a name to an anchor segment that needs no encoding in a URL and no escaping in HTML.
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
