//! The Markdown extensions that a site turns on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A Markdown extension. Its syntax can have a different meaning in text that was written for other tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Extension {
    /// `*[HTML]: Hyper Text Markup Language`
    Abbreviations,
    /// `==text==`
    Highlight,
    /// `++ctrl+c++`
    Keys,
    /// `H~2~O`
    Subscript,
    /// `x^2^`
    Superscript,
}
