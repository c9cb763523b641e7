//! The rules of OpenAPI 3 that types can't express, and the keys that the specification requires or replaces in versions
//! without types of their own.

use std::collections::{BTreeMap, BTreeSet};

use super::{Lint, METHODS, Part, children};
use crate::openapi::{
    file::{File, NodeId, Value},
    pattern::Pattern,
};
use crate::path::SourcePath;
use crate::script::invalid_regex;

/// The parts that were already checked: many operations can use the same part.
type Parts<'a> = BTreeSet<(&'a SourcePath, NodeId)>;

#[derive(Default)]
struct Seen<'a> {
    parts: Parts<'a>,
    /// The parts whose schemas were checked. With aliases, a part can be in many places.
    schemas: Parts<'a>,
}

impl<'a> Lint<'a> {
    /// Checks the rules in a document.
    pub(super) fn rules(&mut self, file: &'a File) {
        let mut seen = Seen::default();
        if self.release != "3.0" {
            match file.get(file.root, "info") {
                Some(info) => {
                    let (of, info) = self.behind(file, info);
                    self.required(of, info, &["title", "version"]);
                }
                None => self.report(file, file.root, "missing key `info`"),
            }
        }
        let paths = file.get(file.root, "paths");
        let paths: Vec<_> = paths.map(|paths| file.members(paths).iter().collect()).unwrap_or_default();
        let mut templates: BTreeMap<String, &str> = BTreeMap::new();
        for entry in paths.into_iter().filter(|entry| entry.key.starts_with('/')) {
            let template = without_names(entry.key);
            match templates.get(&template).filter(|_| template.contains("{}")) {
                Some(same) => {
                    let problem =
                        format!("`{same}` is the same path, except for the names of its parameters");
                    self.report(file, entry.value, &problem);
                }
                None => _ = templates.insert(template, entry.key),
            }
            let (file, item) = self.behind(file, entry.value);
            self.operation(file, item, &mut seen);
            for operation in METHODS.into_iter().filter_map(|method| file.get(item, method)) {
                let (file, operation) = self.behind(file, operation);
                self.operation(file, operation, &mut seen);
            }
        }
        let components = file.get(file.root, "components");
        for (key, part) in super::COMPONENTS {
            if let Some(list) = components.and_then(|components| file.get(components, key)) {
                for entry in file.members(list).iter() {
                    self.schemas(file, entry.value, part, &mut seen.schemas, 0);
                }
            }
        }
    }

    /// Checks an operation, or the parameters of a path.
    fn operation(&mut self, file: &'a File, operation: NodeId, seen: &mut Seen<'a>) {
        self.schemas(file, operation, Part::Operation, &mut seen.schemas, 0);
        let mut names = BTreeSet::new();
        if let Some(Value::Array(parameters)) =
            file.get(operation, "parameters").map(|parameters| file.value(parameters))
        {
            for written in parameters {
                let (of, parameter) = self.behind(file, *written);
                let text = |key: &str| of.text(parameter, key).unwrap_or_default().to_owned();
                let (name, location) = (text("name"), text("in"));
                let is_required =
                    of.get(parameter, "required").is_some_and(|it| of.scalar(it) == Some("true"));
                if location == "path" && !is_required && is_new(&mut seen.parts, of, parameter) {
                    self.report(of, parameter, "a path parameter requires `required: true`");
                }
                if !name.is_empty() && !names.insert((name, location)) {
                    self.report(file, *written, "an earlier parameter has the same name and location");
                }
            }
        }
        if self.release == "3.1"
            && let Some(responses) = file.get(operation, "responses")
        {
            for entry in file.members(responses).iter().filter(|entry| !entry.key.starts_with("x-")) {
                let (of, response) = self.behind(file, entry.value);
                if is_new(&mut seen.parts, of, response) {
                    self.required(of, response, &["description"]);
                }
            }
        }
    }

    /// Reports the missing keys of an object.
    fn required(&mut self, file: &File, node: NodeId, keys: &[&str]) {
        // The target of a reference that doesn't exist is reported elsewhere.
        if !matches!(file.value(node), Value::Object(_)) || file.reference(node).is_some() {
            return;
        }
        for key in keys.iter().filter(|key| file.get(node, key).is_none()) {
            self.report(file, node, &format!("missing key `{key}`"));
        }
    }

    /// Checks the schemas in a part.
    fn schemas(&mut self, file: &'a File, node: NodeId, part: Part, seen: &mut Parts<'a>, depth: usize) {
        if depth > super::MAX_DEPTH || !is_new(seen, file, node) {
            return;
        }
        if part == Part::Schema {
            self.pattern(file, node);
            if self.release != "3.0" {
                self.old_keywords(file, node);
            }
        }
        for (child, part) in children(file, node, part) {
            self.schemas(file, child, part, seen, depth + 1);
        }
    }

    /// Reports an invalid regular expression.
    fn pattern(&mut self, file: &File, schema: NodeId) {
        if let Some(pattern) = file.get(schema, "pattern")
            && let Some(text) = file.string(pattern).filter(|text| Pattern::parse(text).is_none())
            && let Some(reason) = invalid_regex(text)
        {
            self.report(file, pattern, &format!("invalid regular expression: {reason}"));
        }
    }

    /// Reports the keywords of OpenAPI 3.0 that later versions replace.
    fn old_keywords(&mut self, file: &File, schema: NodeId) {
        if let Some(nullable) = file.get(schema, "nullable") {
            let hint = "add `null` to the types, such as `type: [string, \"null\"]`";
            self.report_with(file, nullable, "`nullable` is a keyword of OpenAPI 3.0", Some(hint.into()));
        }
        for (key, limit) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
            if let Some(flag) = file.get(schema, key)
                && let Value::Bool(is_exclusive) = file.value(flag)
            {
                let hint = match is_exclusive {
                    true => format!("replace `{limit}` with `{key}`, which has the limit as its value"),
                    false => format!("remove `{key}`"),
                };
                self.report_with(file, flag, &format!("expected a number in `{key}`"), Some(hint.into()));
            }
        }
    }
}

/// Whether a part wasn't checked before.
fn is_new<'a>(seen: &mut Parts<'a>, file: &'a File, node: NodeId) -> bool {
    seen.insert((&file.path, node))
}

/// Returns a path with `{}` in place of each parameter.
fn without_names(path: &str) -> String {
    let mut parts = path.split('{');
    let mut template = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        template.push_str("{}");
        template.push_str(part.split_once('}').map_or("", |(_, rest)| rest));
    }
    template
}
