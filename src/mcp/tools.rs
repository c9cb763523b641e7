//! The tools: what agents can ask, and the answers, which are Markdown.
//!
//! Each tool is a file with a description, an input schema, and a function that answers. [`TOOLS`] lists the tools.

mod diff;
mod operations;
mod outline;
mod read;
mod search;

use serde_json::{Map, Value as Json, json};

use super::Docs;

/// A tool's arguments.
pub(super) type Arguments = Map<String, Json>;

/// An answer, or a message that tells the agent what went wrong and what to try next.
pub(super) type Answer = Result<String, String>;

/// A tool.
pub(super) struct Tool {
    /// The name.
    pub name: &'static str,
    /// A short, human-readable name.
    pub title: &'static str,
    /// What the tool does and when to use it, for agents.
    pub description: &'static str,
    /// Returns the arguments as JSON Schema properties.
    pub properties: fn() -> Json,
    /// The required arguments.
    pub required: &'static [&'static str],
    /// Whether the tool can return anything for a site.
    pub is_useful: fn(&Docs) -> bool,
    /// Answers a call.
    pub answer: fn(&Docs, &Arguments) -> Answer,
}

/// All tools.
static TOOLS: [Tool; 5] = [search::TOOL, read::TOOL, outline::TOOL, operations::TOOL, diff::TOOL];

/// Returns the tools that are useful for a site.
pub(super) fn of(docs: &Docs) -> Vec<&'static Tool> {
    TOOLS.iter().filter(|tool| (tool.is_useful)(docs)).collect()
}

/// Answers a call. Returns `None` if there's no such tool.
pub(super) fn call(docs: &Docs, name: &str, arguments: &Arguments) -> Option<Answer> {
    let tool = TOOLS.iter().find(|tool| tool.name == name)?;
    let properties = (tool.properties)();
    let known: Vec<(&str, bool, &str)> = properties
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, property)| {
            (&**name, tool.required.contains(&&**name), property["type"].as_str().unwrap_or_default())
        })
        .collect();
    Some(check(tool.name, &known, arguments).and_then(|()| (tool.answer)(docs, arguments)))
}

impl Tool {
    /// Returns the JSON Schema of the arguments.
    pub(super) fn schema(&self) -> Arguments {
        let schema = json!({
            "type": "object",
            "properties": (self.properties)(),
            "required": self.required,
            "additionalProperties": false,
        });
        match schema {
            Json::Object(schema) => schema,
            _ => Arguments::new(),
        }
    }
}

/// The maximum length of a text argument, in bytes.
const LONGEST: usize = 2_000;

/// Checks the names and types of the arguments of a tool or prompt. `known` contains the name of each argument, whether
/// it's required, and its JSON type.
pub(super) fn check(owner: &str, known: &[(&str, bool, &str)], arguments: &Arguments) -> Result<(), String> {
    for (name, value) in arguments.iter().filter(|(_, value)| !value.is_null()) {
        let Some((_, _, expected)) = known.iter().find(|(known, ..)| known == name) else {
            let name = super::docs::short(name);
            let known: Vec<&str> = known.iter().map(|(name, ..)| *name).collect();
            return Err(format!(
                "Unknown argument `{name}`. `{owner}` has these arguments: {}.",
                known.join(", ")
            ));
        };
        let is_number = *expected == "integer";
        let is_right = if is_number { value.as_u64().is_some() } else { value.is_string() };
        if !is_right {
            let expected = if is_number { "a whole number of 0 or more" } else { "a string" };
            return Err(format!("`{name}`: expected {expected}."));
        }
        if value.as_str().is_some_and(|text| text.len() > LONGEST) {
            return Err(format!("`{name}`: at most {LONGEST} bytes are allowed."));
        }
    }
    match known.iter().find(|(name, required, _)| *required && text(arguments, name).is_none()) {
        Some((name, ..)) => Err(format!("Missing argument `{name}`.")),
        None => Ok(()),
    }
}

/// Returns a text argument that isn't blank.
pub(super) fn text<'a>(arguments: &'a Arguments, name: &str) -> Option<&'a str> {
    arguments.get(name)?.as_str().map(str::trim).filter(|text| !text.is_empty())
}

/// Returns a number argument.
fn number(arguments: &Arguments, name: &str) -> Option<usize> {
    arguments.get(name)?.as_u64().map(|number| usize::try_from(number).unwrap_or(usize::MAX))
}

/// The description of the argument that names a page.
const PAGE: &str = "The page: its URL, its path such as `/docs/intro`, or its exact title.";
