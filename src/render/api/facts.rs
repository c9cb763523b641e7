//! What is said about a schema, in words: `at least 1 character`, `1 to 100`. As HTML for pages and as Markdown for their
//! twins.

use serde::de::IgnoredAny;

use super::json;
use crate::markdown::escape;
use crate::openapi::tree::{Fact, FactKind, FactValue, Facts, Shape};
use crate::openapi::{Extra, Json, Xml};
use crate::render::Messages;
use crate::render::messages::fill;

/// Longer values are cut.
const MAX_VALUE: usize = 400;

/// Words about schemas, in a language and in one of two notations.
#[derive(Clone, Copy)]
pub(super) struct Words<'m> {
    pub(super) messages: &'m Messages,
    pub(super) markdown: bool,
}

impl Words<'_> {
    /// What is said about a schema besides its type, its values and its description.
    pub(super) fn list(self, facts: &Facts<'_>) -> Vec<String> {
        let mut out = Vec::new();
        let limits = &facts.limits;
        let of = |kind| limits.iter().find(|other| other.kind == kind);
        for fact in limits {
            // A lower and an upper limit are one fact.
            if PAIRS.iter().any(|(least, most, _)| *most == fact.kind && of(*least).is_some()) {
                continue;
            }
            let pair = PAIRS.iter().find(|(least, _, _)| *least == fact.kind);
            match pair.and_then(|(_, most, key)| Some((of(*most)?, key))) {
                Some((most, key)) => {
                    let (least, most) = (number(fact), number(most));
                    let form = if least == most { "exactly" } else { "between" };
                    // Values are code, as they are where there is one limit alone; counts are words.
                    let word = |number| match fact.kind {
                        FactKind::Minimum => self.code(number),
                        _ => self.text(number),
                    };
                    let ends = [("least", &*word(least)), ("most", &*word(most))];
                    out.push(self.marked(&format!("{key}_{form}"), &ends));
                }
                None => out.push(self.one(fact)),
            }
        }
        out.extend(facts.xml.into_iter().flat_map(|xml| self.xml(xml)));
        out.extend(facts.extra.iter().map(|(name, value)| self.extension(name, value)));
        out
    }

    /// Extensions that are shown as they are.
    pub(super) fn extra(self, extra: &Extra) -> Vec<String> {
        extra.iter().map(|(name, value)| self.extension(name, value)).collect()
    }

    fn extension(self, name: &str, value: &Json) -> String {
        format!("{} {}", self.code(name), self.code(&json::line(value, MAX_VALUE)))
    }

    /// The title of a schema, unless it is what stands there already: the `name` of a field or the schema's own.
    pub(super) fn title(self, facts: &Facts<'_>, name: &str) -> Option<String> {
        let bare = |text: &str| -> String {
            text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        let title = facts.title.filter(|title| bare(title) != bare(name))?;
        let is_named = matches!(facts.label.shape, Shape::Named(_, known) if bare(known) == bare(title));
        (!is_named).then(|| self.marked("api_title", &[("value", &self.text(title))]))
    }

    /// A message.
    pub(super) fn plain(self, key: &str) -> String {
        self.text(self.messages.get(key))
    }

    /// A message with values as code.
    pub(super) fn codes(self, key: &str, values: &[String]) -> String {
        let codes: Vec<String> = values.iter().map(|value| self.code(value)).collect();
        self.marked(key, &[("value", &codes.join(", "))])
    }

    /// A message with what is marked up already in its placeholders.
    pub(super) fn marked(self, key: &str, values: &[(&str, &str)]) -> String {
        fill(&self.plain(key), values.iter().copied())
    }

    /// A message with plain texts in its placeholders.
    fn filled(self, key: &str, values: &[(&str, &str)]) -> String {
        self.text(&self.messages.fill(key, values))
    }

    fn text(self, text: &str) -> String {
        if self.markdown {
            return text.to_owned();
        }
        let mut out = String::with_capacity(text.len() + 8);
        escape::text(text, &mut out);
        out
    }

    /// Code.
    pub(super) fn code(self, text: &str) -> String {
        if self.markdown {
            return super::inline::code(text);
        }
        let mut out = String::from("<code>");
        escape::text(text, &mut out);
        out.push_str("</code>");
        out
    }

    fn one(self, fact: &Fact<'_>) -> String {
        let value = match &fact.value {
            FactValue::None => String::new(),
            FactValue::Number(number) => self.code(number),
            FactValue::Text(text) => self.code(text),
            FactValue::Json(json) => self.code(&value(json)),
            FactValue::Values(all) => {
                let key = if all.len() == 1 { "api_const" } else { "api_always_one_of" };
                return self.codes(key, &values(all));
            }
            FactValue::Names(name, others) => {
                let others: Vec<String> = others.iter().map(|other| self.code(other)).collect();
                return self
                    .marked("api_dependent", &[("value", &self.code(name)), ("others", &others.join(", "))]);
            }
        };
        let counted = match fact.kind {
            FactKind::MinLength => Some("api_length_least"),
            FactKind::MaxLength => Some("api_length_most"),
            FactKind::MinItems => Some("api_items_least"),
            FactKind::MaxItems => Some("api_items_most"),
            FactKind::MinProperties => Some("api_size_least"),
            FactKind::MaxProperties => Some("api_size_most"),
            FactKind::MinContains => Some("api_contains_least"),
            FactKind::MaxContains => Some("api_contains_most"),
            _ => None,
        };
        if let Some(key) = counted {
            let count = number(fact);
            let key = format!("{key}_{}", if count == "1" { "one" } else { "many" });
            return self.filled(&key, &[("count", count)]);
        }
        let key = match fact.kind {
            FactKind::Default => "api_default",
            FactKind::Format => "api_format",
            FactKind::Const | FactKind::Discriminator => "api_const",
            FactKind::Pattern => "api_pattern",
            FactKind::Minimum => "api_minimum",
            FactKind::ExclusiveMinimum => "api_minimum_exclusive",
            FactKind::Maximum => "api_maximum",
            FactKind::ExclusiveMaximum => "api_maximum_exclusive",
            FactKind::MultipleOf => "api_multiple",
            FactKind::UniqueItems => "api_unique",
            FactKind::ContentEncoding => "api_encoding",
            FactKind::ContentMediaType => "api_content_type",
            FactKind::OpenProperties => "api_open",
            FactKind::ClosedProperties => "api_closed",
            FactKind::ClosedItems => "api_closed_items",
            _ => "api_never_valid",
        };
        self.marked(key, &[("value", &value)])
    }

    fn xml(self, xml: &Xml) -> Vec<String> {
        let mut out = Vec::new();
        let prefixed = match (&xml.prefix, &xml.name) {
            (Some(prefix), Some(name)) => Some(format!("{prefix}:{name}")),
            (Some(prefix), None) => Some(format!("{prefix}:")),
            (None, name) => name.as_deref().map(str::to_owned),
        };
        let key = if xml.attribute { "api_xml_attribute" } else { "api_xml_element" };
        match prefixed {
            Some(name) => out.push(self.marked(key, &[("value", &self.code(&name))])),
            None if xml.attribute => out.push(self.marked(key, &[("value", "")]).trim_end().to_owned()),
            None => {}
        }
        if let Some(namespace) = &xml.namespace {
            out.push(self.marked("api_xml_namespace", &[("value", &self.code(namespace))]));
        }
        if xml.wrapped {
            out.push(self.plain("api_xml_wrapped"));
        }
        if let Some(node) = &xml.node {
            out.push(self.marked("api_xml_node", &[("value", &self.code(node))]));
        }
        out
    }
}

/// A value as code shows it: texts without quotes unless they could be taken for something else.
pub(super) fn value(value: &Json) -> String {
    match value {
        Json::String(text) if plain_text(text) => text.to_string(),
        value => json::line(value, MAX_VALUE),
    }
}

/// Values as code shows them.
pub(super) fn values(values: &[Json]) -> Vec<String> {
    values.iter().map(value).collect()
}

fn plain_text(text: &str) -> bool {
    let is_json = || serde_json::from_str::<IgnoredAny>(text).is_ok();
    // `007` is no JSON, and yet what a reader takes for a number.
    let is_number = || !text.contains(char::is_alphabetic) && text.parse::<f64>().is_ok();
    let doubtful = text.is_empty()
        || text.len() > MAX_VALUE
        || text.trim() != text
        || text.chars().any(char::is_control)
        || is_json()
        || is_number();
    !doubtful
}

/// The lower and the upper limit of the same, and the message for both.
const PAIRS: &[(FactKind, FactKind, &str)] = &[
    (FactKind::Minimum, FactKind::Maximum, "api_value"),
    (FactKind::MinLength, FactKind::MaxLength, "api_length"),
    (FactKind::MinItems, FactKind::MaxItems, "api_items"),
    (FactKind::MinProperties, FactKind::MaxProperties, "api_size"),
    (FactKind::MinContains, FactKind::MaxContains, "api_contains"),
];

fn number<'f>(fact: &'f Fact<'_>) -> &'f str {
    match &fact.value {
        FactValue::Number(number) => number,
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_quotes_only_where_it_could_be_something_else() {
        for text in ["", " a", "null", "true", "7", "-1.5e3", "007", "+1", "[1]", "{}", "\"a\""] {
            assert!(!plain_text(text), "{text:?}");
        }
        for text in
            ["a b", "2025-03-04T09:41:17Z", "0b1c-0a2e", "1.2.3", "inf", "nan", "[draft]", "-x", "日本"]
        {
            assert!(plain_text(text), "{text:?}");
        }
    }
}
