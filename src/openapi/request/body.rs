//! Bodies: their examples, and the fields of forms and multipart bodies.

use super::{BodyExample, BodyModel, FieldModel, Input, InputKind, described};
use crate::openapi::media::{self, Format, format_of, samples};
use crate::openapi::merge::{Field, Node, Others, Views};
use crate::openapi::tree::Direction;
use crate::openapi::{Encoding, MediaType, Style};

/// More fields are edited as JSON.
const MAX_FIELDS: usize = 300;

pub(super) fn body(views: &Views<'_>, media: &MediaType) -> BodyModel {
    let format = format_of(&media.name);
    let fields = matches!(format, Format::Form | Format::Multipart).then(|| fields(views, media, format));
    let bytes = media.schema.is_some_and(|id| media::is_binary(views, id));
    let file = fields.is_none()
        && match format {
            Format::Binary => true,
            Format::Json | Format::Unknown => bytes,
            _ => false,
        };
    let examples = samples(views, media, Direction::Request)
        .into_iter()
        .filter(|sample| sample.external.is_none())
        .map(|sample| BodyExample {
            name: sample.name,
            title: sample.summary,
            text: sample.text,
            generated: sample.generated,
        })
        .collect();
    BodyModel { media_type: media.name.to_string(), examples, fields, file }
}

fn fields(views: &Views<'_>, media: &MediaType, format: Format) -> Vec<FieldModel> {
    let merged = views.of(&media.schema.into());
    let mut all: Vec<Field<'_>> = merged.properties.clone();
    // A field of any variant may be sent.
    for variant in merged.groups.iter().flat_map(|group| &group.variants) {
        for field in &views.of(variant).properties {
            if !all.iter().any(|known| known.name == field.name) {
                all.push(Field { required: false, ..field.clone() });
            }
        }
    }
    all.iter()
        .filter(|field| !views.of(&field.node).read_only)
        .take(MAX_FIELDS)
        .map(|field| {
            let encoding = media.encoding.iter().find(|one| *one.property == *field.name);
            model(views, field, encoding, format)
        })
        .collect()
}

fn model(views: &Views<'_>, field: &Field<'_>, encoding: Option<&Encoding>, format: Format) -> FieldModel {
    let content_type = encoding.and_then(|encoding| encoding.content_type.as_deref());
    let mut input = Input::of(views, &field.node, format == Format::Multipart);
    // 3.1 leaves the schema of a part empty where the media type says that it is bytes.
    let types = views.of(&field.node).types;
    let bytes = content_type.is_some_and(|name| name.split(',').all(|one| format_of(one) == Format::Binary));
    if format == Format::Multipart && bytes {
        if types.is_empty() || input.kind == InputKind::String {
            input.kind = InputKind::File;
        } else if let Some(items) = &mut input.items {
            items.kind = InputKind::File;
        }
    }
    let said = encoding.and_then(|encoding| encoding.style);
    let explode = encoding.and_then(|encoding| encoding.explode);
    let json = content_type.is_some_and(|name| format_of(name) == Format::Json);
    // Without a word about it an object is JSON, and so is each object in a list.
    let style = match said {
        Some(style) => Some(style),
        None if explode.is_some() => Some(Style::Form),
        None if json && !is_list_of_scalars(views, &field.node) => None,
        None if input.kind == InputKind::Object => None,
        None => Some(Style::Form),
    };
    FieldModel {
        name: field.name.to_owned(),
        required: field.required,
        style,
        explode: explode.unwrap_or(matches!(style, Some(Style::Form | Style::Cookie))),
        allow_reserved: encoding.is_some_and(|encoding| encoding.allow_reserved),
        content_type: content_type.map(str::to_owned),
        description: described(views, views.of(&field.node).description, None),
        input,
    }
}

fn is_list_of_scalars(views: &Views<'_>, node: &Node) -> bool {
    match &views.of(node).items {
        Others::Each(each) => !views.of(each).has_members(),
        _ => false,
    }
}
