//! The facts of a schema, without its children.

use super::{
    Facts, Label,
    label::{Shape, stated_types},
};
use crate::openapi::{
    Api, Bounds, EnumValue, Json, TextId, Types,
    merge::{GroupKind, Merged, Others, Views, same},
};

/// The maximum length of a value on one line. Longer values are truncated.
const MAX_SIZE: usize = 200;
/// The maximum number of enum values to show on an HTML page, and the maximum number to show in Markdown.
const MAX_VALUES: [usize; 2] = [250, 2_000];
/// The maximum number of examples to show.
const MAX_EXAMPLES: usize = 50;
/// The maximum number of dependent names, patterns, and similar values to show.
const MAX_EACH: usize = 50;

/// The key of the text for the only allowed value. That value can also identify a variant.
const CONST: &str = "api_const";
/// The key of the text for a schema that no value matches.
const NEVER: &str = "api_never_valid";
/// The key of the text for an object without other properties.
pub(super) const CLOSED: &str = "api_closed";
/// The key of the format's text.
const FORMAT: &str = "api_format";

/// A fact about a schema, such as a limit or a default.
#[derive(Clone, Debug)]
pub(crate) struct Fact<'a> {
    /// The key of the text that describes the fact.
    pub key: &'static str,
    /// The value of the fact.
    pub value: FactValue<'a>,
}

/// The value of a fact.
#[derive(Clone, Debug)]
pub(crate) enum FactValue<'a> {
    /// No value, because the text is complete without one.
    None,
    /// A number as written.
    Number(String),
    /// Text.
    Text(&'a str),
    /// A value from the document.
    Json(&'a Json),
    /// A list of one or more values.
    Values(Vec<Json>),
    /// A name, and the names that are required if the first name is present.
    Names(&'a str, &'a [Box<str>]),
    /// Lists of names, one of which is required.
    Choices(Vec<&'a [Box<str>]>),
}

impl<'a> Facts<'a> {
    /// Returns the facts of a schema.
    pub(super) fn of(views: &Views<'a>, merged: &Merged<'a>) -> Facts<'a> {
        let mut values = merged.values.clone();
        // An enum with one value is a constant, unless `null` is also valid.
        let only = match &values[..] {
            [only] if !merged.nullable() => Some(&only.value),
            _ => None,
        };
        let constant = merged.constant.or(only).filter(|_| !merged.never);
        if let Some(constant) = constant {
            values.retain(|one| same(constant, &one.value) && is_described(one));
        }
        let label = Label::of(views, merged);
        let mut limits = limits(views.api, merged, constant.or(merged.constant), label.shows_format());
        // The type of a schema that is `false` already says that no value is valid.
        let is_false = merged.subject.and_then(|id| views.schema(id)).is_some_and(|schema| schema.never);
        if is_false && label.shape == Shape::Never {
            limits.retain(|fact| fact.key != NEVER);
        }
        if constant.is_some() && !values.is_empty() {
            limits.retain(|fact| fact.key != CONST);
        }
        let [shown, all] = MAX_VALUES.map(|most| values.len().min(most));
        // The constant itself is no useful example.
        let is_useful = |example: &&Json| constant.is_none_or(|constant| !same(constant, example));
        let examples: Vec<_> = merged.examples.iter().copied().filter(is_useful).take(MAX_EXAMPLES).collect();
        Facts {
            label,
            title: merged.title,
            descriptions: merged.descriptions.clone(),
            deprecated: merged.deprecated,
            read_only: merged.read_only,
            write_only: merged.write_only,
            more_values: values.len() - all,
            further_values: values[shown..all].to_vec(),
            values: values[..shown].to_vec(),
            limits,
            examples,
            external_docs: merged.external_docs,
            xml: merged.xml,
            extra: merged.extra.clone(),
        }
    }

    /// Returns the only allowed value, or the values that identify a variant.
    pub(crate) fn constants(&self) -> impl Iterator<Item = &Json> {
        self.limits.iter().filter(|fact| fact.key == CONST).flat_map(|fact| match &fact.value {
            FactValue::Json(value) => std::slice::from_ref(*value),
            FactValue::Values(values) => values,
            _ => &[],
        })
    }

    /// Returns the estimated size in bytes of HTML.
    pub(super) fn weight(&self, api: &Api) -> usize {
        let text = |text: Option<TextId>| text.map_or(0, |text| 50 + api[text].source.len() * 6 / 5);
        let values = self.values.iter().map(|one| 40 + size(&one.value) + text(one.description));
        let limits = self.limits.iter().map(|fact| match &fact.value {
            FactValue::Text(text) => 60 + text.len(),
            FactValue::Json(value) => 60 + size(value),
            FactValue::Values(values) => 60 + values.iter().map(|value| 20 + size(value)).sum::<usize>(),
            FactValue::Names(_, names) => 60 + names.iter().map(|name| 20 + name.len()).sum::<usize>(),
            FactValue::Choices(all) => {
                60 + all.iter().flat_map(|names| *names).map(|name| 20 + name.len()).sum::<usize>()
            }
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

    /// Sets the label of a variant. The schema that contains the variant has these types.
    pub(super) fn typed(&mut self, views: &Views<'a>, merged: &Merged<'a>, types: Types) {
        self.label = Label::within(views, merged, types);
        if self.label.shows_format() {
            self.limits.retain(|fact| fact.key != FORMAT);
        }
    }

    /// Keeps only the values that identify a variant.
    pub(super) fn tell(&mut self, told: &[Json]) {
        self.limits.retain(|fact| fact.key != CONST);
        self.values.retain(|one| told.iter().any(|value| same(value, &one.value)));
        if !self.values.iter().any(|one| is_described(one)) {
            self.values.clear();
            self.further_values.clear();
            self.more_values = 0;
            let value = FactValue::Values(told.to_vec());
            self.limits.push(Fact { key: CONST, value });
        }
    }
}

/// Returns the length of a value on one line, after truncation.
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

/// Whether a value is shown with a name or description.
fn is_described(value: &EnumValue) -> bool {
    value.description.is_some() || value.name.is_some()
}

/// Returns the facts that limit or explain the values of a schema, in display order.
fn limits<'a>(
    api: &'a Api,
    merged: &Merged<'a>,
    constant: Option<&'a Json>,
    format_shown: bool,
) -> Vec<Fact<'a>> {
    let mut facts = Gathered { facts: Vec::new(), types: stated_types(merged) };
    let said = |said: bool| said.then_some(FactValue::None);
    let bound = |bound: &Option<(Box<str>, bool)>, exclusive| {
        let (number, _) = bound.as_ref().filter(|(_, excluded)| *excluded == exclusive)?;
        Some(FactValue::Number(number.to_string()))
    };
    let count = |count: Option<u64>| Some(FactValue::Number(count?.to_string()));
    // A minimum of zero isn't a limit.
    let least = |bounds: Bounds| count(bounds.least.filter(|least| *least > 0));
    let limits = &merged.limits;
    let (any, number) = (Types(0), Types::NUMBER.with(Types::INTEGER));
    let (text, list, object) = (Types::STRING, Types::ARRAY, Types::OBJECT);
    facts.add(any, NEVER, said(merged.never));
    facts.add(any, "api_default", merged.default.map(FactValue::Json));
    facts.add(any, FORMAT, merged.format.filter(|_| !format_shown).map(FactValue::Text));
    facts.add(any, CONST, constant.map(FactValue::Json));
    facts.add(number, "api_minimum", bound(&limits.minimum, false));
    facts.add(number, "api_minimum_exclusive", bound(&limits.minimum, true));
    facts.add(number, "api_maximum", bound(&limits.maximum, false));
    facts.add(number, "api_maximum_exclusive", bound(&limits.maximum, true));
    let multiples = merged.multiples.iter().map(|step| FactValue::Number((*step).to_owned()));
    facts.add(number, "api_multiple", multiples);
    facts.add(text, "api_length_least", least(limits.length));
    facts.add(text, "api_length_most", count(limits.length.most));
    facts.add(text, "api_pattern", merged.patterns.iter().copied().map(FactValue::Text));
    facts.add(list, "api_items_least", least(limits.items));
    facts.add(list, "api_items_most", count(limits.items.most));
    facts.add(list, "api_unique", said(limits.unique_items));
    facts.add(list, "api_contains_least", count(limits.contains.least));
    facts.add(list, "api_contains_most", count(limits.contains.most));
    facts.add(object, "api_size_least", least(limits.properties));
    facts.add(object, "api_size_most", count(limits.properties.most));
    facts.add(text, "api_encoding", merged.content_encoding.map(FactValue::Text));
    facts.add(text, "api_content_type", merged.content_media_type.map(FactValue::Text));
    let names = merged.dependent_required.iter().map(|(name, others)| FactValue::Names(name, others));
    facts.add(object, "api_dependent", names);
    for group in &merged.groups {
        let key = if group.kind == GroupKind::OneOf { "api_required_one" } else { "api_required_any" };
        facts.add(any, key, group.required(api).map(FactValue::Choices));
    }
    let unevaluated = merged.additional == Others::Unsaid && merged.unevaluated_properties == Others::None;
    facts.add(object, "api_open", said(merged.additional == Others::Any));
    let closed = merged.additional == Others::None || unevaluated;
    facts.add(object, CLOSED, said(closed));
    let closed = merged.items == Others::None || merged.unevaluated_items == Others::None;
    facts.add(list, "api_closed_items", said(closed));
    facts.facts
}

/// Collects facts.
struct Gathered<'a> {
    facts: Vec<Fact<'a>>,
    /// The allowed types. If any type is allowed, the set is empty.
    types: Types,
}

impl<'a> Gathered<'a> {
    /// Adds facts with the same text, unless the facts apply only to values of other types. If `about` is empty, the
    /// facts apply to all types.
    fn add(&mut self, about: Types, key: &'static str, values: impl IntoIterator<Item = FactValue<'a>>) {
        if about.is_empty() || self.types.is_empty() || about.0 & self.types.0 != 0 {
            self.facts.extend(values.into_iter().take(MAX_EACH).map(|value| Fact { key, value }));
        }
    }
}
