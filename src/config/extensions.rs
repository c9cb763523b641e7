//! The extensions of Markdown that a site turns on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An extension of Markdown. In text that isn't written for it, its syntax can have another meaning.
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
