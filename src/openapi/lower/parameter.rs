//! Parameters and headers in every OpenAPI version.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::{
    At, Lowering,
    object::{Kind, Object},
    server,
};
use crate::diag::{Code, did_you_mean};
use crate::openapi::{Operation, Parameter, ParameterIn, Schema, Style, Types};

/// The styles of values, by name.
const STYLES: [(Style, &str); 8] = [
    (Style::Simple, "simple"),
    (Style::Label, "label"),
    (Style::Matrix, "matrix"),
    (Style::Form, "form"),
    (Style::SpaceDelimited, "spaceDelimited"),
    (Style::PipeDelimited, "pipeDelimited"),
    (Style::DeepObject, "deepObject"),
    (Style::Cookie, "cookie"),
];

/// A 2.0 parameter that is sent in the body, with its location in the document.
pub(super) struct FormField {
    pub at: At,
    /// Whether the parameter is the whole body.
    pub whole: bool,
    name: Option<Box<str>>,
}

impl Lowering<'_> {
    /// Reads the parameters of a path and its operation. If two parameters have the same location and name, the
    /// operation's parameter takes precedence. Returns the parameters that a 2.0 operation sends in the body, and
    /// whether every other parameter is on the page.
    pub(super) fn parameters(
        &mut self,
        operation: &mut Operation,
        lists: [Option<At>; 2],
    ) -> (Vec<FormField>, bool) {
        let mut known: HashMap<(ParameterIn, Box<str>), usize> = HashMap::new();
        let mut form: Vec<FormField> = Vec::new();
        let mut complete = true;
        for list in lists.into_iter().flatten() {
            for item in self.items(list, "a list of parameters") {
                let Some(mut object) = self.object(item, Kind::Parameter) else {
                    complete = false;
                    continue;
                };
                let place = object.take("in");
                let name = object.lowering.string(place);
                if let Some(body @ ("body" | "formData")) = name.as_deref() {
                    let (at, whole) = (object.at, body == "body");
                    let field = FormField { at, whole, name: object.string("name") };
                    match form.iter_mut().find(|known| (known.whole, &known.name) == (whole, &field.name)) {
                        Some(known) => *known = field,
                        None => form.push(field),
                    }
                    continue;
                }
                let location = object.lowering.location(name.as_deref(), place.unwrap_or(object.at));
                let Some(parameter) = location.and_then(|location| object.parameter(location)) else {
                    complete = false;
                    continue;
                };
                match known.entry((parameter.location, parameter.name.clone())) {
                    Entry::Occupied(entry) => operation.parameters[*entry.get()] = parameter,
                    Entry::Vacant(entry) => {
                        entry.insert(operation.parameters.len());
                        operation.parameters.push(parameter);
                    }
                }
            }
        }
        (form, complete)
    }

    fn location(&mut self, name: Option<&str>, at: At) -> Option<ParameterIn> {
        let Some(name) = name else {
            let message = format!("`{}`: missing key `in`", self.pointer(at));
            self.report(at, message);
            return None;
        };
        self.by_name(&ParameterIn::NAMES, name, at, "invalid parameter location")
    }

    /// Returns the entry with this name in a table. Reports an unknown name.
    pub(super) fn by_name<T: Copy>(
        &mut self,
        names: &[(T, &'static str)],
        name: &str,
        at: At,
        problem: &str,
    ) -> Option<T> {
        let found = names.iter().find(|(_, known)| *known == name);
        if found.is_none() {
            let hint = did_you_mean(name, names.iter().map(|(_, known)| *known));
            self.report_with(Code::InvalidOpenapi, at, format!("{problem} `{name}`"), hint);
        }
        found.map(|(one, _)| *one)
    }

    /// If a `{name}` in the path has no parameter, adds the parameter. Reports the problem, unless the parameter can be
    /// one of those that are missing or hidden, which `complete` tells.
    pub(super) fn path_parameters(&mut self, operation: &mut Operation, at: At, complete: bool) {
        if !operation.path.starts_with('/') {
            return;
        }
        let path = operation.path.clone();
        for name in server::names(&path) {
            let known =
                |parameter: &Parameter| parameter.location == ParameterIn::Path && *parameter.name == *name;
            if operation.parameters.iter().any(known) {
                continue;
            }
            if complete {
                let method = &operation.method;
                self.report(at, format!("`{{{name}}}` in the path `{path}` isn't a parameter of {method}"));
            }
            let place = self.place(at);
            let schema = Schema { types: Types::STRING, place: place.clone(), ..Schema::default() };
            let schema = Some(self.add_schema(schema));
            operation.parameters.push(Parameter {
                name: name.into(),
                location: ParameterIn::Path,
                required: true,
                style: Style::Simple,
                schema,
                place,
                ..Parameter::default()
            });
        }
    }
}

impl Object<'_, '_> {
    /// Reads a parameter. Returns `None` if the parameter has no name or is hidden.
    fn parameter(&mut self, location: ParameterIn) -> Option<Parameter> {
        let at = self.at;
        let Some(name) = self.exact("name") else {
            let message = format!("`{}`: missing key `name`", self.pointer(at));
            self.report(at, message);
            return None;
        };
        let (style, explode) = (self.take("style"), self.take("explode"));
        self.skip(&["collectionFormat"]);
        let mut parameter = Parameter {
            name: name.into(),
            location,
            description: self.text("description"),
            required: self.flag("required") || location == ParameterIn::Path,
            deprecated: self.flag("deprecated"),
            allow_empty: self.flag("allowEmptyValue"),
            allow_reserved: self.flag("allowReserved"),
            place: self.place(at),
            ..Parameter::default()
        };
        let hidden = self.hidden();
        let by_default = match location {
            ParameterIn::Path | ParameterIn::Header => Style::Simple,
            ParameterIn::Query | ParameterIn::QueryString | ParameterIn::Cookie => Style::Form,
        };
        parameter.style = self.style().unwrap_or(by_default);
        let explodes = explode.and_then(|at| self.lowering.flag(at));
        parameter.explode = explodes.unwrap_or(explodes_by_default(parameter.style));
        parameter.examples = self.examples(None);
        (parameter.schema, parameter.media_type) = self.schema_or_content(&mut parameter.examples);
        // If there's `content`, `schema` is ignored.
        let is_schema = self.take("content").is_none() && self.take("schema").is_none();
        let is_list = self.file(at).text(at.node, "type") == Some("array");
        if is_schema && is_list && style.is_none() && explode.is_none() {
            (parameter.style, parameter.explode) = self.collection_format(by_default);
        }
        parameter.extra = self.close();
        if hidden {
            return None;
        }
        let beside = self.beside.description;
        parameter.description = self.lowering.text(beside).or(parameter.description);
        Some(parameter)
    }

    pub(super) fn style(&mut self) -> Option<Style> {
        let at = self.take("style")?;
        let name = self.lowering.string(Some(at))?;
        self.by_name(&STYLES, &name, at, "unknown style")
    }

    /// Reads the list style of a 2.0 parameter or header. Returns the style, and whether lists are exploded.
    pub(super) fn collection_format(&mut self, by_default: Style) -> (Style, bool) {
        let at = self.take("collectionFormat");
        match self.lowering.string(at).as_deref() {
            Some("multi") => (Style::Form, true),
            Some("ssv") => (Style::SpaceDelimited, false),
            Some("tsv") => (Style::TabDelimited, false),
            Some("pipes") => (Style::PipeDelimited, false),
            None | Some("csv") => (by_default, false),
            Some(other) => {
                let message =
                    format!("unknown `collectionFormat` `{other}`; list items are shown separated by commas");
                self.lowering.report(at.unwrap_or(self.at), message);
                (by_default, false)
            }
        }
    }

    /// Reads the headers of a response or part.
    pub(super) fn headers(&mut self) -> Vec<Parameter> {
        let mut headers = Vec::new();
        for (name, at) in self.entries("headers", "an object that contains headers") {
            let Some(mut object) = self.object(at, Kind::Header) else { continue };
            // Headers always have the `simple` style, and readers can tell from the value whether the header is
            // exploded.
            object.skip(&["style", "explode", "allowReserved", "allowEmptyValue", "collectionFormat"]);
            let mut header = Parameter {
                name: name.into(),
                location: ParameterIn::Header,
                style: Style::Simple,
                description: object.described(),
                required: object.flag("required"),
                deprecated: object.flag("deprecated"),
                examples: object.examples(None),
                ..Parameter::default()
            };
            (header.schema, _) = object.schema_or_content(&mut header.examples);
            header.extra = object.close();
            headers.push(header);
        }
        headers
    }
}
/// Whether a style is exploded by default. Deep objects are always exploded.
fn explodes_by_default(style: Style) -> bool {
    matches!(style, Style::Form | Style::Cookie | Style::DeepObject)
}
