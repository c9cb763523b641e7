//! Describes schemas in words, for HTML and Markdown: `at least 1 character`, `1 to 100`.

use serde::de::IgnoredAny;

use super::json;
use crate::markdown::{code_span, escape};
use crate::openapi::{
    Api, ExternalDocs, Extra, Flow, Json, ParameterIn, SchemaId, SchemeKind, SecurityScheme, Xml,
    compare::Level,
    history::Mark,
    merge::GroupKind,
    tree::{Fact, FactValue, Facts, Hidden, Role, Row, Shape, Tree},
};
use crate::render::{Messages, messages::fill};
use crate::site::SiteApi;

/// The levels of changes, each with the key of its UI string.
pub(super) const LEVELS: [(Level, &str); 3] = [
    (Level::Breaking, "api_breaking"),
    (Level::Warning, "api_warning"),
    (Level::Compatible, "api_compatible"),
];
/// The maximum number of operations to name for a change.
pub(super) const MOST_AFFECTED: usize = 10;
/// The key of the UI string for the version in which a part was deprecated.
pub(super) const DEPRECATED: &str = "api_deprecated_since";

/// Returns the keys of the UI strings for a mark, each with the index of its version.
pub(super) fn history_marks(mark: Mark) -> impl Iterator<Item = (&'static str, usize)> {
    let all = [("api_since", mark.since), ("api_changed", mark.changed), (DEPRECATED, mark.deprecated)];
    all.into_iter().filter_map(|(key, version)| Some((key, usize::from(version?))))
}

/// The maximum length of a value, in bytes. A longer value is truncated.
const MAX_VALUE: usize = 400;

/// A formatter that describes schemas in words, in a locale and in HTML or Markdown.
#[derive(Clone, Copy)]
pub(super) struct Words<'m> {
    pub messages: &'m Messages,
    pub markdown: bool,
}

/// Whether two names differ only in case and in characters other than letters and digits.
fn is_same_name(one: &str, other: &str) -> bool {
    fn bare(text: &str) -> impl Iterator<Item = char> {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
    }
    one == other || bare(one).eq(bare(other))
}

impl Words<'_> {
    /// Returns the facts about a schema other than its type, values, and description.
    pub(super) fn list(self, facts: &Facts<'_>) -> Vec<String> {
        let mut out = Vec::new();
        let limits = &facts.limits;
        let of = |key| limits.iter().find(|other| other.key == key);
        for fact in limits {
            // A lower and an upper limit are combined into one fact.
            if PAIRS.iter().any(|(least, most, _)| *most == fact.key && of(*least).is_some()) {
                continue;
            }
            let pair = PAIRS.iter().find(|(least, _, _)| *least == fact.key);
            match pair.and_then(|(_, most, key)| Some((of(*most)?, key))) {
                Some((most, key)) => {
                    let (least, most) = (number(fact), number(most));
                    // As in single limits, values are written as code. Counts are plain text.
                    let is_value = *key == "api_value";
                    let word = |number| if is_value { self.code(number) } else { self.text(number) };
                    let ends = [("least", &*word(least)), ("most", &*word(most))];
                    let key = |form| format!("{key}_{form}");
                    out.push(match (least == most, is_value) {
                        (true, false) => self.counted(&key("exactly"), least, &ends),
                        (true, true) => self.marked(&key("exactly"), &ends),
                        (false, _) => self.marked(&key("between"), &ends),
                    });
                }
                None => out.push(self.one(fact)),
            }
        }
        out.extend(facts.xml.into_iter().flat_map(|xml| self.xml(xml)));
        out.extend(facts.extra.iter().map(|(name, value)| self.extension(name, value)));
        out
    }

    /// Returns extensions, each with its name and value.
    pub(super) fn extra(self, extra: &Extra) -> Vec<String> {
        extra.iter().map(|(name, value)| self.extension(name, value)).collect()
    }

    fn extension(self, name: &str, value: &Json) -> String {
        format!("{} {}", self.code(name), self.code(&json::line(value, MAX_VALUE)))
    }

    /// Returns the title of a schema, unless it repeats the `name` of a field or the schema's own name.
    pub(super) fn title(self, facts: &Facts<'_>, name: &str) -> Option<String> {
        own_title(facts, name).map(|title| self.marked("api_title", &[("value", &self.text(title))]))
    }

    /// Returns a message.
    pub(super) fn plain(self, key: &str) -> String {
        self.text(self.messages.get(key))
    }

    /// Returns a message with a value as code.
    pub(super) fn coded(self, key: &str, value: &str) -> String {
        self.codes(key, &[value])
    }

    /// Returns a message with values as code.
    pub(super) fn codes(self, key: &str, values: &[impl AsRef<str>]) -> String {
        let codes: Vec<String> = values.iter().map(|value| self.code(value.as_ref())).collect();
        self.marked(key, &[("value", &codes.join(", "))])
    }

    /// Returns a message with markup in its placeholders.
    pub(super) fn marked(self, key: &str, values: &[(&str, &str)]) -> String {
        fill(&self.plain(key), values.iter().copied())
    }

    /// Returns the plural form of a message for a number, with markup in its placeholders.
    fn counted(self, key: &str, number: &str, values: &[(&str, &str)]) -> String {
        fill(&self.text(self.messages.plural(key, number)), values.iter().copied())
    }

    pub(super) fn text(self, text: &str) -> String {
        if self.markdown {
            return text.to_owned();
        }
        let mut out = String::with_capacity(text.len() + 8);
        escape::text(text, &mut out);
        out
    }

    /// Formats text as code.
    pub(super) fn code(self, text: &str) -> String {
        if self.markdown {
            return code_span(text);
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
            FactValue::Choices(all) => {
                let together = |names: &&[Box<str>]| {
                    names.iter().map(|name| self.code(name)).collect::<Vec<_>>().join(" + ")
                };
                all.iter().map(together).collect::<Vec<_>>().join(", ")
            }
            FactValue::Names(name, others) => {
                let others: Vec<String> = others.iter().map(|other| self.code(other)).collect();
                return self
                    .marked("api_dependent", &[("value", &self.code(name)), ("others", &others.join(", "))]);
            }
        };
        let key = fact.key;
        if key.ends_with("_least") || key.ends_with("_most") {
            let count = number(fact);
            return self.counted(key, count, &[("count", &self.text(count))]);
        }
        self.marked(key, &[("value", &value)])
    }

    /// Returns a message that explains where to find the rows that a tree doesn't show, or `None` if the tree shows all
    /// rows. `page` links to a schema's page, `above` to an earlier row, and `whole` to a page that shows everything.
    pub(super) fn hidden<'a>(
        self,
        api: &Api,
        (tree, row): (&Tree<'a>, &Row<'a>),
        page: impl Fn(SchemaId, &str) -> Option<String>,
        above: impl Fn(&Row<'a>, &str) -> String,
        whole: impl Fn() -> Option<String>,
    ) -> Option<String> {
        let Hidden { rows, link, above: repeated } = row.rest;
        if rows == 0 {
            return None;
        }
        let named = |id: SchemaId| api.schemas[id].name.as_deref();
        let link = link.and_then(|id| page(id, named(id)?));
        let counted = |key, values: &[(&str, &str)]| {
            let shown = self.messages.decimal(rows);
            let values: Vec<(&str, &str)> = values.iter().copied().chain([("count", &*shown)]).collect();
            self.counted(key, &rows.to_string(), &values)
        };
        Some(match (repeated, link.or_else(|| whole().filter(|_| repeated.is_none()))) {
            (Some(_), Some(link)) => self.marked("api_repeats", &[("schema", &link)]),
            (Some(id), None) => {
                let name = tree[id].schema.and_then(named).or_else(|| role(&tree[id].role).ok());
                let name = name.unwrap_or(self.messages.get("api_schema"));
                self.marked("api_repeats", &[("schema", &above(&tree[id], name))])
            }
            (None, Some(link)) if row.children.is_empty() && row.choices.is_empty() => {
                counted("api_fields_elsewhere", &[("schema", &link)])
            }
            (None, Some(link)) => counted("api_elsewhere", &[("schema", &link)]),
            (None, None) => counted("api_not_shown", &[]),
        })
    }

    /// Summarizes a security scheme.
    pub(super) fn scheme(self, scheme: &SecurityScheme) -> String {
        match &scheme.kind {
            SchemeKind::ApiKey { location, name } => {
                let key = match location {
                    ParameterIn::Header => "api_auth_header",
                    ParameterIn::Cookie => "api_auth_cookie",
                    _ => "api_auth_query",
                };
                self.coded(key, name)
            }
            SchemeKind::Http { scheme, bearer_format } => match (&**scheme, bearer_format) {
                ("bearer", Some(format)) => self.coded("api_auth_bearer_format", format),
                ("bearer", None) => self.plain("api_auth_bearer"),
                ("basic", _) => self.plain("api_auth_basic"),
                (other, _) => self.coded("api_auth_http", other),
            },
            SchemeKind::OAuth2 { .. } => self.plain("api_auth_oauth2"),
            SchemeKind::OpenIdConnect { .. } => self.plain("api_auth_openid"),
            SchemeKind::MutualTls => self.plain("api_auth_tls"),
            SchemeKind::Unknown(kind) => self.coded("api_auth_unknown", kind),
        }
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
            Some(name) => out.push(self.coded(key, &name)),
            None if xml.attribute => out.push(self.marked(key, &[("value", "")]).trim_end().to_owned()),
            None => {}
        }
        if let Some(namespace) = &xml.namespace {
            out.push(self.coded("api_xml_namespace", namespace));
        }
        if xml.wrapped {
            out.push(self.plain("api_xml_wrapped"));
        }
        if let Some(node) = xml.node.as_ref().filter(|node| !(xml.attribute && &***node == "attribute")) {
            out.push(self.coded("api_xml_node", node));
        }
        out
    }
}

/// Returns the title of a schema, unless it repeats the given name or the name of the type.
pub(super) fn own_title<'a>(facts: &Facts<'a>, name: &str) -> Option<&'a str> {
    let title = facts.title.filter(|title| !is_same_name(title, name))?;
    let is_named = matches!(facts.label.shape, Shape::Named(_, known) if is_same_name(known, title));
    (!is_named).then_some(title)
}

/// Returns the text of a link to external documentation: its own summary, or a general text with the target, if specified.
pub(super) fn docs_label(
    api: &SiteApi,
    messages: &Messages,
    docs: &ExternalDocs,
    target: Option<&str>,
) -> String {
    let general = || {
        let label = messages.get("api_external_docs");
        target.map_or_else(|| label.to_owned(), |target| format!("{label} ({target})"))
    };
    api.summary(docs.description).map_or_else(general, str::to_owned)
}

/// Returns the target of a link to the external documentation of a schema: the title or name of the schema, or the host.
pub(super) fn target<'f>(facts: &Facts<'f>, docs: &'f ExternalDocs) -> &'f str {
    let name = match facts.label.shape {
        Shape::Named(_, name) => Some(name),
        _ => None,
    };
    let host = || docs.url.split("//").nth(1).and_then(|rest| rest.split(['/', '?', '#']).next());
    facts.title.or(name).or_else(host).unwrap_or(&docs.url)
}

/// Returns the name of a row, or the key and the value of the message that replaces the name.
pub(super) fn role<'x>(role: &'x Role<'_>) -> Result<&'x str, (&'static str, String)> {
    let value = match role {
        Role::Pattern(value) | Role::Dependent(value) => (*value).to_owned(),
        Role::Prefix(at) => (at + 1).to_string(),
        _ => String::new(),
    };
    let key = match role {
        Role::Property(name) => return Ok(name),
        Role::Root | Role::Variant { .. } => "api_role_value",
        Role::Pattern(_) => "api_role_pattern",
        Role::Additional => "api_role_additional",
        Role::Unevaluated => "api_role_unevaluated",
        Role::Names => "api_role_names",
        Role::Dependent(_) => "api_role_dependent",
        Role::Item | Role::UnevaluatedItem => "api_role_item",
        Role::Prefix(_) => "api_role_prefix",
        Role::Contains => "api_role_contains",
        Role::Content => "api_role_content",
        Role::Not => "api_role_not",
        Role::If => "api_role_if",
        Role::Then => "api_role_then",
        Role::Else => "api_role_else",
    };
    Err((key, value))
}

/// Returns the key of the message above the variants of a choice.
pub(super) fn choice(kind: GroupKind) -> &'static str {
    match kind {
        GroupKind::OneOf => "api_choice_one",
        GroupKind::AnyOf => "api_choice_any",
        GroupKind::Told => "api_choice_told",
    }
}

/// Returns the key of the message with a flow's name.
pub(super) fn flow(kind: &str) -> &'static str {
    match kind {
        "authorizationCode" => "api_flow_code",
        "implicit" => "api_flow_implicit",
        "password" => "api_flow_password",
        "clientCredentials" => "api_flow_client",
        _ => "api_flow_device",
    }
}

/// Returns the URLs of a flow, each with the key of its message.
pub(super) fn addresses(flow: &Flow) -> impl Iterator<Item = (&'static str, &str)> {
    let all = [
        ("api_authorization_url", &flow.authorization_url),
        ("api_device_url", &flow.device_authorization_url),
        ("api_token_url", &flow.token_url),
        ("api_refresh_url", &flow.refresh_url),
    ];
    all.into_iter().filter_map(|(key, url)| Some((key, url.as_deref()?)))
}

/// Returns a value to show as code. A string is quoted only if it could otherwise be mistaken for a different kind of
/// value.
pub(super) fn value(value: &Json) -> String {
    match value {
        Json::String(text) if plain_text(text) => text.to_string(),
        value => json::line(value, MAX_VALUE),
    }
}

/// Returns values to show as code.
pub(super) fn values(values: &[Json]) -> Vec<String> {
    values.iter().map(value).collect()
}

fn plain_text(text: &str) -> bool {
    let is_json = || serde_json::from_str::<IgnoredAny>(text).is_ok();
    // `007` isn't valid JSON, but readers would mistake it for a number.
    let is_number = || !text.contains(char::is_alphabetic) && text.parse::<f64>().is_ok();
    let doubtful = text.is_empty()
        || text.len() > MAX_VALUE
        || text.trim() != text
        || text.chars().any(char::is_control)
        || is_json()
        || is_number();
    !doubtful
}

/// The keys of each lower limit and the corresponding upper limit, with the key prefix of the combined message.
const PAIRS: &[(&str, &str, &str)] = &[
    ("api_minimum", "api_maximum", "api_value"),
    ("api_length_least", "api_length_most", "api_length"),
    ("api_items_least", "api_items_most", "api_items"),
    ("api_size_least", "api_size_most", "api_size"),
    ("api_contains_least", "api_contains_most", "api_contains"),
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
    fn names_that_differ_only_in_case_and_signs_are_the_same() {
        for (one, other) in [("a", "a"), ("userId", "User ID"), ("", "-"), ("ß-1", "ß1")] {
            assert!(is_same_name(one, other) && is_same_name(other, one), "{one} {other}");
        }
        for (one, other) in [("a", "ab"), ("", "a"), ("a1", "a2")] {
            assert!(!is_same_name(one, other) && !is_same_name(other, one), "{one} {other}");
        }
    }

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
