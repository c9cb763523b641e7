//! What 2.0 says in a way of its own: parameters that are schemas, parameters that are the body, media types stated
//! apart from the bodies.

use super::object::{Kind, Object};
use super::parameter::FormField;
use super::schema::Form;
use super::{At, Lowering};
use crate::diag::Code;
use crate::openapi::{
    Encoding, Example, ExampleValue, MediaType, Property, RequestBody, Schema, SchemaId, Style, Types,
};

const MULTIPART: &str = "multipart/form-data";
const URLENCODED: &str = "application/x-www-form-urlencoded";

/// How many media types a body may be said to have.
const MAX_MEDIA_TYPES: usize = 50;

impl<'a> Lowering<'a> {
    /// `consumes` or `produces`.
    pub(super) fn media_types(&mut self, at: Option<At>) -> Vec<Box<str>> {
        let mut names = self.strings(at);
        if names.len() > MAX_MEDIA_TYPES
            && let Some(at) = at
        {
            let message = format!("only the first {MAX_MEDIA_TYPES} media types are shown");
            self.report(Code::InvalidOpenapi, at, message);
            names.truncate(MAX_MEDIA_TYPES);
        }
        names
    }

    /// The schema that a parameter or header of 2.0 is itself.
    pub(super) fn swagger_schema(&mut self, object: &mut Object<'a>) -> Option<SchemaId> {
        let file = self.file(object.at);
        let says = |key| file.get(object.at.node, key).is_some();
        if !["type", "items", "enum", "format"].into_iter().any(says) {
            return None;
        }
        object.pass_on();
        Some(self.schema_here(object.at, Form::Parameter))
    }

    /// The body that parameters of 2.0 make up.
    pub(super) fn swagger_body(
        &mut self,
        fields: &[FormField],
        consumes: Option<Vec<Box<str>>>,
        at: At,
    ) -> Option<RequestBody> {
        let consumes = consumes.unwrap_or_else(|| self.consumes.clone());
        match fields.iter().position(|field| field.whole) {
            Some(whole) => {
                self.refuse_fields(
                    fields.iter().enumerate().filter(|(at, _)| *at != whole).map(|(_, one)| one),
                );
                self.whole_body(fields[whole].at, consumes)
            }
            None if fields.is_empty() => None,
            None => Some(self.form_body(fields, consumes, at)),
        }
    }

    /// Says that parameters are no part of the body, which is stated in another way.
    pub(super) fn refuse_fields<'f>(&mut self, fields: impl IntoIterator<Item = &'f FormField>) {
        for field in fields {
            let message = "a request has one body: this parameter is left out of it";
            let hint =
                "write one parameter in `body`, or all fields in `formData`, or a `requestBody` since 3.0";
            self.report_with(Code::InvalidOpenapi, field.at, message, Some(hint.to_owned()));
        }
    }

    fn whole_body(&mut self, at: At, mut consumes: Vec<Box<str>>) -> Option<RequestBody> {
        let mut object = self.object_here(at, Kind::Parameter)?;
        for key in ["in", "name"] {
            object.take(key);
        }
        let (description, required, schema) =
            (object.take("description"), object.take("required"), object.take("schema"));
        let schema = schema.map(|schema| self.schema(schema));
        let examples = self.examples(&mut object, None);
        if consumes.is_empty() {
            consumes.push("application/json".into());
        }
        let place = self.place(at);
        let media = |name: Box<str>| MediaType {
            name,
            schema,
            examples: examples.clone(),
            place: place.clone(),
            ..MediaType::default()
        };
        let body = RequestBody {
            description: self.text(description),
            required: self.flag(required).unwrap_or_default(),
            content: consumes.into_iter().map(media).collect(),
            extra: self.close(object),
        };
        Some(body)
    }

    fn form_body(&mut self, fields: &[FormField], consumes: Vec<Box<str>>, at: At) -> RequestBody {
        let place = self.place(fields.first().map_or(at, |field| field.at));
        let mut schema = Schema { types: Types::OBJECT, place: place.clone(), ..Schema::default() };
        let mut encoding = Vec::new();
        let mut has_file = false;
        for field in fields {
            let Some(mut object) = self.object_here(field.at, Kind::Parameter) else { continue };
            object.take("in");
            let (name, required, format) =
                (object.take("name"), object.take("required"), object.take("collectionFormat"));
            let Some(name) = self.string(name) else { continue };
            let kind = object.take("type");
            has_file |= self.string(kind).as_deref() == Some("file");
            let (style, explode) = self.collection_format(format, Style::Form);
            if format.is_some() {
                encoding.push(Encoding {
                    property: name.clone(),
                    style: Some(style),
                    explode: Some(explode),
                    ..Encoding::default()
                });
            }
            let required = self.flag(required).unwrap_or_default();
            schema.properties.push(Property {
                name,
                schema: self.schema_here(field.at, Form::Field),
                required,
            });
        }
        let schema = self.add_schema(schema);
        let mut names: Vec<Box<str>> =
            consumes.into_iter().filter(|name| **name == *MULTIPART || **name == *URLENCODED).collect();
        if has_file {
            names.retain(|name| **name == *MULTIPART);
        }
        if names.is_empty() {
            names.push(if has_file { MULTIPART } else { URLENCODED }.into());
        }
        let media = |name: Box<str>| MediaType {
            name,
            schema: Some(schema),
            encoding: encoding.clone(),
            place: place.clone(),
            ..MediaType::default()
        };
        let required = self.api.schemas[schema].properties.iter().any(|property| property.required);
        RequestBody { required, content: names.into_iter().map(media).collect(), ..RequestBody::default() }
    }

    /// The content of a response of 2.0.
    pub(super) fn swagger_content(
        &mut self,
        object: &mut Object<'a>,
        produces: Option<&[Box<str>]>,
    ) -> Vec<MediaType> {
        let (schema, examples) = (object.take("schema"), object.first(&["examples", "x-examples"]));
        if schema.is_none() && examples.is_none() {
            return Vec::new();
        }
        let schema = schema.map(|schema| self.schema(schema));
        let place = self.place(object.at);
        let mut names = produces.map_or_else(|| self.produces.clone(), <[_]>::to_vec);
        let examples = match examples {
            Some(at) => self.entries(at, "an object of examples by media type"),
            None => Vec::new(),
        };
        for (name, _) in examples.iter().take(MAX_MEDIA_TYPES) {
            if names.iter().all(|known| **known != **name) {
                names.push((*name).into());
            }
        }
        if names.is_empty() {
            names.push("application/json".into());
        }
        let mut content = Vec::new();
        for name in names {
            let example = examples.iter().find(|(of, _)| **of == *name).map(|(_, at)| *at);
            let value = example.map(|at| ExampleValue::Value(self.json(at)));
            let example = |value| Example { name: "".into(), summary: None, description: None, value };
            content.push(MediaType {
                name,
                schema,
                examples: value.into_iter().map(example).collect(),
                place: place.clone(),
                ..MediaType::default()
            });
        }
        content
    }
}
