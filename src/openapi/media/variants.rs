//! The variants of a body: the alternatives of `oneOf`, `anyOf`, or a discriminator.

use super::{Format, Sample, format_of, is_binary, stated, write};
use crate::openapi::{
    Direction, Json, MediaType,
    discriminator_values::{discriminator_values, known_as},
    example::{chosen, example_of},
    merge::{Group, Merged, Node, Views},
    tree::children::titles,
    validate::is_valid,
};

/// The maximum number of variants to show. Any additional variants are shown only in the schema.
const MAX_VARIANTS: usize = 24;
/// The total length of examples, in bytes, after which the remaining variants are shown only in the schema.
const MAX_TEXT: usize = 48 * 1024;

/// One variant of a representation.
#[derive(Debug)]
pub(crate) struct Variant<'a> {
    /// The title of the variant's tab in the schema.
    pub title: String,
    /// The whole schema with this variant selected.
    pub merged: Merged<'a>,
    /// The document's examples, or a generated example.
    pub samples: Vec<Sample>,
}

/// Returns the variants of a representation's first choice, in schema order. If there is no choice, the list is empty.
pub(crate) fn variants<'a>(views: &Views<'a>, media: &MediaType, direction: Direction) -> Vec<Variant<'a>> {
    let Some(id) = media.schema.filter(|id| !is_binary(views, *id)) else { return Vec::new() };
    let node = Node::One(id);
    let merged = views.of(&node);
    let Some(group) = merged.groups.first().filter(|group| group.variants.len() > 1) else {
        return Vec::new();
    };
    let mut of: Vec<Vec<Sample>> = group.variants.iter().map(|_| Vec::new()).collect();
    let mut other = Vec::new();
    for (sample, value) in stated(views, media, direction) {
        let fits = value.and_then(|value| variant_of(views, group, &value, direction));
        match fits {
            Some(at) => of[at].push(sample),
            None => other.push(sample),
        }
    }
    let mut left = MAX_TEXT;
    let mut all = Vec::new();
    let nodes = group.variants.iter().zip(titles(views, group, merged.types)).zip(of);
    for (at, ((variant, title), mut samples)) in nodes.enumerate().take(MAX_VARIANTS) {
        if samples.is_empty()
            && format_of(&media.name) != Format::Binary
            && let Some(value) = example_of(views, &node, at, direction)
        {
            let text = write(views, media, &value);
            samples.push(Sample { text, generated: true, ..Sample::default() });
        }
        if at == 0 {
            // An example that matches no variant or can't be checked is still part of the document.
            samples.append(&mut other);
        }
        let length: usize = samples.iter().map(|sample| sample.text.len()).sum();
        if length > left && at > 0 {
            break;
        }
        left = left.saturating_sub(length);
        all.push(Variant { title, merged: chosen(views, &merged, variant), samples });
    }
    all
}

/// Returns the first variant that a value matches.
pub(crate) fn variant_of(
    views: &Views<'_>,
    group: &Group<'_>,
    value: &Json,
    direction: Direction,
) -> Option<usize> {
    group.variants.iter().position(|node| {
        let told = group.discriminator.and_then(|by| {
            let told = discriminator_values(views, by, known_as(views, by, node)?, &views.of(node))?;
            Some(value.get(&by.property).is_some_and(|value| told.values.contains(value)))
        });
        told.unwrap_or(true) && is_valid(views, node, value, direction) == Some(true)
    })
}
