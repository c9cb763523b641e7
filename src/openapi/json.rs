//! [`Json`]: a value of a document exactly as it was written.
//!
//! `serde_json::Value` rounds integers beyond 64 bits and can't distinguish `1.0` from `1`. Readers see examples,
//! defaults and enums, so here a number keeps its text and an object its order.

mod read;
mod write;

/// A JSON value. Objects keep the order of the document.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as written.
    Number(Box<str>),
    /// A string.
    String(Box<str>),
    /// A list.
    Array(Vec<Json>),
    /// An object without duplicate names.
    Object(Vec<(Box<str>, Json)>),
}

impl Json {
    /// Returns a member of an object.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(members) => members.iter().find(|(key, _)| &**key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Returns a string's content, or the value as JSON.
    pub(crate) fn plain(&self) -> String {
        self.as_str().map_or_else(|| self.to_string(), str::to_owned)
    }

    /// Returns the text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Json::String(text) => Some(text),
            _ => None,
        }
    }
}
