//! The values that Markdown files can show. [`crate::component::Library`] reads the values from the config's text,
//! because pages show numbers as written. This module only checks the types of the values.

#![allow(dead_code, reason = "only the types of the values matter here")]

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;

/// The values, by name.
#[derive(Clone, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Variables(BTreeMap<String, Variable>);

/// Leaves out the values, because a page depends only on the values that it shows.
impl fmt::Debug for Variables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Variables")
    }
}

/// A value that Markdown files can show.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Variable {
    /// A string.
    Text(String),
    /// A number.
    Number(f64),
    /// True or false.
    Flag(bool),
    /// A list of values.
    List(Vec<Variable>),
    /// Values by name.
    Table(BTreeMap<String, Variable>),
}
