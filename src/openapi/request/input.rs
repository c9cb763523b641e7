//! The structure of a value, as far as a form needs it.

use serde::{Serialize, Serializer};

use super::{is_default, json};
use crate::openapi::merge::{Node, Others, Views};
use crate::openapi::{Json, Types, media};

/// The depth of nested lists above which they're edited as JSON.
const MAX_NESTING: usize = 2;
/// The number of values above which they aren't offered.
const MAX_VALUES: usize = 500;

/// The structure of a value.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Input {
    /// The kind of control.
    #[serde(rename = "type")]
    pub kind: InputKind,
    /// `format`
    #[serde(skip_serializing_if = "is_default")]
    pub format: Option<String>,
    /// The allowed values; empty if any value is allowed.
    #[serde(rename = "enum", serialize_with = "all_json", skip_serializing_if = "is_default")]
    pub values: Vec<Json>,
    /// The default value.
    #[serde(serialize_with = "json", skip_serializing_if = "is_default")]
    pub default: Option<Json>,
    /// The input of a list's items.
    #[serde(skip_serializing_if = "is_default")]
    pub items: Option<Box<Input>>,
}

/// The kind of control for a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs, reason = "the types of JSON Schema")]
pub(crate) enum InputKind {
    String,
    Integer,
    Number,
    Boolean,
    Array,
    Object,
    /// Anything, or one of several types.
    #[default]
    Any,
    /// Bytes, from a file.
    File,
}

fn all_json<S: Serializer>(values: &[Json], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(Json::to_string))
}

impl Input {
    /// Returns the input of a schema; only parts of a body can be files.
    pub(super) fn of(views: &Views<'_>, node: &Node, files: bool) -> Input {
        build(views, node, files, 0)
    }
}

fn build(views: &Views<'_>, node: &Node, files: bool, nesting: usize) -> Input {
    let merged = views.of(node);
    if files && node.ids().first().is_some_and(|id| media::is_binary(views, *id)) {
        return Input { kind: InputKind::File, ..Input::default() };
    }
    let types = Types(merged.types.0 & !Types::NULL.0);
    let kinds = [
        (Types::STRING, InputKind::String),
        (Types::INTEGER, InputKind::Integer),
        (Types::NUMBER, InputKind::Number),
        (Types::BOOLEAN, InputKind::Boolean),
        (Types::ARRAY, InputKind::Array),
        (Types::OBJECT, InputKind::Object),
    ];
    let implied = match () {
        () if merged.has_members() => InputKind::Object,
        () if matches!(merged.items, Others::Each(_)) => InputKind::Array,
        () if merged.values.iter().all(|one| one.value.as_str().is_some()) && !merged.values.is_empty() => {
            InputKind::String
        }
        () => InputKind::Any,
    };
    let kind = match kinds.iter().find(|(one, _)| *one == types) {
        Some((_, kind)) => *kind,
        None if types.is_empty() && merged.groups.is_empty() => implied,
        None => InputKind::Any,
    };
    let items = match &merged.items {
        Others::Each(each) if kind == InputKind::Array && nesting < MAX_NESTING => {
            Some(Box::new(build(views, each, files, nesting + 1)))
        }
        _ => None,
    };
    let mut values: Vec<Json> = merged.values.iter().take(MAX_VALUES).map(|one| one.value.clone()).collect();
    if let Some(constant) = merged.constant {
        values = vec![constant.clone()];
    }
    if merged.values.len() > MAX_VALUES {
        // A part of the values would exclude valid ones.
        values.clear();
    }
    Input { kind, format: merged.format.map(str::to_owned), values, default: merged.default.cloned(), items }
}
