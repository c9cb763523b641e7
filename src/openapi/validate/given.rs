//! Checks a document's examples, defaults, and enums against their schemas, and finds schemas without a valid value.
//!
//! This check is for writers. Real documents have hundreds of invalid examples, and pages show these examples
//! unchanged. Therefore, the check is part of `docgen check`, not of a build.

use super::{faults, has_type};
use crate::diag::{Code, Diagnostic};
use crate::openapi::{
    Api, Direction, EnumValue, Example, ExampleValue, Json, Limits, MAX_REPORTS, MediaType, Operation, Place,
    SchemaId,
    media::is_json,
    merge::{Node, Views},
    number::Decimal,
};

/// The maximum depth of nested callbacks.
const MAX_CALLBACKS: usize = 4;

/// All directions. A value of a schema can be valid in only one of them.
const ANY: [Direction; 3] = [Direction::Both, Direction::Request, Direction::Response];

/// Returns a diagnostic for each value in a document that doesn't match its schema, and for each schema that no value
/// matches.
pub fn values(api: &Api) -> Vec<Diagnostic> {
    let mut check = Check { views: &Views::new(api), diagnostics: Vec::new(), more: 0 };
    for (at, schema) in api.schemas.all.iter().enumerate() {
        let id = SchemaId(u32::try_from(at).unwrap_or(u32::MAX));
        if let Some(problem) = check.contradiction(id) {
            check.report(&schema.place, format!("no value matches this schema: {problem}"), None);
            continue;
        }
        for (value, place) in schema.examples.iter().zip(&schema.example_places) {
            check.value(id, value, "an example", place, &ANY);
        }
        if let Some(default) = &schema.default {
            check.value(id, default, "the default", &schema.place, &ANY);
        }
        // Whether each value matches the whole schema would take too long for long lists.
        let misfit = |one: &&EnumValue| !schema.types.is_empty() && !has_type(schema.types, &one.value);
        for one in schema.values.iter().filter(misfit) {
            let types = schema.types.names().collect::<Vec<_>>().join(" or ");
            let nulls = schema.nullable && one.value == Json::Null;
            if !nulls {
                check.report(
                    &schema.place,
                    format!("the enum value `{}` isn't of type {types}", one.value),
                    None,
                );
            }
        }
    }
    for operation in &api.operations {
        check.operation(operation, [Direction::Request, Direction::Response], 0);
    }
    for webhook in &api.webhooks {
        check.operation(webhook, [Direction::Response, Direction::Request], 0);
    }
    let Check { mut diagnostics, more, .. } = check;
    let path = api.files.first();
    diagnostics.extend(path.and_then(|path| Diagnostic::unlisted(Code::InvalidExample, more, path)));
    diagnostics
}

struct Check<'v, 'a> {
    views: &'v Views<'a>,
    diagnostics: Vec<Diagnostic>,
    more: usize,
}

impl Check<'_, '_> {
    fn operation(&mut self, operation: &Operation, [to, from]: [Direction; 2], depth: usize) {
        for parameter in &operation.parameters {
            if let Some(id) = parameter.schema {
                let media = parameter.media_type.as_deref().unwrap_or("*/*");
                self.written(id, media, &parameter.examples, to);
            }
        }
        for media in operation.body.iter().flat_map(|body| &body.content) {
            self.media(media, to);
        }
        for response in &operation.responses {
            for header in &response.headers {
                if let Some(id) = header.schema {
                    self.written(id, "*/*", &header.examples, from);
                }
            }
            response.content.iter().for_each(|media| self.media(media, from));
        }
        if depth < MAX_CALLBACKS {
            let inner = operation.callbacks.iter().flat_map(|callback| &callback.operations);
            inner.for_each(|operation| self.operation(operation, [from, to], depth + 1));
        }
    }

    fn media(&mut self, media: &MediaType, direction: Direction) {
        if let Some(id) = media.schema {
            self.written(id, &media.name, &media.examples, direction);
        }
    }

    /// Checks the values of examples in a media type.
    fn written(&mut self, id: SchemaId, media: &str, examples: &[Example], direction: Direction) {
        let json = is_json(media);
        for example in examples {
            // A string in any other media type is the written form of the value, not the value itself.
            if let ExampleValue::Value(value) = &example.value
                && (json || value.as_str().is_none())
            {
                let name = &example.name;
                let which =
                    if name.is_empty() { "an example".into() } else { format!("the example `{name}`") };
                self.value(id, value, &which, &example.place, &[direction]);
            }
        }
    }

    /// Reports a value that is invalid in all these directions.
    fn value(&mut self, id: SchemaId, value: &Json, which: &str, place: &Place, directions: &[Direction]) {
        let mut problem = None;
        for direction in directions {
            match faults(self.views, &Node::One(id), value, *direction) {
                Some(found) if !found.is_empty() => problem = problem.or(found.into_iter().next()),
                // The value is valid, or too large to check.
                _ => return,
            }
        }
        let Some(problem) = problem else { return };
        let hint = (problem.problem.starts_with("doesn't match `/") && problem.problem.ends_with("/`"))
            .then_some("remove the slashes around the pattern; otherwise, the pattern includes them");
        self.report(place, format!("{which} doesn't match its schema: {problem}"), hint);
    }

    /// Returns the reason that no value matches a schema.
    fn contradiction(&self, id: SchemaId) -> Option<String> {
        let schema = self.views.schema(id)?;
        if schema.never {
            return None;
        }
        if let Some(Limits { minimum, maximum, length, items, properties, .. }) = schema.limits.some() {
            let number = |limit: &Option<(Box<str>, bool)>| {
                let (text, exclusive) = limit.as_ref()?;
                Some((Decimal::parse(text)?, *exclusive))
            };
            if let (Some((least, above)), Some((most, below))) = (number(minimum), number(maximum))
                && (least > most || least == most && (above || below))
            {
                return Some("the minimum is greater than the maximum".to_owned());
            }
            for (from, to, bounds) in [
                ("minLength", "maxLength", length),
                ("minItems", "maxItems", items),
                ("minProperties", "maxProperties", properties),
            ] {
                if let (Some(least), Some(most)) = (bounds.least, bounds.most)
                    && least > most
                {
                    return Some(format!("`{from}` is {least}, but `{to}` is {most}"));
                }
            }
        }
        let merged = self.views.of(&Node::One(id));
        merged.never.then(|| "its parts contradict each other".to_owned())
    }

    fn report(&mut self, place: &Place, problem: String, hint: Option<&'static str>) {
        if self.diagnostics.len() >= MAX_REPORTS {
            self.more += 1;
            return;
        }
        let message = format!("`{}`: {problem}", place.pointer);
        let mut diagnostic = Diagnostic::new(Code::InvalidExample, message).fixed_with("the examples");
        if let Some(hint) = hint {
            diagnostic = diagnostic.hint(hint);
        }
        if let Some(path) = self.views.api.files.get(place.file as usize) {
            diagnostic = diagnostic.at(path, place.span);
        }
        self.diagnostics.push(diagnostic);
    }
}
