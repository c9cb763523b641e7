//! Describes how lists and objects are encoded in parameters and forms (OpenAPI 3.2, "Style Values").

use super::words::Words;
use crate::openapi::{
    Encoding, MediaType, Parameter, ParameterIn, Style, Types,
    blocks::{Headers, MediaBlock},
    merge::{Node, Views},
};

/// Describes how a parameter is encoded, and whether the parameter can be empty.
pub(super) fn of_parameter(words: Words<'_>, views: &Views<'_>, parameter: &Parameter) -> Vec<String> {
    let shape = if parameter.media_type.is_none() && parameter.location != ParameterIn::QueryString {
        parameter.schema.map_or(Shape::One, |schema| Shape::of(views, &schema.into()))
    } else {
        Shape::One
    };
    let mut facts = Vec::new();
    facts.extend(written(words, &parameter.name, shape, parameter.style, parameter.explode));
    if parameter.allow_empty {
        facts.push(words.plain("api_allow_empty"));
    }
    if parameter.allow_reserved {
        facts.push(words.plain("api_reserved"));
    }
    facts
}

/// Returns the name of a part. Parts of a list have the same numbers as their rows.
fn part_name(words: Words<'_>, views: &Views<'_>, media: &MediaType, part: &Encoding) -> String {
    if part.property.is_empty() {
        return words.plain("api_each_item");
    }
    let listed = || media.item_schema.is_some() || views.of(&media.schema.into()).types == Types::ARRAY;
    match part.property.parse::<usize>() {
        Ok(at) if listed() => words.coded("api_role_prefix", &at.saturating_add(1).to_string()),
        _ => words.code(&part.property),
    }
}

/// Returns the name of each part with a description of its encoding, and the part's headers. Leaves out parts that have
/// neither.
pub(super) fn of_parts<'b, 'a>(
    words: Words<'_>,
    views: &Views<'_>,
    MediaBlock { media, headers, .. }: &'b MediaBlock<'a>,
) -> Vec<(String, &'b Headers<'a>)> {
    let parts = media.encoding.iter().zip(headers).filter_map(|(part, headers)| {
        let facts = of_part(words, views, media, part).join(", ");
        let name = part_name(words, views, media, part);
        (!(facts.is_empty() && headers.is_empty()))
            .then(|| (format!("{name} {facts}").trim_end().to_owned(), headers))
    });
    parts.collect()
}

/// Describes the encoding of a part in a form or multipart body.
fn of_part(words: Words<'_>, views: &Views<'_>, media: &MediaType, part: &Encoding) -> Vec<String> {
    let mut facts: Vec<String> = part.content_type.iter().map(|kind| words.code(kind)).collect();
    if let Some(style) = part.style {
        let explode = part.explode.unwrap_or(style == Style::Form);
        let whole = views.of(&Node::from(media.schema));
        let property = whole.properties.iter().find(|property| *property.name == *part.property);
        let shape = property.map_or(Shape::One, |property| Shape::of(views, &property.node));
        facts.extend(written(words, &part.property, shape, style, explode));
    }
    if part.allow_reserved {
        facts.push(words.plain("api_reserved"));
    }
    facts
}

/// The maximum number of variants to check.
const MAX_VARIANTS: usize = 20;

/// The structure of a value, reduced to the parts that affect styles.
#[derive(Clone, Copy)]
enum Shape {
    One,
    List,
    Object,
}

impl Shape {
    fn of(views: &Views<'_>, node: &Node) -> Self {
        let merged = views.of(node);
        match merged.types {
            types if types.has(Types::ARRAY) => Shape::List,
            types if types.has(Types::OBJECT) || (types.is_empty() && merged.has_members()) => Shape::Object,
            // Styles affect only values with several parts, so look for a variant with several parts.
            types if types.is_empty() => {
                let variants = merged.groups.iter().flat_map(|group| &group.variants).take(MAX_VARIANTS);
                let mut kinds = variants.map(|variant| views.of(variant).types);
                match kinds.find(|kind| kind.has(Types::ARRAY) || kind.has(Types::OBJECT)) {
                    Some(kind) if kind.has(Types::ARRAY) => Shape::List,
                    Some(_) => Shape::Object,
                    None => Shape::One,
                }
            }
            _ => Shape::One,
        }
    }
}

fn written(words: Words<'_>, name: &str, shape: Shape, style: Style, explode: bool) -> Option<String> {
    match shape {
        Shape::One => {
            let key = match style {
                Style::Label => "api_style_label",
                Style::Matrix => "api_style_matrix",
                _ => return None,
            };
            Some(words.coded(key, &format!(";{name}=")))
        }
        Shape::List => {
            let key = match (style, explode) {
                (Style::Form | Style::Cookie, true) => "api_style_repeated",
                (Style::Form | Style::Simple | Style::Cookie, _) => "api_style_comma",
                (Style::SpaceDelimited, _) => "api_style_space",
                (Style::PipeDelimited, _) => "api_style_pipe",
                (Style::TabDelimited, _) => "api_style_tab",
                (Style::DeepObject, _) => "api_style_deep",
                (Style::Label, true) => "api_style_label",
                (Style::Label, false) => "api_style_label_comma",
                (Style::Matrix, true) => "api_style_matrix_repeated",
                (Style::Matrix, false) => "api_style_matrix_comma",
            };
            let form = match style {
                Style::DeepObject => format!("{name}[name]"),
                _ => format!(";{name}="),
            };
            Some(words.coded(key, &form))
        }
        Shape::Object => {
            let form = match (style, explode) {
                (Style::Form, true) => "a=1&b=2".to_owned(),
                (Style::Cookie, true) => "a=1; b=2".to_owned(),
                (Style::Form | Style::Cookie, false) => format!("{name}=a,1,b,2"),
                (Style::Simple, true) => "a=1,b=2".to_owned(),
                (Style::Simple, false) => "a,1,b,2".to_owned(),
                (Style::SpaceDelimited, _) => format!("{name}=a%201%20b%202"),
                (Style::PipeDelimited, _) => format!("{name}=a|1|b|2"),
                (Style::TabDelimited, _) => format!("{name}=a%091%09b%092"),
                (Style::DeepObject, _) => format!("{name}[a]=1&{name}[b]=2"),
                (Style::Label, true) => ".a=1.b=2".to_owned(),
                (Style::Label, false) => ".a,1,b,2".to_owned(),
                (Style::Matrix, true) => ";a=1;b=2".to_owned(),
                (Style::Matrix, false) => format!(";{name}=a,1,b,2"),
            };
            Some(words.coded("api_style_object", &form))
        }
    }
}
