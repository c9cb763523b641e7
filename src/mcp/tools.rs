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
    /// A short name for people.
    pub title: &'static str,
    /// What the tool does and when to use it, for agents.
    pub description: &'static str,
    /// Returns the arguments as JSON Schema properties.
    pub properties: fn() -> Json,
    /// The required arguments.
    pub required: &'static [&'static str],
    /// Whether a site has anything to answer with.
    pub is_useful: fn(&Docs) -> bool,
    /// Answers a call.
    pub answer: fn(&Docs, &Arguments) -> Answer,
}

/// All tools.
const TOOLS: [Tool; 5] = [search::TOOL, read::TOOL, outline::TOOL, operations::TOOL, diff::TOOL];

/// Returns the tools that are useful for a site.
pub(super) fn of(docs: &Docs) -> Vec<&'static Tool> {
    static ALL: [Tool; 5] = TOOLS;
    ALL.iter().filter(|tool| (tool.is_useful)(docs)).collect()
}

/// Answers a call. Returns `None` if there's no such tool.
pub(super) fn call(docs: &Docs, name: &str, arguments: &Arguments) -> Option<Answer> {
    let tool = TOOLS.into_iter().find(|tool| tool.name == name)?;
    Some(check(&tool, arguments).and_then(|()| (tool.answer)(docs, arguments)))
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

/// Checks the names and types of the arguments.
fn check(tool: &Tool, arguments: &Arguments) -> Result<(), String> {
    let properties = (tool.properties)();
    let names: Vec<&str> =
        properties.as_object().into_iter().flat_map(|all| all.keys()).map(String::as_str).collect();
    for (name, value) in arguments.iter().filter(|(_, value)| !value.is_null()) {
        let Some(property) = properties.get(name) else {
            let name = super::docs::short(name);
            return Err(format!(
                "Unknown argument `{name}`. `{}` has the arguments: {}.",
                tool.name,
                names.join(", ")
            ));
        };
        let expected = property["type"].as_str().unwrap_or_default();
        let is_right = match expected {
            "integer" => value.as_u64().is_some(),
            _ => value.is_string(),
        };
        if !is_right {
            let expected = if expected == "integer" { "a whole number of 0 or more" } else { "a string" };
            return Err(format!("`{name}`: expected {expected}."));
        }
        if value.as_str().is_some_and(|text| text.len() > LONGEST) {
            return Err(format!("`{name}`: at most {LONGEST} bytes are allowed."));
        }
    }
    match tool.required.iter().find(|name| text(arguments, name).is_none()) {
        Some(name) => Err(format!("Missing argument `{name}`.")),
        None => Ok(()),
    }
}

/// Returns a text argument that isn't blank.
fn text<'a>(arguments: &'a Arguments, name: &str) -> Option<&'a str> {
    arguments.get(name)?.as_str().map(str::trim).filter(|text| !text.is_empty())
}

/// Returns a number argument.
fn number(arguments: &Arguments, name: &str) -> Option<usize> {
    arguments.get(name)?.as_u64().map(|number| usize::try_from(number).unwrap_or(usize::MAX))
}

/// The description of the argument that names a page.
const PAGE: &str = "The page: its URL, its path such as `/docs/intro`, or its exact title.";
