//! Bodies, responses, media types, examples, and links.

use super::{
    At, Lowering,
    object::{Kind, Object},
    resolve::Followed,
};
use crate::diag::Code;
use crate::openapi::{
    Encoding, Example, ExampleValue, Extra, Link, MediaType, RequestBody, Response, SchemaId,
    file::{self, Members, Value},
};
use crate::path::has_protocol;

impl Lowering<'_> {
    pub(super) fn request_body(&mut self, at: At) -> Option<RequestBody> {
        let mut object = self.object(at, Kind::RequestBody)?;
        Some(RequestBody {
            description: object.described(),
            required: object.flag("required"),
            content: object.content().unwrap_or_default(),
            extra: object.close(),
        })
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
        let Some(mut object) = self.object(at, Kind::Response) else { return response };
        let summary = object.first(&["summary", "x-summary"]);
        response.summary = object.summed_up(summary);
        response.description = object.described();
        response.headers = object.headers();
        response.content = match object.content() {
            Some(content) => content,
            None => object.swagger_content(produces),
        };
        response.links = object.links();
        response.extra = object.close();
        response
    }

    fn encoding(&mut self, property: &str, at: At) -> Option<Encoding> {
        self.read(at, Kind::Encoding, |encoding| Encoding {
            property: property.into(),
            content_type: encoding.string("contentType"),
            headers: encoding.headers(),
            style: encoding.style(),
            explode: encoding.optional_flag("explode"),
            allow_reserved: encoding.flag("allowReserved"),
        })
    }

    fn example(&mut self, name: &str, at: At, media: Option<&str>) -> Option<Example> {
        let Followed { at: end, .. } = self.follow(at)?;
        let own = ["value", "externalValue", "dataValue", "serializedValue", "summary", "description"];
        let is_example = |members: Members<'_>| {
            own.iter().any(|key| members.get(key).is_some())
                || members.iter().all(|entry| entry.key.starts_with("x-"))
        };
        match self.value(end) {
            Value::Object(members) if is_example(members) => {}
            // This is a plain value instead of an example object, but the meaning is clear.
            _ => return Some(self.plain_example(name, at)),
        }
        let place = self.place(at);
        let mut object = self.object(at, Kind::Example)?;
        let (value, data) = (object.take_null("value"), object.take_null("dataValue"));
        let (serialized, external) = (object.take("serializedValue"), object.take("externalValue"));
        let is_json = media.is_none_or(|media| media.contains("json"));
        let value = match (serialized, value.or(data)) {
            (Some(text), value) if value.is_none() || !is_json => {
                Some(ExampleValue::Text(object.lowering.exact(text).unwrap_or_default().into()))
            }
            (_, Some(value)) => Some(ExampleValue::Value(object.lowering.json(value))),
            _ => external.and_then(|external| object.elsewhere(external)),
        };
        let summary = object.take("summary");
        let summary = object.summed_up(summary);
        let description = object.described();
        object.close();
        // Without a value, there is nothing to show.
        Some(Example { name: name.into(), summary, description, value: value?, place })
    }

    /// Returns an example that consists of only a value.
    pub(super) fn plain_example(&mut self, name: &str, at: At) -> Example {
        let value = ExampleValue::Value(self.json(at));
        Example { name: name.into(), summary: None, description: None, value, place: self.place(at) }
    }

    /// Returns the content of an example from another file on the site, or an external example's URL. If the file is
    /// unreadable or the URL is unsafe, reports the problem and returns `None`.
    fn elsewhere(&mut self, at: At) -> Option<ExampleValue> {
        let name = self.exact(at)?.trim();
        if has_protocol(name) || name.starts_with('/') {
            return self.url(at).map(ExampleValue::External);
        }
        if !file::is_text(name) {
            let message =
                format!("`{name}` at `{}` isn't a text file and isn't part of the site", self.pointer(at));
            let hint =
                "publish the file, and use its full URL, such as `https://example.com/tool.png`".into();
            self.report_with(Code::UnresolvedRef, at, message, Some(hint));
            return None;
        }
        let target = self.target_or_report(at, name)?;
        Some(match self.file(target).string(target.node) {
            Some(text) => ExampleValue::Text(text.into()),
            None => ExampleValue::Value(self.json(target)),
        })
    }
}

impl Object<'_, '_> {
    /// Returns the responses in document order. Adds the extensions among the responses to `extra`, because they belong
    /// to the operation.
    pub(super) fn responses(&mut self, produces: Option<&[Box<str>]>, extra: &mut Extra) -> Vec<Response> {
        let mut responses = Vec::new();
        for (status, at) in self.entries("responses", "an object that contains responses") {
            if status.starts_with("x-") {
                extra.extend(self.extension(status, at));
                continue;
            }
            if !is_status(status) {
                let message = format!("invalid status code `{status}`");
                self.report_hint(
                    at,
                    message,
                    "use a code such as `200`, a range such as `4XX`, or `default`",
                );
                if !matches!(self.value(at), Value::Object(_)) {
                    continue;
                }
            }
            responses.push(self.response(status, at, produces));
        }
        responses
    }

    /// Returns the media types in document order, or `None` if there's no `content`.
    fn content(&mut self) -> Option<Vec<MediaType>> {
        self.take("content")?;
        let mut content = Vec::new();
        for (name, at) in self.entries("content", "an object that contains media types") {
            let mut media = MediaType { name: name.into(), place: self.place(at), ..MediaType::default() };
            // Many documents write an empty media type as `null`.
            if !matches!(self.value(at), Value::Null)
                && let Some(mut object) = self.object(at, Kind::MediaType)
            {
                media.schema = object.schema("schema");
                media.item_schema = object.schema("itemSchema");
                media.examples = object.examples(Some(name));
                media.encoding = object.encodings();
                media.extra = object.close();
            }
            content.push(media);
        }
        Some(content)
    }

    /// Returns the schema of a parameter or header, and the media type of its `content`, if any. Adds the examples in
    /// `content` to `examples`. Reports a `schema` next to `content`.
    pub(super) fn schema_or_content(
        &mut self,
        examples: &mut Vec<Example>,
    ) -> (Option<SchemaId>, Option<Box<str>>) {
        let Some(content) = self.content() else {
            return (self.schema("schema").or_else(|| self.swagger_schema()), None);
        };
        if let Some(at) = self.take("schema") {
            let message = format!("`{}`: `schema` has no effect next to `content`", self.pointer(at));
            // The page shows what `content` describes, so it doesn't mention the error.
            let faults = self.faults.take();
            self.report_hint(at, message, "use either `schema` or `content`");
            self.faults = faults;
        }
        content.into_iter().next().map_or((None, None), |mut media| {
            examples.append(&mut media.examples);
            (media.schema, Some(media.name))
        })
    }

    fn encodings(&mut self) -> Vec<Encoding> {
        let mut encodings = Vec::new();
        for (property, at) in self.entries("encoding", "an object that contains encodings") {
            encodings.extend(self.encoding(property, at));
        }
        for (index, at) in self.items("prefixEncoding", "a list of encodings").into_iter().enumerate() {
            encodings.extend(self.encoding(&index.to_string(), at));
        }
        encodings.extend(self.take("itemEncoding").and_then(|at| self.encoding("", at)));
        encodings
    }

    /// Returns the examples of a parameter, header, or media type.
    pub(super) fn examples(&mut self, media: Option<&str>) -> Vec<Example> {
        let mut found = Vec::new();
        let several = self.first(&["examples", "x-examples"]).and_then(|at| self.follow(at));
        match several.map(|Followed { at, .. }| (at, self.value(at))) {
            // This is the JSON Schema form, used in place of the OpenAPI form.
            Some((at, Value::Array(items))) => {
                for (index, node) in (1..).zip(items) {
                    found.push(self.lowering.plain_example(&format!("{index}"), at.to(*node)));
                }
            }
            Some((at, Value::Object(_))) => {
                for (name, at) in self.lowering.entries(at, "an object that contains examples") {
                    found.extend(self.example(name, at, media));
                }
            }
            Some((at, _)) => self.wrong(at, "an object that contains examples"),
            None => {}
        }
        let one = [self.take_null("example"), self.take_null("x-example")];
        found.extend(one.into_iter().flatten().map(|at| self.lowering.plain_example("", at)));
        found
    }

    fn links(&mut self) -> Vec<Link> {
        let mut links = Vec::new();
        for (name, at) in self.entries("links", "an object that contains links") {
            let Some(mut object) = self.object(at, Kind::Link) else { continue };
            let (id, reference) = (object.take("operationId"), object.take("operationRef"));
            let mut link = Link {
                name: name.into(),
                description: object.text("description"),
                target: object.lowering.string(id.or(reference)).unwrap_or_default(),
                body: object.json("requestBody"),
                server: object.take("server").and_then(|server| object.server(server)),
                ..Link::default()
            };
            for (name, at) in object.entries("parameters", "an object that contains parameters") {
                link.parameters.push((name.into(), object.lowering.json(at)));
            }
            if id.is_none()
                && let Some(at) = reference
                && let Some(text) = object.lowering.exact(at)
            {
                // The target is known only after all operations have been read.
                let target = object.target(at, text).ok();
                link.operation = target.map(|target| object.promise(target));
            }
            object.close();
            links.push(link);
        }
        links
    }
}

/// Whether a key is `200`, `4XX`, or `default`.
fn is_status(status: &str) -> bool {
    let digits = status.as_bytes();
    status == "default"
        || (digits.len() == 3
            && (b'1'..=b'5').contains(&digits[0])
            && (digits[1..].iter().all(u8::is_ascii_digit) || digits[1..].eq_ignore_ascii_case(b"XX")))
}
