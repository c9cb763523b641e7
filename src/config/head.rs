//! Tags that a site adds to the head of every page.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
    /// The elements.
    pub const ALL: [HeadElement; 5] = [
        HeadElement::Meta,
        HeadElement::Link,
        HeadElement::Script,
        HeadElement::Style,
        HeadElement::Noscript,
    ];

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

/// A problem with a tag.
pub(crate) struct Fault {
    /// The key with the invalid value.
    pub key: &'static str,
    /// The problem, without the table's name.
    pub message: String,
    /// The next step.
    pub hint: String,
}

/// Returns the problems with a tag that has these attributes and this content.
pub(crate) fn faults<'a>(
    tag: HeadElement,
    mut attributes: impl Iterator<Item = &'a str>,
    content: Option<&str>,
) -> impl Iterator<Item = Fault> {
    let name = tag.as_str();
    let attribute = attributes.find(|name| !is_name(name)).map(|wrong| Fault {
        key: "attributes",
        message: format!("`{wrong}` isn't a valid attribute name"),
        hint: "use a name such as `href` or `data-site`".to_owned(),
    });
    let end = format!("</{name}");
    let content = match content {
        Some(_) if tag.is_void() => Some(Fault {
            key: "content",
            message: format!("`{name}` elements can't have content"),
            hint: "move the content to `attributes`, or remove it".to_owned(),
        }),
        Some(content) if content.to_ascii_lowercase().contains(&end) => Some(Fault {
            key: "content",
            message: format!("`{end}` would end the element"),
            hint: format!("in a script's string, use `<\\/{name}`"),
        }),
        _ => None,
    };
    attribute.into_iter().chain(content)
}

/// Reports and removes invalid tags.
pub(super) fn check(config: &mut Config, problems: &mut Problems<'_>) {
    let mut index = 0;
    config.head.retain(|tag| {
        let before = problems.diagnostics.len();
        let names = tag.attributes.keys().map(String::as_str);
        for Fault { key, message, hint } in faults(tag.tag, names, tag.content.as_deref()) {
            problems.report(&format!("head.{index}.{key}"), format!("`head.{key}`: {message}"), hint);
        }
        index += 1;
        problems.diagnostics.len() == before
    });
}
