//! The discriminator values of a variant.
//!
//! A mapping can define the value. Otherwise, the value is the name of the schema. The mapped value and the name are
//! both checked against the variant's own schema for the property. Validation rejects a value that this schema
//! excludes, so such a value is never listed.

use std::collections::HashSet;

use super::{
    Direction, Discriminator, Json, SchemaId,
    merge::{Merged, Node, Views, canonical},
    validate::is_valid,
};

/// The maximum depth of nested variants.
const MAX_DEPTH: usize = 4;
/// The maximum number of nested variants in a variant.
const MAX_VARIANTS: usize = 24;

/// The discriminator values of a variant. There's at least one value.
#[derive(Debug)]
pub(crate) struct DiscriminatorValues {
    /// The values, without duplicates.
    pub values: Vec<Json>,
    /// Whether the variant's own schema for the property lists the values.
    pub own: bool,
}

/// Returns the discriminator values of a variant, without values that the variant's schema excludes. Returns `None` if
/// there are no values. `id` is the schema that the discriminator uses for the variant.
pub(crate) fn discriminator_values(
    views: &Views<'_>,
    discriminator: &Discriminator,
    id: SchemaId,
    variant: &Merged<'_>,
) -> Option<DiscriminatorValues> {
    let places = places(views, variant, &discriminator.property, 0);
    let named = |names: &[(Box<str>, SchemaId)]| {
        let names = names.iter().filter(|(_, known)| *known == id);
        unique(names.filter_map(|(text, _)| allowed(views, &places, text)))
    };
    let mapped = named(&discriminator.mapping);
    if !mapped.is_empty() {
        return Some(DiscriminatorValues { values: mapped, own: false });
    }
    let own = unique(places.iter().flat_map(|place| listed(&views.of(place))));
    // If the schema with the discriminator lists values, these values apply to all variants and don't distinguish the
    // variants.
    let shared = discriminator.declared.is_some_and(|id| {
        let shared: HashSet<String> = listed(&views.of(&id.into())).iter().map(canonical).collect();
        own.len() == shared.len() && own.iter().all(|value| shared.contains(&canonical(value)))
    });
    if own.is_empty() || shared {
        let implied = named(&discriminator.names);
        if !implied.is_empty() {
            return Some(DiscriminatorValues { values: implied, own: false });
        }
    }
    (!own.is_empty() && !shared).then_some(DiscriminatorValues { values: own, own: true })
}

/// Returns the discriminator properties of a variant, each with the values that identify the variant. Leaves out a
/// property if the property's own schema lists the values.
pub(crate) fn told_properties<'a>(
    views: &Views<'a>,
    merged: &Merged<'a>,
    further: Option<(&'a Discriminator, SchemaId)>,
) -> impl DoubleEndedIterator<Item = (&'a str, Vec<Json>)> {
    merged.told_by.iter().copied().chain(further).filter_map(|(by, id)| {
        let told = discriminator_values(views, by, id, merged).filter(|told| !told.own)?;
        Some((&*by.property, told.values))
    })
}

/// Returns the schema that a discriminator uses for a variant: the variant's schema, or the schema that the variant
/// wraps.
pub(crate) fn known_as(views: &Views<'_>, discriminator: &Discriminator, variant: &Node) -> Option<SchemaId> {
    let own = variant.ids().first().copied();
    let is_known = |id: &SchemaId| discriminator.variants().any(|known| known == *id);
    own.filter(is_known).or_else(|| views.subject(variant)).or(own)
}

/// Returns the schemas of a property in a variant. If the variant doesn't define the property, returns the schemas in
/// the nested variants.
fn places(views: &Views<'_>, variant: &Merged<'_>, property: &str, depth: usize) -> Vec<Node> {
    if let Some(field) = variant.property(property) {
        return vec![field.node.clone()];
    }
    if depth < MAX_DEPTH
        && let Some(group) = variant.groups.first()
    {
        let variants = group.variants.iter().take(MAX_VARIANTS);
        return variants.flat_map(|node| places(views, &views.of(node), property, depth + 1)).collect();
    }
    variant.additional.said().cloned().into_iter().collect()
}

/// Returns the values that a schema lists.
fn listed(merged: &Merged<'_>) -> Vec<Json> {
    match merged.constant {
        Some(constant) => vec![constant.clone()],
        None => merged.values.iter().map(|one| one.value.clone()).collect(),
    }
}

/// Converts a mapping key to a value that the property can have: the string, or the number or boolean that the string
/// represents.
fn allowed(views: &Views<'_>, places: &[Node], text: &str) -> Option<Json> {
    let fits = |value: &Json| {
        let valid = |place| is_valid(views, place, value, Direction::Both) != Some(false);
        places.is_empty() || places.iter().any(valid)
    };
    let scalar = Json::parse(text).filter(|value| matches!(value, Json::Number(_) | Json::Bool(_)));
    [Some(Json::String(text.into())), scalar].into_iter().flatten().find(fits)
}

fn unique(values: impl Iterator<Item = Json>) -> Vec<Json> {
    let mut known = HashSet::new();
    values.filter(|value| known.insert(canonical(value))).collect()
}
