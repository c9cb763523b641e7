//! A strict check of OpenAPI 3.0 documents with `openapiv3`, whose types allow only what the specification allows, and of
//! the rules in `rules` for all OpenAPI 3 documents.
//!
//! The check is only for writers and doesn't affect how docgen reads documents. Each part is checked separately so that
//! each report is about the smallest invalid part. Targets of references are checked at their own locations.

use std::collections::BTreeMap;
use std::sync::Arc;

use openapiv3 as v3;
use serde::de::DeserializeOwned;
use serde_json::Value as Tree;

use super::{
    MAX_REPORTS,
    file::{File, NodeId, Value},
    json::Json,
};
use crate::diag::{Code, Diagnostic, Hint};
use crate::path::{SourcePath, decode_path};

/// The maximum depth at which parts are checked separately.
const MAX_DEPTH: usize = 40;
/// The maximum depth of a tree. The `openapiv3` types are recursive.
const MAX_TREE: usize = 100;
/// The maximum number of checks for the parts of a document. If a part has an error, the parts inside it are also
/// checked.
const MAX_CHECKS: usize = 20_000;

mod rules;
mod uses;

/// Checks the document at `root` if it's OpenAPI 3.
pub fn lint(root: &SourcePath, files: &BTreeMap<SourcePath, Arc<File>>) -> Vec<Diagnostic> {
    let Some(file) = files.get(root) else { return Vec::new() };
    let version = file.get(file.root, "openapi").and_then(|node| file.scalar(node));
    let releases = ["3.0", "3.1", "3.2"];
    let Some(release) =
        releases.into_iter().find(|release| version.is_some_and(|own| own.starts_with(release)))
    else {
        return Vec::new();
    };
    let mut lint = Lint { files, release, diagnostics: Vec::new(), more: 0, checks: 0 };
    if release == "3.0" {
        lint.document(file);
    }
    lint.rules(file);
    lint.uses(file);
    lint.diagnostics.extend(Diagnostic::unlisted(Code::OpenapiLint, lint.more, root));
    lint.diagnostics
}

struct Lint<'a> {
    files: &'a BTreeMap<SourcePath, Arc<File>>,
    /// The version of the specification, such as `3.0`.
    release: &'static str,
    diagnostics: Vec<Diagnostic>,
    /// The number of errors that aren't listed.
    more: usize,
    checks: usize,
}

/// Defines the kinds of parts. Each kind has the name of its type in `openapiv3`.
macro_rules! parts {
    ($($part:ident)*) => {
        /// The intended kind of a part.
        #[derive(Clone, Copy, PartialEq)]
        enum Part {
            $($part),*
        }

        impl Part {
            /// Returns the reason that a tree isn't a valid part of this kind, if there is one.
            fn problem(self, tree: Tree) -> Option<String> {
                match self {
                    $(Part::$part => fits::<v3::$part>(tree)),*
                }
            }
        }
    };
}

parts! {
    Info Server Tag PathItem Operation Parameter RequestBody Response Header MediaType Schema Example Link SecurityScheme
}

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// The kinds of components.
const COMPONENTS: [(&str, Part); 8] = [
    ("schemas", Part::Schema),
    ("responses", Part::Response),
    ("parameters", Part::Parameter),
    ("examples", Part::Example),
    ("requestBodies", Part::RequestBody),
    ("headers", Part::Header),
    ("securitySchemes", Part::SecurityScheme),
    ("links", Part::Link),
];

impl Lint<'_> {
    fn document(&mut self, file: &File) {
        let root = file.root;
        match file.get(root, "info") {
            Some(info) => self.part(file, info, Part::Info, 0),
            None => self.report(file, root, "missing key `info`"),
        }
        for (key, part) in [("servers", Part::Server), ("tags", Part::Tag)] {
            self.items(file, file.get(root, key), part);
        }
        match file.get(root, "paths") {
            Some(paths) => self.paths(file, paths),
            None => self.report(file, root, "missing key `paths`"),
        }
        let components = file.get(root, "components");
        for (key, part) in COMPONENTS {
            if let Some(list) = components.and_then(|components| file.get(components, key)) {
                for entry in file.members(list).iter() {
                    self.part(file, entry.value, part, 0);
                }
            }
        }
    }

    fn paths(&mut self, file: &File, paths: NodeId) {
        for entry in file.members(paths).iter().filter(|entry| !entry.key.starts_with("x-")) {
            // A path item is often in its own file.
            let (file, item) = self.behind(file, entry.value);
            self.part(file, item, Part::PathItem, 0);
            for method in METHODS {
                if let Some(operation) = file.get(item, method) {
                    let (file, operation) = self.behind(file, operation);
                    self.part(file, operation, Part::Operation, 0);
                }
            }
        }
    }

    /// Follows a single reference and returns its target: a whole file, or a location in a file. If the node isn't a
    /// reference or the target doesn't exist, returns the node itself.
    fn behind<'f>(&self, file: &'f File, node: NodeId) -> (&'f File, NodeId)
    where
        Self: 'f,
    {
        let found = file.reference(node).and_then(|reference| {
            let (name, fragment) = super::file::split_reference(reference);
            let target = match name {
                "" => file,
                name => self.files.get(&super::file::relative(&file.path, name)?)?,
            };
            let mut at = target.root;
            for segment in fragment.split('/').skip(1) {
                let segment = decode_path(segment);
                at = target.child(at, &super::file::unescape(&segment))?;
            }
            (!target.broken).then_some((target, at))
        });
        found.unwrap_or((file, node))
    }

    fn items(&mut self, file: &File, list: Option<NodeId>, part: Part) {
        if let Some(list) = list
            && let Value::Array(items) = file.value(list)
        {
            for item in items {
                self.part(file, *item, part, 0);
            }
        }
    }

    /// Checks a part and reports the smallest invalid parts inside it.
    fn part(&mut self, file: &File, node: NodeId, part: Part, depth: usize) {
        if let Some(problem) = self.problem(file, node, part) {
            let before = self.diagnostics.len();
            if depth < MAX_DEPTH {
                for (child, part) in children(file, node, part) {
                    self.part(file, child, part, depth + 1);
                }
            }
            if self.diagnostics.len() == before {
                self.report(file, node, &problem);
            }
        }
    }

    fn problem(&mut self, file: &File, node: NodeId, part: Part) -> Option<String> {
        self.checks += 1;
        // Most parts can be references, regardless of the keys next to `$ref`.
        if file.reference(node).is_some() || self.checks > MAX_CHECKS {
            return None;
        }
        let skipped: &[&str] = if part == Part::PathItem { &METHODS } else { &[] };
        part.problem(tree(file, node, skipped, 0)?)
    }

    fn report(&mut self, file: &File, node: NodeId, problem: &str) {
        self.report_with(file, node, problem, None);
    }

    /// Reports that a part isn't valid.
    fn report_with(&mut self, file: &File, node: NodeId, problem: &str, hint: Option<Hint>) {
        let node = culprit(file, node, problem).unwrap_or(node);
        let release = self.release;
        self.add(file, node, hint, problem, |pointer| {
            format!("{pointer} isn't valid OpenAPI {release}: {problem}")
        });
    }

    /// Adds a diagnostic. `message` creates the message for the pointer to the node.
    fn add(
        &mut self,
        file: &File,
        node: NodeId,
        hint: Option<Hint>,
        fix: &str,
        message: impl FnOnce(&str) -> String,
    ) {
        if self.diagnostics.len() >= MAX_REPORTS {
            self.more += 1;
            return;
        }
        let pointer = file.pointer(node);
        let pointer = if pointer.is_empty() { "the document".to_owned() } else { format!("`{pointer}`") };
        let diagnostic = Diagnostic::new(Code::OpenapiLint, message(&pointer)).hint_if(hint);
        self.diagnostics.push(diagnostic.at(&file.path, file.place(node)).fixed_with(fix));
    }
}

/// Returns the value that a problem is about, if the part contains the value it names exactly once. serde doesn't say
/// which key of an object it reads.
fn culprit(file: &File, node: NodeId, problem: &str) -> Option<NodeId> {
    let (_, found) = problem.split_once(", found ")?;
    let is_found = |node: &NodeId| match file.value(*node) {
        Value::Null => found == "null",
        Value::Bool(value) => found == format!("`{value}`"),
        Value::Number(text) => found == format!("the number `{text}`"),
        Value::String(text) => found == format!("the string \"{text}\""),
        Value::Array(_) => found == "a list",
        Value::Object(_) => found == "an object",
    };
    let mut all = file.members(node).iter().map(|member| member.value).filter(is_found);
    all.next().filter(|_| all.next().is_none())
}

/// Returns the reason that a tree isn't a valid `T`, if there is one.
fn fits<T: DeserializeOwned>(tree: Tree) -> Option<String> {
    Some(in_words(&serde_json::from_value::<T>(tree).err()?.to_string()))
}

/// Rewords a serde error without the names of Rust types.
fn in_words(error: &str) -> String {
    let words = || {
        if let Some(field) = error.strip_prefix("missing field ") {
            return Some(format!("missing key {field}"));
        }
        if let Some((found, known)) = error.strip_prefix("unknown variant ")?.split_once(", expected ") {
            let known = known.strip_prefix("one of ").unwrap_or(known);
            return Some(format!("expected one of {known}, found {found}"));
        }
        None
    };
    let misfit = || {
        let rest = error.strip_prefix("invalid type: ").or_else(|| error.strip_prefix("invalid value: "))?;
        let (found, expected) = rest.rsplit_once(", expected ")?;
        Some(format!("expected {1}, found {0}", found_word(found)?, expected_word(expected)?))
    };
    // If no form matches, the error contains the names of the types that serde tried.
    words().or_else(misfit).unwrap_or_else(|| "it matches none of the allowed forms".to_owned())
}

/// Describes the found value. For example, serde writes `integer `1``, `string "a"`, or `sequence`.
fn found_word(found: &str) -> Option<String> {
    let (kind, value) = found.split_once(' ').unwrap_or((found, ""));
    Some(match kind {
        "integer" | "number" => format!("the number {value}"),
        "floating" => format!("the number {}", value.trim_start_matches("point ")),
        "boolean" => value.to_owned(),
        "string" => format!("the string {value}"),
        "sequence" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        "null" | "unit" | "Option" => "null".to_owned(),
        _ => return None,
    })
}

/// Describes the expected value.
fn expected_word(expected: &str) -> Option<&'static str> {
    let expected = expected.trim_start_matches("a ").trim_start_matches("an ");
    Some(match expected {
        "string" | "borrowed string" => "a string",
        "boolean" => "`true` or `false`",
        "sequence" => "a list",
        "map" => "an object",
        "usize" | "u64" | "u32" => "a non-negative integer",
        "i64" | "i32" | "isize" => "an integer",
        "f64" | "JSON number" => "a number",
        _ if expected.starts_with("struct ") || expected.starts_with("internally tagged enum ") => {
            "an object"
        }
        _ => return None,
    })
}

/// Returns the child parts of a part.
fn children(file: &File, node: NodeId, part: Part) -> Vec<(NodeId, Part)> {
    let mut found = Vec::new();
    let mut one = |key: &str, part| found.extend(file.get(node, key).map(|child| (child, part)));
    match part {
        Part::Operation => one("requestBody", Part::RequestBody),
        Part::Parameter | Part::Header | Part::MediaType => one("schema", Part::Schema),
        Part::Schema => {
            for key in ["items", "additionalProperties", "not"] {
                one(key, Part::Schema);
            }
        }
        _ => {}
    }
    let lists: &[(&str, Part)] = match part {
        Part::PathItem => &[("parameters", Part::Parameter), ("servers", Part::Server)],
        Part::Operation => {
            &[("parameters", Part::Parameter), ("servers", Part::Server), ("responses", Part::Response)]
        }
        Part::Parameter | Part::RequestBody => &[("content", Part::MediaType), ("examples", Part::Example)],
        Part::Response => &[("headers", Part::Header), ("content", Part::MediaType), ("links", Part::Link)],
        Part::MediaType | Part::Header => &[("examples", Part::Example)],
        Part::Schema => &[
            ("properties", Part::Schema),
            ("allOf", Part::Schema),
            ("oneOf", Part::Schema),
            ("anyOf", Part::Schema),
        ],
        _ => &[],
    };
    for (key, part) in lists {
        match file.get(node, key).map(|list| file.value(list)) {
            Some(Value::Array(items)) => found.extend(items.iter().map(|item| (*item, *part))),
            Some(Value::Object(members)) => found.extend(members.iter().map(|entry| (entry.value, *part))),
            _ => {}
        }
    }
    // A boolean schema is checked with its parent.
    found.retain(|(child, _)| matches!(file.value(*child), Value::Object(_)));
    found
}

/// Converts a node for serde_json. Returns `None` if the node is nested too deeply.
fn tree(file: &File, node: NodeId, skipped: &[&str], depth: usize) -> Option<Tree> {
    if depth > MAX_TREE {
        return None;
    }
    Some(match file.value(node) {
        Value::Array(items) => {
            Tree::Array(items.iter().map(|item| tree(file, *item, &[], depth + 1)).collect::<Option<_>>()?)
        }
        Value::Object(members) => {
            let kept = members.iter().filter(|entry| !skipped.contains(&entry.key));
            let members =
                kept.map(|entry| Some((entry.key.to_owned(), tree(file, entry.value, &[], depth + 1)?)));
            Tree::Object(members.collect::<Option<_>>()?)
        }
        Value::Bool(value) => Tree::Bool(value),
        Value::String(text) => Tree::String(text.to_owned()),
        Value::Null => Tree::Null,
        Value::Number(_) => match file.scalar_json(node) {
            Some(Json::Number(text)) => serde_json::from_str(&text).unwrap_or(Tree::Null),
            _ => Tree::Null,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_speak_of_documents_and_not_of_rust() {
        let schema = |text: &str| fits::<v3::Schema>(serde_json::from_str(text).expect("it is JSON"));
        let parameter = |text: &str| fits::<v3::Parameter>(serde_json::from_str(text).expect("it is JSON"));
        for (found, expected) in [
            (
                schema(r#"{"type":"string","minLength":-1}"#),
                "expected a non-negative integer, found the number `-1`",
            ),
            (schema(r#"{"type":["string"]}"#), "expected a string, found a list"),
            (schema(r#"{"type":"integer","minimum":"3"}"#), "expected a number, found the string \"3\""),
            (
                schema(r#"{"type":"string","nullable":1.5}"#),
                "expected `true` or `false`, found the number `1.5`",
            ),
            (schema(r#"{"required":true}"#), "expected a list, found `true`"),
            (schema(r#"{"title":{}}"#), "expected a string, found an object"),
            (parameter(r#"{"in":"path"}"#), "missing key `name`"),
            (
                parameter(r#"{"in":"body"}"#),
                "expected one of `query`, `header`, `path`, `cookie`, found `body`",
            ),
            (parameter("7"), "expected an object, found the number `7`"),
        ] {
            assert_eq!(found.as_deref(), Some(expected));
        }
        assert_eq!(in_words("something new"), "it matches none of the allowed forms");
    }
}
