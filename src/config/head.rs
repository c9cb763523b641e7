//! Tags that a site adds to the head of every page.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{Config, Problems};

/// A tag in the head of every page.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HeadConfig {
    /// The element's name.
    pub tag: HeadElement,
    /// The attributes. `true` adds an attribute without a value, and `false` omits the attribute.
    #[serde(default)]
    pub attributes: BTreeMap<String, AttributeValue>,
    /// The content of a `script`, `style`, or `noscript` element, without escaping.
    pub content: Option<String>,
}

/// An element that a page's head can contain.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HeadElement {
    /// Metadata.
    Meta,
    /// A resource, such as a style sheet or a font.
    Link,
    /// A script.
    Script,
    /// Styles.
    Style,
    /// Content for readers without JavaScript.
    Noscript,
}

impl HeadElement {
    /// Returns the name of the element.
    pub fn as_str(self) -> &'static str {
        match self {
            HeadElement::Meta => "meta",
            HeadElement::Link => "link",
            HeadElement::Script => "script",
            HeadElement::Style => "style",
            HeadElement::Noscript => "noscript",
        }
    }

    /// Whether the element has no content and no end tag.
    pub fn is_void(self) -> bool {
        matches!(self, HeadElement::Meta | HeadElement::Link)
    }
}

/// An attribute value.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum AttributeValue {
    /// Whether the attribute is present. It has no value.
    Flag(bool),
    /// The value.
    Text(String),
}

/// Whether a string is a valid attribute name: a letter, followed by letters, digits, and the characters `-_:.`.
fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_:.".contains(c))
}

/// Reports and removes invalid tags.
pub(super) fn check(config: &mut Config, problems: &mut Problems<'_>) {
    let mut index = 0;
    config.head.retain(|tag| {
        let at = |key: &str| format!("head.{index}.{key}");
        let name = tag.tag.as_str();
        let end = format!("</{name}");
        let wrong = tag.attributes.keys().find(|name| !is_name(name));
        let before = problems.diagnostics.len();
        if let Some(wrong) = wrong {
            let message = format!("`head.attributes`: `{wrong}` isn't a valid attribute name");
            problems.report(&at("attributes"), message, "use a name such as `href` or `data-site`");
        }
        match &tag.content {
            Some(_) if tag.tag.is_void() => {
                let message = format!("`head.content`: `{name}` elements can't have content");
                problems.report(&at("content"), message, "move the content to `attributes`, or remove it");
            }
            Some(content) if content.to_ascii_lowercase().contains(&end) => {
                let message = format!("`head.content`: `{end}` would end the element");
                problems.report(&at("content"), message, format!("in a script's string, use `<\\/{name}`"));
            }
            _ => {}
        }
        index += 1;
        problems.diagnostics.len() == before
    });
}
