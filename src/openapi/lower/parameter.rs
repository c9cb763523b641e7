//! Parameters and headers, of every dialect.

use std::collections::HashMap;

use super::object::{Kind, Object};
use super::{At, Lowering, server};
use crate::diag::{Code, nearest};
use crate::openapi::{Header, Operation, Parameter, ParameterIn, Schema, Style, Types};

/// A parameter of 2.0 that is part of the body, and where it is.
pub(super) struct FormField {
    pub(super) at: At,
    /// Whether it is the body as a whole.
    pub(super) whole: bool,
    name: Option<Box<str>>,
}

impl<'a> Lowering<'a> {
    /// The parameters of a path and of its operation, each (place, name) once: the operation's where both have one.
    /// Gives those that 2.0 sends in the body.
    pub(super) fn parameters(&mut self, operation: &mut Operation, lists: [Option<At>; 2]) -> Vec<FormField> {
        let mut known: HashMap<(ParameterIn, Box<str>), usize> = HashMap::new();
        let mut form = Vec::new();
        for list in lists.into_iter().flatten() {
            for item in self.items(list, "a list of parameters") {
                let Some(followed) = self.follow(item) else { continue };
                let Some(mut object) = self.object_here(followed.at, Kind::Parameter) else { continue };
                let place = object.take("in");
                let place_name = self.string(place);
                if let Some(body @ ("body" | "formData")) = place_name.as_deref() {
                    let name = object.take("name");
                    let field = FormField { at: followed.at, whole: body == "body", name: self.string(name) };
                    let same =
                        |known: &&mut FormField| (known.whole, &known.name) == (field.whole, &field.name);
                    match form.iter_mut().find(same) {
                        Some(known) => *known = field,
                        None => form.push(field),
                    }
                    continue;
                }
                let Some(location) = self.location(place_name.as_deref(), place.unwrap_or(followed.at))
                else {
                    continue;
                };
                let Some(mut parameter) = self.parameter(object, location) else { continue };
                if followed.at != item
                    && let Some(description) = self.text(followed.description)
                {
                    parameter.description = Some(description);
                }
                match known.entry((location, parameter.name.clone())) {
                    std::collections::hash_map::Entry::Occupied(entry) => {
                        operation.parameters[*entry.get()] = parameter;
                    }
                    std::collections::hash_map::Entry::Vacant(entry) => {
                        entry.insert(operation.parameters.len());
                        operation.parameters.push(parameter);
                    }
                }
            }
        }
        form
    }

    fn location(&mut self, name: Option<&str>, at: At) -> Option<ParameterIn> {
        Some(match name {
            Some("path") => ParameterIn::Path,
            Some("query") => ParameterIn::Query,
            Some("querystring") => ParameterIn::QueryString,
            Some("header") => ParameterIn::Header,
            Some("cookie") => ParameterIn::Cookie,
            Some(other) => {
                let near = nearest(other, ["path", "query", "querystring", "header", "cookie"]);
                let hint = near.map(|near| format!("did you mean `{near}`?"));
                self.report_with(Code::InvalidOpenapi, at, format!("no parameter is in `{other}`"), hint);
                return None;
            }
            None => {
                let pointer = self.pointer(at);
                let message = format!("the parameter `{pointer}` does not say what it is `in`");
                self.report(Code::InvalidOpenapi, at, message);
                return None;
            }
        })
    }

    /// `None`: it has no name, or is not to be shown.
    fn parameter(&mut self, mut object: Object<'a>, location: ParameterIn) -> Option<Parameter> {
        let at = object.at;
        let (name, description) = (object.take("name"), object.take("description"));
        let Some(name) = name.and_then(|at| self.string_at(at)) else {
            let pointer = self.pointer(at);
            self.report(Code::InvalidOpenapi, at, format!("the parameter `{pointer}` has no `name`"));
            return None;
        };
        let (required, deprecated, allow_empty) =
            (object.take("required"), object.take("deprecated"), object.take("allowEmptyValue"));
        let (style, explode, reserved) =
            (object.take("style"), object.take("explode"), object.take("allowReserved"));
        let hidden = self.hidden(&mut object);
        let format = object.take("collectionFormat");
        let mut parameter = Parameter {
            name: name.into(),
            location,
            description: self.text(description),
            required: self.flag(required).unwrap_or_default() || location == ParameterIn::Path,
            deprecated: self.flag(deprecated).unwrap_or_default(),
            allow_empty: self.flag(allow_empty).unwrap_or_default(),
            allow_reserved: self.flag(reserved).unwrap_or_default(),
            place: self.place(at),
            ..Parameter::default()
        };
        let by_default = match location {
            ParameterIn::Path | ParameterIn::Header => Style::Simple,
            ParameterIn::Query | ParameterIn::QueryString | ParameterIn::Cookie => Style::Form,
        };
        parameter.style = self.style(style).unwrap_or(by_default);
        parameter.explode = self.flag(explode).unwrap_or(explodes(parameter.style));
        parameter.examples = self.examples(&mut object, None);
        match object.take("content") {
            Some(content) => {
                let content = self.content(content);
                if let Some(mut media) = content.into_iter().next() {
                    parameter.schema = media.schema;
                    parameter.examples.append(&mut media.examples);
                    parameter.media_type = Some(media.name);
                }
                object.take("schema");
            }
            None => match object.take("schema") {
                Some(schema) => parameter.schema = Some(self.schema(schema)),
                None => {
                    parameter.schema = self.swagger_schema(&mut object);
                    let is_list = self
                        .file(at)
                        .get(at.node, "type")
                        .is_some_and(|node| self.file(at).string(node) == Some("array"));
                    if is_list && style.is_none() && explode.is_none() {
                        (parameter.style, parameter.explode) = self.collection_format(format, by_default);
                    }
                }
            },
        }
        parameter.extra = self.close(object);
        (!hidden).then_some(parameter)
    }

    pub(super) fn style(&mut self, at: Option<At>) -> Option<Style> {
        let at = at?;
        let name = self.string(Some(at))?;
        let known = [
            ("simple", Style::Simple),
            ("label", Style::Label),
            ("matrix", Style::Matrix),
            ("form", Style::Form),
            ("spaceDelimited", Style::SpaceDelimited),
            ("pipeDelimited", Style::PipeDelimited),
            ("deepObject", Style::DeepObject),
            ("cookie", Style::Cookie),
        ];
        if let Some((_, style)) = known.iter().find(|(known, _)| **known == *name) {
            return Some(*style);
        }
        let near = nearest(&name, known.iter().map(|(name, _)| *name));
        let hint = near.map(|near| format!("did you mean `{near}`?"));
        self.report_with(Code::InvalidOpenapi, at, format!("there is no style `{name}`"), hint);
        None
    }

    /// What 2.0 calls the style of a list.
    pub(super) fn collection_format(&mut self, at: Option<At>, by_default: Style) -> (Style, bool) {
        let name = self.string(at);
        match (name.as_deref(), at) {
            (Some("multi"), _) => (Style::Form, true),
            (Some("ssv"), _) => (Style::SpaceDelimited, false),
            (Some("pipes"), _) => (Style::PipeDelimited, false),
            (None | Some("csv"), _) => (by_default, false),
            (Some(other), at) => {
                if let Some(at) = at {
                    let message = format!("lists are shown with commas: there is no style for `{other}`");
                    self.report(Code::InvalidOpenapi, at, message);
                }
                (by_default, false)
            }
        }
    }

    /// Every `{name}` of the path has a parameter; one that the document forgot is reported and made up.
    pub(super) fn path_parameters(&mut self, operation: &mut Operation, at: At) {
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
            let message =
                format!("`{{{name}}}` of the path `{path}` is no parameter of {}", operation.method);
            self.report(Code::InvalidOpenapi, at, message);
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

    /// The headers of a response or part.
    pub(super) fn headers(&mut self, at: At) -> Vec<Header> {
        let mut headers = Vec::new();
        for (name, at) in self.entries(at, "an object of headers") {
            let Some(followed) = self.follow(at) else { continue };
            let Some(mut object) = self.object_here(followed.at, Kind::Header) else { continue };
            let (description, required) = (object.take("description"), object.take("required"));
            let deprecated = object.take("deprecated");
            // A header is always in the style `simple`, and what it holds shows whether that is exploded.
            for key in ["style", "explode", "allowReserved", "allowEmptyValue", "collectionFormat"] {
                object.take(key);
            }
            let beside = (followed.at != at).then_some(followed.description).flatten();
            let mut header = Header {
                name: name.into(),
                description: self.text(beside.or(description)),
                required: self.flag(required).unwrap_or_default(),
                deprecated: self.flag(deprecated).unwrap_or_default(),
                examples: self.examples(&mut object, None),
                ..Header::default()
            };
            match object.take("content") {
                Some(content) => {
                    if let Some(mut media) = self.content(content).into_iter().next() {
                        header.schema = media.schema;
                        header.examples.append(&mut media.examples);
                    }
                }
                None => match object.take("schema") {
                    Some(schema) => header.schema = Some(self.schema(schema)),
                    None => header.schema = self.swagger_schema(&mut object),
                },
            }
            header.extra = self.close(object);
            headers.push(header);
        }
        headers
    }
}

/// Whether a style has each item or member on its own when nothing is said. Deep objects have no other form.
fn explodes(style: Style) -> bool {
    matches!(style, Style::Form | Style::Cookie | Style::DeepObject)
}
