//! Bodies: their examples, and the fields of forms and multipart bodies.

use super::{BodyModel, FieldModel, Input, InputKind, PartPlace, VariantModel, described, value_of};
use crate::openapi::{
    Direction, Encoding, Json, MediaType, Parameter, Style, Types,
    discriminator_values::discriminator_values,
    example::example,
    media::{self, Format, Sample, format_of, is_json, samples, variants},
    merge::{Field, Merged, Node, Others, Views},
};

/// The maximum number of fields. Any other fields are left out of the model.
const MAX_FIELDS: usize = 300;

pub(super) fn body(views: &Views<'_>, media: &MediaType) -> BodyModel {
    let format = format_of(&media.name);
    let whole = views.of(&media.schema.into());
    let listed = (format == Format::Multipart).then(|| parts(views, media)).flatten();
    let form = matches!(format, Format::Form | Format::Multipart) && listed.is_none();
    let choices = if listed.is_none() { variants(views, media, Direction::Request) } else { Vec::new() };
    let fields = listed.or_else(|| form.then(|| fields(views, media, &whole, format)));
    let bytes = media.schema.is_some_and(|id| media::is_binary(views, id));
    let file = fields.is_none()
        && match format {
            Format::Binary => true,
            Format::Json | Format::Unknown => bytes,
            _ => false,
        };
    let variants: Vec<VariantModel> = choices
        .into_iter()
        .map(|variant| VariantModel {
            fields: form.then(|| self::fields(views, media, &variant.merged, format)),
            label: variant.title,
            examples: written(variant.samples),
        })
        .collect();
    let (examples, fields) = match variants.first() {
        Some(first) => (first.examples.clone(), first.fields.clone()),
        None => (written(samples(views, media, Direction::Request)), fields),
    };
    BodyModel { media_type: media.name.to_string(), examples, fields, file, variants }
}

fn written(samples: Vec<Sample>) -> Vec<Sample> {
    samples.into_iter().filter(|sample| sample.external.is_none()).collect()
}

fn is_form_data(media: &MediaType) -> bool {
    let name = media.name.split([';', ',']).next().unwrap_or_default();
    name.trim().eq_ignore_ascii_case("multipart/form-data")
}

/// Returns the parts of a multipart body that is a list. These parts are ordered and have no names. Returns `None` for
/// any other body, including a form, whose parts always have names.
fn parts(views: &Views<'_>, media: &MediaType) -> Option<Vec<FieldModel>> {
    let whole = views.of(&media.schema.into());
    let item = match (media.item_schema, &whole.items) {
        (Some(id), _) => Some(Node::One(id)),
        (None, Others::None) => None,
        (None, items) => Some(items.each().clone()),
    };
    let listed = matches!(item, Some(Node::One(_) | Node::All(_))) || !whole.prefix_items.is_empty();
    let list =
        media.item_schema.is_some() || whole.types == Types::ARRAY || (whole.types.is_empty() && listed);
    if !list || is_form_data(media) {
        return None;
    }
    let (least, _) = whole.limits.items.sizes();
    let encoded =
        media.encoding.iter().filter_map(|one| one.property.parse::<usize>().ok()?.checked_add(1)).max();
    let first = whole.prefix_items.len().max(encoded.unwrap_or(0)).min(MAX_FIELDS);
    let encoding_of = |name: &str| media.encoding.iter().find(|one| *one.property == *name);
    let mut parts = Vec::new();
    for at in 0..first {
        let Some(node) = whole.prefix_items.get(at).or(item.as_ref()) else { break };
        let number = (at + 1).to_string();
        let field = Field { name: &number, node: node.clone(), required: at < least, excluded: false };
        let encoding = encoding_of(&at.to_string()).or(encoding_of(""));
        let part = model(views, media, &field, encoding, Format::Multipart);
        parts.push(FieldModel { place: Some(PartPlace::One), style: None, ..part });
    }
    if let Some(node) = item {
        let field = Field { name: "", node, required: first < least, excluded: false };
        let part = model(views, media, &field, encoding_of(""), Format::Multipart);
        let input = Input { kind: InputKind::Array, items: Some(Box::new(part.input)), ..Input::default() };
        let (place, style) = (Some(PartPlace::Rest), Some(Style::Form));
        parts.push(FieldModel { place, style, explode: true, input, ..part });
    }
    Some(parts)
}

/// Returns a part's headers that have a value: the document's value or, for a required header, an example.
fn headers(views: &Views<'_>, media: &MediaType, encoding: &Encoding) -> Vec<(String, String)> {
    // `Content-Type` has its own field. In a form, `Content-Disposition` names the part.
    let own = |name: &str| {
        name.eq_ignore_ascii_case("content-type")
            || (is_form_data(media) && name.eq_ignore_ascii_case("content-disposition"))
    };
    let sent = encoding.headers.iter().filter(|header| !own(&header.name));
    sent.filter_map(|header| Some((header.name.to_string(), simple(&header_value(views, header)?)))).collect()
}

fn header_value(views: &Views<'_>, header: &Parameter) -> Option<Json> {
    if let Some(value) = header.examples.iter().find_map(value_of) {
        return Some(value);
    }
    let node = Node::One(header.schema?);
    let schema = views.of(&node);
    let said = schema.default.is_some() || schema.constant.is_some() || !schema.examples.is_empty();
    (said || header.required).then(|| example(views, &node, Direction::Request))
}

/// Writes a value in header style, without exploding it.
fn simple(value: &Json) -> String {
    match value {
        Json::Array(items) => items.iter().map(Json::plain).collect::<Vec<_>>().join(","),
        Json::Object(members) => {
            let pairs = members.iter().map(|(name, value)| format!("{name},{}", value.plain()));
            pairs.collect::<Vec<_>>().join(",")
        }
        scalar => scalar.plain(),
    }
}

fn fields(views: &Views<'_>, media: &MediaType, merged: &Merged<'_>, format: Format) -> Vec<FieldModel> {
    let mut all: Vec<Field<'_>> = merged.properties.clone();
    // A field of any variant can be sent.
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
            let mut model = model(views, media, field, encoding, format);
            // Use the discriminator value of this variant.
            let by = merged.told_by.iter().filter(|(by, _)| *by.property == *field.name);
            if let Some(found) =
                by.filter_map(|(by, id)| discriminator_values(views, by, *id, merged)).find(|one| !one.own)
            {
                model.input.values = found.values;
            }
            model
        })
        .collect()
}

fn model(
    views: &Views<'_>,
    media: &MediaType,
    field: &Field<'_>,
    encoding: Option<&Encoding>,
    format: Format,
) -> FieldModel {
    // Nested parts aren't split. The JSON of a nested part at least shows the content.
    let said = encoding.and_then(|encoding| encoding.content_type.as_deref());
    let content_type = said.filter(|name| format_of(name) != Format::Multipart);
    let mut input = Input::of(views, &field.node, format == Format::Multipart);
    // In OpenAPI 3.1, a part's schema is empty if the part's media type already indicates binary data.
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
    let json = content_type.is_some_and(is_json);
    // By default, objects are JSON, including each object in a list.
    let style = match said {
        Some(style) => Some(style),
        None if explode.is_some() => Some(Style::Form),
        None if json && !is_list_of_scalars(views, &field.node) => None,
        None if input.kind == InputKind::Object => None,
        None => Some(Style::Form),
    };
    FieldModel {
        name: field.name.to_owned(),
        place: None,
        required: field.required,
        style,
        explode: explode.unwrap_or(matches!(style, Some(Style::Form | Style::Cookie))),
        allow_reserved: encoding.is_some_and(|encoding| encoding.allow_reserved),
        content_type: content_type.map(str::to_owned),
        headers: encoding.map(|encoding| headers(views, media, encoding)).unwrap_or_default(),
        description: described(views, views.of(&field.node).descriptions.first().copied(), None),
        input,
    }
}

fn is_list_of_scalars(views: &Views<'_>, node: &Node) -> bool {
    views.of(node).items.said().is_some_and(|each| !views.of(each).has_members())
}
