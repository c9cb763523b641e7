//! Bodies, responses, media types, examples and links.

use super::object::{Kind, Object};
use super::{At, Lowering};
use crate::diag::Code;
use crate::openapi::file::{self, Value};
use crate::openapi::json::Json;
use crate::openapi::{Encoding, Example, ExampleValue, Extra, Link, MediaType, RequestBody, Response};
use crate::path::has_protocol;

impl<'a> Lowering<'a> {
    pub(super) fn request_body(&mut self, at: At) -> Option<RequestBody> {
        let followed = self.follow(at)?;
        let mut object = self.object_here(followed.at, Kind::RequestBody)?;
        let (description, required) = (object.take("description"), object.take("required"));
        let content = object.take("content");
        let beside = (followed.at != at).then_some(followed.description).flatten();
        let body = RequestBody {
            description: self.text(beside.or(description)),
            required: self.flag(required).unwrap_or_default(),
            content: content.map(|content| self.content(content)).unwrap_or_default(),
            extra: self.close(object),
        };
        Some(body)
    }

    /// Responses, in the order of the document. Extensions among them are the operation's.
    pub(super) fn responses(
        &mut self,
        at: At,
        produces: Option<&[Box<str>]>,
        extra: &mut Extra,
    ) -> Vec<Response> {
        let mut responses = Vec::new();
        for (status, at) in self.entries(at, "an object of responses") {
            if status.starts_with("x-") {
                self.extension(status, at, extra);
                continue;
            }
            if !is_status(status) {
                let message = format!("`{status}` is no status code");
                let hint = "responses have keys such as `200`, `4XX` and `default`".to_owned();
                self.report_with(Code::InvalidOpenapi, at, message, Some(hint));
                if !matches!(self.value(at), Value::Object(_)) {
                    continue;
                }
            }
            responses.push(self.response(status, at, produces));
        }
        responses
    }

    fn response(&mut self, status: &str, at: At, produces: Option<&[Box<str>]>) -> Response {
        let mut response = Response {
            status: status.to_ascii_uppercase().into(),
            place: self.place(at),
            ..Response::default()
        };
        if status == "default" {
            response.status = status.into();
        }
        let Some(followed) = self.follow(at) else { return response };
        let Some(mut object) = self.object_here(followed.at, Kind::Response) else { return response };
        let (summary, description) = (object.first(&["summary", "x-summary"]), object.take("description"));
        let beside = |own: Option<At>| (followed.at != at).then_some(own).flatten();
        response.summary = self.string(beside(followed.summary).or(summary));
        response.description = self.text(beside(followed.description).or(description));
        if let Some(headers) = object.take("headers") {
            response.headers = self.headers(headers);
        }
        response.content = match object.take("content") {
            Some(content) => self.content(content),
            None => self.swagger_content(&mut object, produces),
        };
        if let Some(links) = object.take("links") {
            response.links = self.links(links);
        }
        response.extra = self.close(object);
        response
    }

    /// Media types, in the order of the document.
    pub(super) fn content(&mut self, at: At) -> Vec<MediaType> {
        let mut content = Vec::new();
        for (name, at) in self.entries(at, "an object of media types") {
            let mut media = MediaType { name: name.into(), place: self.place(at), ..MediaType::default() };
            // One without anything is written as nothing by many.
            if !matches!(self.value(at), Value::Null)
                && let Some(mut object) = self.object(at, Kind::MediaType)
            {
                let (schema, item) = (object.take("schema"), object.take("itemSchema"));
                media.schema = schema.map(|schema| self.schema(schema));
                media.item_schema = item.map(|item| self.schema(item));
                media.examples = self.examples(&mut object, Some(name));
                media.encoding = self.encodings(&mut object);
                media.extra = self.close(object);
            }
            content.push(media);
        }
        content
    }

    fn encodings(&mut self, media: &mut Object<'a>) -> Vec<Encoding> {
        let mut encodings = Vec::new();
        if let Some(at) = media.take("encoding") {
            for (property, at) in self.entries(at, "an object of encodings") {
                encodings.extend(self.encoding(property, at));
            }
        }
        if let Some(at) = media.take("prefixEncoding") {
            for (index, at) in self.items(at, "a list of encodings").into_iter().enumerate() {
                encodings.extend(self.encoding(&index.to_string(), at));
            }
        }
        if let Some(at) = media.take("itemEncoding") {
            encodings.extend(self.encoding("", at));
        }
        encodings
    }

    fn encoding(&mut self, property: &str, at: At) -> Option<Encoding> {
        let mut object = self.object(at, Kind::Encoding)?;
        let (content_type, headers) = (object.take("contentType"), object.take("headers"));
        let (style, explode, reserved) =
            (object.take("style"), object.take("explode"), object.take("allowReserved"));
        let encoding = Encoding {
            property: property.into(),
            content_type: self.string(content_type),
            headers: headers.map(|headers| self.headers(headers)).unwrap_or_default(),
            style: self.style(style),
            explode: self.flag(explode),
            allow_reserved: self.flag(reserved).unwrap_or_default(),
        };
        self.end(object);
        Some(encoding)
    }

    /// `example` and `examples` of a parameter, header or media type.
    pub(super) fn examples(&mut self, object: &mut Object<'a>, media: Option<&str>) -> Vec<Example> {
        let mut found = Vec::new();
        if let Some(at) = object.first(&["examples", "x-examples"]) {
            let at = self.follow(at).map(|followed| followed.at);
            match at.map(|at| (at, self.value(at))) {
                // The form of JSON Schema, where the other one belongs.
                Some((at, Value::Array(items))) => {
                    for (index, node) in items.iter().enumerate() {
                        let value = self.json(At { node: *node, ..at });
                        found.push(plain(&format!("{}", index + 1), value));
                    }
                }
                Some((at, Value::Object(_))) => {
                    for (name, at) in self.entries(at, "an object of examples") {
                        found.extend(self.example(name, at, media));
                    }
                }
                Some((at, _)) => self.wrong(at, "an object of examples"),
                None => {}
            }
        }
        for key in ["example", "x-example"] {
            if let Some(at) = object.take_null(key) {
                let value = self.json(at);
                found.push(plain("", value));
            }
        }
        found
    }

    fn example(&mut self, name: &str, at: At, media: Option<&str>) -> Option<Example> {
        let followed = self.follow(at)?;
        let members = match self.value(followed.at) {
            Value::Object(members) => members,
            _ => return Some(plain(name, self.json(followed.at))),
        };
        let own = ["value", "externalValue", "dataValue", "serializedValue", "summary", "description"];
        let extended = members.iter().all(|entry| entry.key.starts_with("x-"));
        if !extended && own.iter().all(|key| members.get(key).is_none()) {
            // The value itself, where an example object belongs: what is meant is clear.
            return Some(plain(name, self.json(followed.at)));
        }
        let mut object = self.object_here(followed.at, Kind::Example)?;
        let (summary, description) = (object.take("summary"), object.take("description"));
        let (value, data) = (object.take_null("value"), object.take_null("dataValue"));
        let (serialized, external) = (object.take("serializedValue"), object.take("externalValue"));
        let is_json = media.is_none_or(|media| media.contains("json"));
        let serialized = serialized.filter(|_| !is_json || (value.is_none() && data.is_none()));
        let value = match (serialized, value.or(data)) {
            (Some(text), _) => Some(ExampleValue::Text(self.string_at(text).unwrap_or_default().into())),
            (None, Some(value)) => Some(ExampleValue::Value(self.json(value))),
            (None, None) => external.and_then(|external| self.elsewhere(external)),
        };
        let beside = |own: Option<At>| (followed.at != at).then_some(own).flatten();
        let summary = self.string(beside(followed.summary).or(summary));
        let description = self.text(beside(followed.description).or(description));
        self.end(object);
        // Without a value there is nothing to show.
        Some(Example { name: name.into(), summary, description, value: value? })
    }

    /// An example that is in a file beside the document, or that only has an address. `None`: it cannot be read, or is
    /// unsafe to link to, which is reported.
    fn elsewhere(&mut self, at: At) -> Option<ExampleValue> {
        let name = self.string_at(at)?.trim();
        if has_protocol(name) || name.starts_with('/') {
            return self.url(Some(at)).map(ExampleValue::External);
        }
        if !file::is_text(name) {
            let message = format!("`{name}` at `{}` is no text, and no part of the site", self.pointer(at));
            let hint = "publish it, and give its whole address, which begins with `https://`".to_owned();
            self.report_with(Code::UnresolvedRef, at, message, Some(hint));
            return None;
        }
        match self.target(at, name) {
            Ok(target) => Some(match self.file(target).string(target.node) {
                Some(text) => ExampleValue::Text(text.into()),
                None => ExampleValue::Value(self.json(target)),
            }),
            Err(missing) => {
                self.report_missing(at, name, &missing);
                None
            }
        }
    }

    fn links(&mut self, at: At) -> Vec<Link> {
        let mut links = Vec::new();
        for (name, at) in self.entries(at, "an object of links") {
            let Some(mut object) = self.object(at, Kind::Link) else { continue };
            let (id, reference) = (object.take("operationId"), object.take("operationRef"));
            let (description, parameters) = (object.take("description"), object.take("parameters"));
            let body = object.take_null("requestBody");
            let server = object.take("server");
            let mut link = Link {
                name: name.into(),
                description: self.text(description),
                target: self.string(id.or(reference)).unwrap_or_default(),
                body: body.map(|body| self.json(body)),
                server: server.and_then(|server| self.server(server)),
                ..Link::default()
            };
            if let Some(parameters) = parameters {
                for (name, at) in self.entries(parameters, "an object of parameters") {
                    link.parameters.push((name.into(), self.json(at)));
                }
            }
            if id.is_none()
                && let Some(at) = reference
                && let Some(text) = self.string_at(at)
            {
                // Where it leads is known only when every operation is.
                if let Ok(target) = self.target(at, text) {
                    link.operation = Some(self.promise(target));
                }
            }
            self.end(object);
            links.push(link);
        }
        links
    }
}

fn plain(name: &str, value: Json) -> Example {
    Example { name: name.into(), summary: None, description: None, value: ExampleValue::Value(value) }
}

/// `200`, `4XX` or `default`.
fn is_status(status: &str) -> bool {
    let digits = status.as_bytes();
    status == "default"
        || (digits.len() == 3
            && (b'1'..=b'5').contains(&digits[0])
            && (digits[1..].iter().all(u8::is_ascii_digit) || digits[1..].eq_ignore_ascii_case(b"XX")))
}
