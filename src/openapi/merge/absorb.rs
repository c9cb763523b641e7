//! Merges the facts of two schemas that both apply.

use std::collections::{HashMap, HashSet};

use super::{Field, Merged, Node, Others, RareFacts};
use crate::openapi::{EnumValue, Json, Limits, Rest, Schema, SchemaId, Types, number::Decimal};

impl<'a> Merged<'a> {
    /// Returns a schema's own facts, without `allOf` and groups.
    pub(super) fn own(id: SchemaId, schema: &'a Schema) -> Merged<'a> {
        let limits = &schema.limits;
        Merged {
            parts: vec![id],
            never: schema.never,
            types: schema.types,
            format: schema.format.as_deref(),
            title: schema.title.as_deref(),
            descriptions: schema.description.into_iter().collect(),
            default: schema.default.as_ref(),
            values: schema.values.iter().collect(),
            or_null: schema.nullable,
            examples: schema.examples.iter().collect(),
            deprecated: schema.deprecated,
            read_only: schema.read_only,
            write_only: schema.write_only,
            limits: Limits { pattern: None, multiple_of: None, ..(**limits).clone() }.into(),
            properties: schema
                .properties
                .iter()
                .map(|one| Field {
                    name: &one.name,
                    node: Node::One(one.schema),
                    required: one.required,
                    excluded: false,
                })
                .collect(),
            additional: schema.additional.into(),
            items: schema.items.into(),
            extra: schema.extra.iter().map(|(name, value)| (&**name, value)).collect(),
            rare: RareFacts {
                patterns: limits.pattern.as_deref().into_iter().collect(),
                multiples: limits.multiple_of.as_deref().into_iter().collect(),
                ..RareFacts::own(schema)
            }
            .into(),
            ..Merged::default()
        }
    }

    /// Merges another schema that also applies.
    pub(crate) fn absorb(&mut self, other: Merged<'a>) {
        self.describe(&other);
        self.hold(other);
    }

    /// Adds annotations from another schema, except annotations that this schema already has. All descriptions are
    /// kept.
    pub(super) fn describe(&mut self, other: &Merged<'a>) {
        self.title = self.title.or(other.title);
        extend(&mut self.descriptions, other.descriptions.iter().copied());
        self.format = self.format.or(other.format);
        self.default = self.default.or(other.default);
        if self.examples.is_empty() {
            self.examples.clone_from(&other.examples);
        }
        extend(&mut self.extra, other.extra.iter().copied());
        let Some(other) = other.rare.some() else { return };
        let own = &mut *self.rare;
        own.content_encoding = own.content_encoding.or(other.content_encoding);
        own.content_media_type = own.content_media_type.or(other.content_media_type);
        own.external_docs = own.external_docs.or(other.external_docs);
        own.xml = own.xml.or(other.xml);
        own.additional_name = own.additional_name.or(other.additional_name);
    }

    /// Merges the constraints of another schema.
    pub(super) fn hold(&mut self, other: Merged<'a>) {
        self.cut |= other.cut;
        self.never |= other.never;
        self.subject = self.subject.or(other.subject);
        self.absorb_values(&other);
        self.absorb_limits(&other);
        self.absorb_properties(&other);
        self.deprecated |= other.deprecated;
        self.read_only |= other.read_only;
        self.write_only |= other.write_only;
        self.absorb_items(&other);
        extend(&mut self.parts, other.parts);
        extend(&mut self.groups, other.groups);
        let Some(other) = other.rare.take() else { return };
        let own = &mut *self.rare;
        both(&mut own.content_schema, other.content_schema);
        both(&mut own.property_names, other.property_names);
        own.dependent_required.extend(other.dependent_required);
        own.dependent_schemas.extend(other.dependent_schemas);
        own.unevaluated_items.narrow(&other.unevaluated_items);
        own.unevaluated_properties.narrow(&other.unevaluated_properties);
        extend(&mut own.contains, other.contains);
        extend(&mut own.not, other.not);
        extend(&mut own.conditions, other.conditions);
        extend(&mut own.told_by, other.told_by);
        own.discriminator = other.discriminator.or(own.discriminator);
    }

    /// Makes `null` valid in addition to all other valid values.
    pub(super) fn allow_null(&mut self) {
        if !self.types.is_empty() {
            self.types = self.types.with(Types::NULL);
        }
        self.or_null = true;
    }

    /// Whether the schema specifies types, values, variants, items, or properties.
    fn limits_values(&self) -> bool {
        !self.types.is_empty()
            || self.constant.is_some()
            || !self.values.is_empty()
            || !self.groups.is_empty()
            || self.items != Others::Unsaid
            || self.has_members()
    }

    fn admits_null(&self) -> bool {
        let by_type = self.types.is_empty() || self.types.has(Types::NULL);
        self.or_null
            || (by_type && allows(self, &Json::Null) && self.groups.iter().all(|group| group.nullable))
    }

    /// Merges types, `enum`, and `const`, and keeps the values that both schemas allow.
    fn absorb_values(&mut self, other: &Merged<'a>) {
        self.or_null = match (self.limits_values(), other.limits_values()) {
            (true, true) => (self.or_null || other.or_null) && self.admits_null() && other.admits_null(),
            (true, false) => self.or_null,
            (false, _) => other.or_null || self.or_null,
        };
        if self.types.is_empty() {
            self.types = other.types;
        } else if !other.types.is_empty() && self.types != other.types {
            let common = common_types(self.types, other.types);
            if common.is_empty() {
                // No value matches both types, but the first type is still useful as a label.
                self.never = true;
            } else {
                self.types = common;
            }
        }
        let mut contradiction = false;
        if !self.values.is_empty() && !other.values.is_empty() {
            let theirs: HashMap<String, &EnumValue> =
                other.values.iter().map(|one| (canonical(&one.value), *one)).collect();
            let better = |one: &'a EnumValue, two: &'a EnumValue| {
                if one.description.is_none() && two.description.is_some() { two } else { one }
            };
            let kept: Vec<&EnumValue> = self
                .values
                .iter()
                .filter_map(|one| theirs.get(&canonical(&one.value)).map(|two| better(one, two)))
                .collect();
            contradiction = kept.is_empty();
            if !contradiction {
                self.values = kept;
            }
        } else if self.values.is_empty() {
            self.values.clone_from(&other.values);
        }
        contradiction |= self.constant.zip(other.constant).is_some_and(|(one, two)| !same(one, two));
        if self.constant.is_none() && other.constant.is_some() {
            self.constant = other.constant;
        }
        contradiction |= self.constant.is_some_and(|constant| !lists(&self.values, constant));
        self.never |= contradiction && !self.or_null;
    }

    fn absorb_limits(&mut self, other: &Merged<'a>) {
        if let Some(limits) = other.limits.some() {
            self.limits.tighten(limits);
        }
        if let Some(other) = other.rare.some() {
            extend(&mut self.patterns, other.patterns.iter().copied());
            extend(&mut self.multiples, other.multiples.iter().copied());
        }
    }

    /// Merges properties that have the same name and marks properties that the other schema excludes.
    fn absorb_properties(&mut self, other: &Merged<'a>) {
        let says = |one: &Merged<'_>| {
            !one.properties.is_empty()
                || !one.also_required.is_empty()
                || !one.pattern_properties.is_empty()
                || one.additional != Others::Unsaid
        };
        if !says(other) {
            return;
        }
        if says(self) {
            exclude(&mut self.properties, other);
        }
        let mut theirs = other.properties.clone();
        if says(self) {
            exclude(&mut theirs, self);
        }
        let mut at: HashMap<&str, usize> =
            self.properties.iter().enumerate().map(|(at, field)| (field.name, at)).collect();
        for field in theirs {
            match at.get(field.name) {
                Some(known) => {
                    let known = &mut self.properties[*known];
                    // The outer schema describes the property better, so the outer schema's node comes first.
                    known.node = field.node.and(&known.node);
                    known.required |= field.required;
                    known.excluded |= field.excluded;
                }
                None => {
                    at.insert(field.name, self.properties.len());
                    self.properties.push(field);
                }
            }
        }
        let mut required = self.also_required.clone();
        required.extend(&other.also_required);
        let mut seen = HashSet::new();
        let mut also_required = Vec::new();
        for name in required {
            match at.get(name) {
                Some(known) => self.properties[*known].required = true,
                None if seen.insert(name) => also_required.push(name),
                None => {}
            }
        }
        if self.also_required != also_required {
            self.also_required = also_required;
        }
        for (pattern, node) in &other.pattern_properties {
            match self.pattern_properties.iter_mut().find(|(known, _)| known == pattern) {
                Some((_, known)) => *known = known.and(node),
                None => self.pattern_properties.push((pattern, node.clone())),
            }
        }
        self.additional.narrow(&other.additional);
    }

    fn absorb_items(&mut self, other: &Merged<'a>) {
        let (prefix, items) = (&other.prefix_items, &other.items);
        for at in 0..prefix.len().max(self.prefix_items.len()) {
            let node = match (self.prefix_items.get(at), prefix.get(at)) {
                (Some(here), there) => here.and(there.unwrap_or(items.each())),
                (None, there) => there.unwrap_or(&Node::Any).and(self.items.each()),
            };
            match self.prefix_items.get_mut(at) {
                Some(here) => *here = node,
                None => self.prefix_items.push(node),
            }
        }
        self.items.narrow(items);
    }
}

impl<'a> RareFacts<'a> {
    /// Returns the rare facts of a schema, except those about limits.
    fn own(schema: &'a Schema) -> RareFacts<'a> {
        let Some(rare) = schema.rare.some() else { return RareFacts::default() };
        RareFacts {
            constant: rare.constant.as_ref(),
            content_encoding: rare.content_encoding.as_deref(),
            content_media_type: rare.content_media_type.as_deref(),
            content_schema: rare.content_schema.map(Node::One),
            also_required: rare.also_required.iter().map(|name| &**name).collect(),
            pattern_properties: named(&rare.pattern_properties),
            additional_name: rare.additional_name.as_deref(),
            unevaluated_properties: rare.unevaluated_properties.into(),
            property_names: rare.property_names.map(Node::One),
            dependent_required: rare
                .dependent_required
                .iter()
                .map(|(name, others)| (&**name, others.as_slice()))
                .collect(),
            dependent_schemas: named(&rare.dependent_schemas),
            prefix_items: rare.prefix_items.iter().map(|id| Node::One(*id)).collect(),
            unevaluated_items: rare.unevaluated_items.into(),
            contains: rare.contains.into_iter().map(Node::One).collect(),
            not: rare.not.into_iter().map(Node::One).collect(),
            conditions: rare.condition.into_iter().collect(),
            discriminator: rare.discriminator.as_ref(),
            external_docs: rare.external_docs.as_ref(),
            xml: rare.xml.as_ref(),
            ..RareFacts::default()
        }
    }
}

impl Limits {
    /// Merges other limits that also apply.
    fn tighten(&mut self, other: &Limits) {
        let Limits {
            minimum,
            maximum,
            multiple_of: _,
            length,
            pattern: _,
            items,
            unique_items,
            contains,
            properties,
        } = other;
        tighter(&mut self.minimum, minimum, std::cmp::Ordering::Greater);
        tighter(&mut self.maximum, maximum, std::cmp::Ordering::Less);
        for (here, there) in [
            (&mut self.length, length),
            (&mut self.items, items),
            (&mut self.contains, contains),
            (&mut self.properties, properties),
        ] {
            here.least = here.least.max(there.least);
            here.most = [here.most, there.most].into_iter().flatten().min();
        }
        self.unique_items |= unique_items;
    }
}

impl Others {
    /// Returns the schema of the other properties or items, if specified.
    pub(crate) fn said(&self) -> Option<&Node> {
        if let Others::Each(node) = self { Some(node) } else { None }
    }

    /// Returns the schema of the other properties or items, or [`Node::Any`] if no schema is specified.
    pub(crate) fn each(&self) -> &Node {
        self.said().unwrap_or(&Node::Any)
    }

    /// Combines a rule with another rule so that both apply.
    fn narrow(&mut self, other: &Others) {
        match (&*self, other) {
            (_, Others::None) => *self = Others::None,
            (Others::Unsaid, _) | (Others::Any, Others::Each(_)) => *self = other.clone(),
            (Others::Each(here), Others::Each(there)) => *self = Others::Each(here.and(there)),
            _ => {}
        }
    }
}

impl From<Rest> for Others {
    fn from(rest: Rest) -> Self {
        match rest {
            Rest::Unsaid => Others::Unsaid,
            Rest::Any => Others::Any,
            Rest::None => Others::None,
            Rest::Schema(id) => Others::Each(Node::One(id)),
        }
    }
}

/// Whether two values are equal in JSON Schema: numbers by value, objects regardless of order.
pub(crate) fn same(one: &Json, two: &Json) -> bool {
    one == two || canonical(one) == canonical(two)
}

/// Returns a string that is equal for two values if and only if JSON Schema considers the values equal.
pub(crate) fn canonical(value: &Json) -> String {
    let mut out = String::new();
    write_canonical(value, &mut out);
    out
}

fn write_canonical(value: &Json, out: &mut String) {
    match value {
        Json::Null => out.push('n'),
        Json::Bool(true) => out.push('t'),
        Json::Bool(false) => out.push('f'),
        Json::Number(text) => match Decimal::parse(text) {
            Some(number) => out.push_str(&number.text()),
            None => out.push_str(text),
        },
        Json::String(text) => out.push_str(&format!("{text:?}")),
        Json::Array(items) => {
            out.push('[');
            for item in items {
                write_canonical(item, out);
                out.push(',');
            }
            out.push(']');
        }
        Json::Object(members) => {
            let mut sorted: Vec<&(Box<str>, Json)> = members.iter().collect();
            sorted.sort_by(|one, two| one.0.cmp(&two.0));
            out.push('{');
            for (name, value) in sorted {
                out.push_str(&format!("{name:?}:"));
                write_canonical(value, out);
                out.push(',');
            }
            out.push('}');
        }
    }
}

fn allows(merged: &Merged<'_>, value: &Json) -> bool {
    merged.constant.is_none_or(|constant| same(constant, value)) && lists(&merged.values, value)
}

/// Whether an `enum` contains a value. Without an `enum`, every value is allowed.
fn lists(values: &[&EnumValue], value: &Json) -> bool {
    values.is_empty() || values.iter().any(|one| same(&one.value, value))
}

fn named(schemas: &[(Box<str>, SchemaId)]) -> Vec<(&str, Node)> {
    schemas.iter().map(|(name, id)| (&**name, Node::One(*id))).collect()
}

/// Returns the types that are in both sets. An integer is also a number.
fn common_types(one: Types, two: Types) -> Types {
    let wide = |types: Types| if types.has(Types::NUMBER) { types.with(Types::INTEGER) } else { types };
    let common = Types(wide(one).0 & wide(two).0);
    if common.has(Types::NUMBER) { Types(common.0 & !Types::INTEGER.0) } else { common }
}

/// Replaces a limit if the other limit is tighter. If the numbers are equal, the exclusive limit is tighter.
fn tighter(
    here: &mut Option<(Box<str>, bool)>,
    there: &Option<(Box<str>, bool)>,
    better: std::cmp::Ordering,
) {
    let Some((number, exclusive)) = there else { return };
    let Some((own, own_exclusive)) = here else {
        here.clone_from(there);
        return;
    };
    let (Some(one), Some(two)) = (Decimal::parse(number), Decimal::parse(own)) else { return };
    let order = one.cmp(&two);
    if order == better || (order.is_eq() && *exclusive && !*own_exclusive) {
        here.clone_from(there);
    }
}

/// Marks the properties that another part neither defines nor allows.
fn exclude(properties: &mut [Field<'_>], other: &Merged<'_>) {
    if other.additional != Others::None || !other.pattern_properties.is_empty() {
        return;
    }
    let known: HashSet<&str> = other.properties.iter().map(|field| field.name).collect();
    for field in properties {
        field.excluded |= !known.contains(field.name);
    }
}

fn both(here: &mut Option<Node>, there: Option<Node>) {
    *here = match (here.take(), there) {
        (Some(here), Some(there)) => Some(here.and(&there)),
        (here, there) => here.or(there),
    };
}

/// Adds missing entries.
pub(crate) fn extend<T: PartialEq>(here: &mut Vec<T>, there: impl IntoIterator<Item = T>) {
    for one in there {
        if !here.contains(&one) {
            here.push(one);
        }
    }
}
