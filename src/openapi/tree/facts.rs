//! The facts of one schema, without its children.

use super::label::stated_types;
use super::{Fact, FactKind, FactValue, Facts, Label};
use crate::openapi::merge::{Merged, Others, Views, same};
use crate::openapi::{Api, EnumValue, Json, TextId, Types};

/// The length above which a value on one line is cut.
const MAX_SIZE: usize = 200;
/// The number of enum values to show.
const MAX_VALUES: usize = 250;
/// The number of examples to show.
const MAX_EXAMPLES: usize = 50;
/// The number of dependent names, patterns and similar to show.
const MAX_EACH: usize = 50;

impl<'a> Facts<'a> {
    /// Returns the facts of a schema.
    pub(super) fn of(views: &Views<'a>, merged: &Merged<'a>) -> Facts<'a> {
        let mut values = merged.values.clone();
        let constant = merged.constant.filter(|_| !merged.never);
        if let Some(constant) = constant {
            values.retain(|one| same(constant, &one.value) && is_described(one));
        }
        let label = Label::of(views, merged);
        let mut limits = limits(merged, label.shows_format());
        if constant.is_some() && !values.is_empty() {
            limits.retain(|fact| fact.kind != FactKind::Const);
        }
        let shown = values.len().min(MAX_VALUES);
        let examples: Vec<_> = merged.examples.iter().copied().take(MAX_EXAMPLES).collect();
        Facts {
            label,
            title: merged.title,
            descriptions: merged.descriptions.clone(),
            deprecated: merged.deprecated,
            read_only: merged.read_only,
            write_only: merged.write_only,
            more_values: values.len() - shown,
            values: values[..shown].to_vec(),
            limits,
            examples,
            external_docs: merged.external_docs,
            xml: merged.xml,
            extra: merged.extra.clone(),
        }
    }
}

impl<'a> Facts<'a> {
    /// Returns its estimated size in bytes of HTML.
    pub(super) fn weight(&self, api: &Api) -> usize {
        let text = |text: Option<TextId>| text.map_or(0, |text| 50 + api[text].source.len() * 6 / 5);
        let values = self.values.iter().map(|one| 40 + size(&one.value) + text(one.description));
        let limits = self.limits.iter().map(|fact| match &fact.value {
            FactValue::Text(text) => 60 + text.len(),
            FactValue::Json(value) => 60 + size(value),
            FactValue::Values(values) => 60 + values.iter().map(|value| 20 + size(value)).sum::<usize>(),
            FactValue::Names(_, names) => 60 + names.iter().map(|name| 20 + name.len()).sum::<usize>(),
            FactValue::None | FactValue::Number(_) => 60,
        });
        let examples = self.examples.iter().map(|value| 30 + size(value));
        let extra = self.extra.iter().map(|(name, value)| 50 + name.len() + size(value));
        self.descriptions.iter().map(|id| text(Some(*id))).sum::<usize>()
            + values.sum::<usize>()
            + limits.sum::<usize>()
            + examples.sum::<usize>()
            + extra.sum::<usize>()
    }

    /// Removes the types of the schema that it's a variant of.
    pub(super) fn typed(&mut self, views: &Views<'a>, merged: &Merged<'a>, types: Types) {
        self.label = Label::within(views, merged, types);
        if self.label.shows_format() {
            self.limits.retain(|fact| fact.kind != FactKind::Format);
        }
    }

    /// Keeps only the values that identify a variant.
    pub(super) fn tell(&mut self, told: &[Json]) {
        self.limits.retain(|fact| fact.kind != FactKind::Const);
        self.values.retain(|one| told.iter().any(|value| same(value, &one.value)));
        if !self.values.iter().any(|one| is_described(one)) {
            self.values.clear();
            self.more_values = 0;
            let value = FactValue::Values(told.to_vec());
            self.limits.push(Fact { kind: FactKind::Discriminator, value });
        }
    }
}

/// Returns the length of a value on one line, after cutting.
fn size(value: &Json) -> usize {
    match value {
        Json::String(text) => text.len().min(MAX_SIZE),
        Json::Array(items) => {
            items.iter().take(MAX_SIZE / 8).map(|item| 2 + size(item)).sum::<usize>().min(MAX_SIZE)
        }
        Json::Object(members) => {
            let members = members.iter().take(MAX_SIZE / 8);
            members.map(|(name, value)| 6 + name.len() + size(value)).sum::<usize>().min(MAX_SIZE)
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => 5,
    }
}

/// Whether a value has a name or description, which is shown with it.
fn is_described(value: &EnumValue) -> bool {
    value.description.is_some() || value.name.is_some()
}

fn limits<'a>(merged: &Merged<'a>, format_shown: bool) -> Vec<Fact<'a>> {
    let types = stated_types(merged);
    let mut facts = Gathered { facts: Vec::new(), types };
    if merged.never {
        facts.add(FactKind::Never, FactValue::None);
    }
    if let Some(value) = merged.default {
        facts.add(FactKind::Default, FactValue::Json(value));
    }
    if let Some(format) = merged.format.filter(|_| !format_shown) {
        facts.add(FactKind::Format, FactValue::Text(format));
    }
    if let Some(value) = merged.constant {
        facts.add(FactKind::Const, FactValue::Json(value));
    }
    let limits = &merged.limits;
    for (limit, inclusive, exclusive) in [
        (&limits.minimum, FactKind::Minimum, FactKind::ExclusiveMinimum),
        (&limits.maximum, FactKind::Maximum, FactKind::ExclusiveMaximum),
    ] {
        if let Some((number, excluded)) = limit {
            facts.add(if *excluded { exclusive } else { inclusive }, FactValue::Number(number.to_string()));
        }
    }
    for step in merged.multiples.iter().take(MAX_EACH) {
        facts.add(FactKind::MultipleOf, FactValue::Number((*step).to_owned()));
    }
    facts.count(FactKind::MinLength, limits.min_length);
    facts.count(FactKind::MaxLength, limits.max_length);
    for pattern in merged.patterns.iter().take(MAX_EACH) {
        facts.add(FactKind::Pattern, FactValue::Text(pattern));
    }
    facts.count(FactKind::MinItems, limits.min_items);
    facts.count(FactKind::MaxItems, limits.max_items);
    if limits.unique_items {
        facts.add(FactKind::UniqueItems, FactValue::None);
    }
    facts.count(FactKind::MinContains, limits.min_contains);
    facts.count(FactKind::MaxContains, limits.max_contains);
    facts.count(FactKind::MinProperties, limits.min_properties);
    facts.count(FactKind::MaxProperties, limits.max_properties);
    if let Some(encoding) = merged.content_encoding {
        facts.add(FactKind::ContentEncoding, FactValue::Text(encoding));
    }
    if let Some(media_type) = merged.content_media_type {
        facts.add(FactKind::ContentMediaType, FactValue::Text(media_type));
    }
    for (name, others) in merged.dependent_required.iter().take(MAX_EACH) {
        facts.add(FactKind::DependentRequired, FactValue::Names(name, others));
    }
    match &merged.additional {
        Others::None => facts.add(FactKind::ClosedProperties, FactValue::None),
        Others::Any => facts.add(FactKind::OpenProperties, FactValue::None),
        Others::Unsaid if merged.unevaluated_properties == Others::None => {
            facts.add(FactKind::ClosedProperties, FactValue::None);
        }
        _ => {}
    }
    if merged.items == Others::None || merged.unevaluated_items == Others::None {
        facts.add(FactKind::ClosedItems, FactValue::None);
    }
    facts.facts
}

/// Collects facts.
struct Gathered<'a> {
    facts: Vec<Fact<'a>>,
    /// The allowed types; none if any type is allowed.
    types: Types,
}

impl<'a> Gathered<'a> {
    /// Adds a fact, unless it applies to other types.
    fn add(&mut self, kind: FactKind, value: FactValue<'a>) {
        let about = kind.types();
        if about.is_empty() || self.types.is_empty() || Types(about.0 & self.types.0) != Types::default() {
            self.facts.push(Fact { kind, value });
        }
    }

    /// Adds limits of a count, except a minimum of zero.
    fn count(&mut self, kind: FactKind, count: Option<u64>) {
        let least = matches!(kind, FactKind::MinLength | FactKind::MinItems | FactKind::MinProperties);
        if let Some(count) = count.filter(|count| *count > 0 || !least) {
            self.add(kind, FactValue::Number(count.to_string()));
        }
    }
}
