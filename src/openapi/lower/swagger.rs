//! Features that only OpenAPI 2.0 has: parameters with schema keywords, parameters that form the body, and media types
//! outside bodies.

use super::{
    At, Lowering,
    keywords::is_convention,
    object::{Kind, Object},
    parameter::FormField,
    schema::Form,
};
use crate::openapi::{Encoding, MediaType, Property, RequestBody, Schema, SchemaId, Style, Types};

const MULTIPART: &str = "multipart/form-data";
const URLENCODED: &str = "application/x-www-form-urlencoded";

/// The maximum number of media types to read from a list.
const MAX_MEDIA_TYPES: usize = 50;

impl Lowering<'_> {
    /// Returns the request body that the OpenAPI 2.0 parameters describe.
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

    /// Reports body parameters that aren't part of the body, because the body is defined in a different way.
    pub(super) fn refuse_fields<'f>(&mut self, fields: impl IntoIterator<Item = &'f FormField>) {
        for field in fields {
            let message = "a request can have only one body; this parameter is left out";
            let hint = "use either one `body` parameter or only `formData` parameters; in OpenAPI 3, use `requestBody`";
            self.report_hint(field.at, message, hint);
        }
    }

    fn whole_body(&mut self, at: At, mut consumes: Vec<Box<str>>) -> Option<RequestBody> {
        let mut object = self.object_here(at, Kind::Parameter)?;
        object.skip(&["in", "name"]);
        let schema = object.schema("schema");
        let examples = object.examples(None);
        if consumes.is_empty() {
            consumes.push("application/json".into());
        }
        let place = object.place(at);
        let media = |name: Box<str>| MediaType {
            name,
            schema,
            examples: examples.clone(),
            place: place.clone(),
            ..MediaType::default()
        };
        Some(RequestBody {
            description: object.text("description"),
            required: object.flag("required"),
            content: consumes.into_iter().map(media).collect(),
            extra: object.close(),
        })
    }

    fn form_body(&mut self, fields: &[FormField], consumes: Vec<Box<str>>, at: At) -> RequestBody {
        let place = self.place(fields.first().map_or(at, |field| field.at));
        let mut schema = Schema { types: Types::OBJECT, place: place.clone(), ..Schema::default() };
        let mut encoding = Vec::new();
        let mut has_file = false;
        for field in fields {
            let Some(mut object) = self.object_here(field.at, Kind::Parameter) else { continue };
            let Some(name) = object.string("name") else { continue };
            has_file |= object.string("type").as_deref() == Some("file");
            let (style, explode) = object.collection_format(Style::Form);
            if object.take("collectionFormat").is_some() {
                let (property, style, explode) = (name.clone(), Some(style), Some(explode));
                encoding.push(Encoding { property, style, explode, ..Encoding::default() });
            }
            let required = object.flag("required");
            let id = object.schema_here(field.at, Form::Field);
            schema.properties.push(Property { name, schema: id, required });
        }
        let required = schema.properties.iter().any(|property| property.required);
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
        RequestBody { required, content: names.into_iter().map(media).collect(), ..RequestBody::default() }
    }
}

impl Object<'_, '_> {
    /// Reads `consumes` or `produces`.
    pub(super) fn media_types(&mut self, key: &'static str) -> Option<Vec<Box<str>>> {
        let at = self.take(key)?;
        let mut names = self.strings(key);
        if names.len() > MAX_MEDIA_TYPES {
            let message = format!("only the first {MAX_MEDIA_TYPES} media types are shown");
            self.report(at, message);
            names.truncate(MAX_MEDIA_TYPES);
        }
        Some(names)
    }

    /// Returns the schema that an OpenAPI 2.0 parameter or header contains directly.
    pub(super) fn swagger_schema(&mut self) -> Option<SchemaId> {
        let members = self.file(self.at).members(self.at.node);
        if ["type", "items", "enum", "format"].into_iter().all(|key| members.get(key).is_none()) {
            return None;
        }
        // The schema keywords are read with the schema.
        self.pass_over(|key| {
            let of_schema = is_convention(Kind::Schema, key) && !is_convention(Kind::Parameter, key);
            !key.starts_with("x-") || of_schema
        });
        Some(self.lowering.schema_here(self.at, Form::Parameter))
    }

    /// Returns the content of an OpenAPI 2.0 response.
    pub(super) fn swagger_content(&mut self, produces: Option<&[Box<str>]>) -> Vec<MediaType> {
        let examples = self.first(&["examples", "x-examples"]);
        if self.take("schema").or(examples).is_none() {
            return Vec::new();
        }
        let schema = self.schema("schema");
        let place = self.lowering.place(self.at);
        let mut names = produces.map_or_else(|| self.produces.clone(), <[_]>::to_vec);
        let wanted = "an object that maps media types to examples";
        let examples = examples.map(|at| self.lowering.entries(at, wanted)).unwrap_or_default();
        for (name, _) in examples.iter().take(MAX_MEDIA_TYPES) {
            if names.iter().all(|known| **known != **name) {
                names.push((*name).into());
            }
        }
        if names.is_empty() {
            names.push("application/json".into());
        }
        let media = names.into_iter().map(|name| {
            let own = examples.iter().find(|(of, _)| **of == *name);
            let examples = own.map(|(_, at)| self.lowering.plain_example("", *at)).into_iter().collect();
            MediaType { name, schema, examples, place: place.clone(), ..MediaType::default() }
        });
        media.collect()
    }
}
