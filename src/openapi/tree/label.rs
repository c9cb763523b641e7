//! The type of a schema, as shown to readers: `string<date-time> | null`, `array of Customer`.

use std::fmt;

use crate::openapi::{
    Bounds, SchemaId, Types,
    merge::{Merged, Node, Views, extend},
};

/// The maximum depth of nested lists in a label.
const MAX_NESTING: usize = 4;
/// The maximum number of variants in a label.
const MAX_VARIANTS: usize = 6;

/// A type, as shown to readers. [`fmt::Display`] writes the label in the specification's notation. The parts of the
/// label are used for links.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Label<'a> {
    /// The type, without `null`.
    pub shape: Shape<'a>,
    /// Whether `null` is also valid.
    pub nullable: bool,
}

/// A type, without `null`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Shape<'a> {
    /// Anything.
    #[default]
    Any,
    /// No value is valid.
    Never,
    /// One or more types, with the format and, if one of the types is `array`, the type of the items.
    Types(Types, Option<&'a str>, Option<Box<Label<'a>>>),
    /// An object or a union with a name.
    Named(SchemaId, &'a str),
    /// One of several types. The number counts the types that aren't listed.
    Union(Vec<Label<'a>>, usize),
}

impl<'a> Label<'a> {
    /// Returns the label of a schema.
    pub(crate) fn of(views: &Views<'a>, merged: &Merged<'a>) -> Label<'a> {
        build(views, merged, 0, true)
    }

    /// Returns the label of a schema whose name is already shown.
    pub(crate) fn unnamed(views: &Views<'a>, merged: &Merged<'a>) -> Label<'a> {
        build(views, merged, 0, false)
    }

    /// Returns the label of a variant. `types` are the types of the variant's parent, which apply if the variant has no
    /// types.
    pub(crate) fn within(views: &Views<'a>, variant: &Merged<'a>, types: Types) -> Label<'a> {
        typed(build(views, variant, 0, true), variant, types)
    }

    /// Whether the label contains the schema's format, if any.
    pub(super) fn shows_format(&self) -> bool {
        match &self.shape {
            Shape::Types(types, ..) => types.names().any(|name| is_formatted(*types, name)),
            _ => false,
        }
    }

    /// Whether the label needs parentheses inside another label.
    fn is_several(&self) -> bool {
        self.nullable
            || match &self.shape {
                Shape::Union(labels, more) => labels.len() + more > 1,
                Shape::Types(types, _, _) => types.names().count() > 1,
                Shape::Any | Shape::Never | Shape::Named(..) => false,
            }
    }
}

/// Whether the type with this name can have a format. The type has to be a string, a number, or the only type.
fn is_formatted(types: Types, name: &str) -> bool {
    matches!(name, "string" | "integer" | "number") || types.names().count() == 1
}

fn typed<'a>(label: Label<'a>, variant: &Merged<'a>, types: Types) -> Label<'a> {
    let types = Types(types.0 & !Types::NULL.0);
    match label.shape {
        Shape::Any if !types.is_empty() => {
            Label { shape: Shape::Types(types, variant.format, None), ..label }
        }
        _ => label,
    }
}

/// Returns the variants of a scalar if their labels differ and at least one variant has a format.
fn formats<'a>(views: &Views<'a>, merged: &Merged<'a>, types: Types, nesting: usize) -> Option<Shape<'a>> {
    let [group] = merged.groups.as_slice() else { return None };
    let scalar = !types.has(Types::OBJECT) && !types.has(Types::ARRAY);
    if !scalar || merged.format.is_some() || nesting >= MAX_NESTING {
        return None;
    }
    let mut labels: Vec<Label<'a>> = Vec::new();
    let variants = group.variants.iter().take(MAX_VARIANTS).map(|variant| views.of(variant));
    extend(&mut labels, variants.map(|one| typed(build(views, &one, nesting + 1, true), &one, types)));
    let formatted = labels.iter().any(|label| matches!(label.shape, Shape::Types(_, Some(_), _)));
    let more = group.variants.len().saturating_sub(MAX_VARIANTS);
    (formatted && labels.len() > 1).then_some(Shape::Union(labels, more))
}

fn build<'a>(views: &Views<'a>, merged: &Merged<'a>, nesting: usize, by_name: bool) -> Label<'a> {
    if merged.never && merged.types.is_empty() && merged.parts.len() <= 1 {
        return Label { shape: Shape::Never, nullable: false };
    }
    let types = stated_types(merged);
    let nullable = merged.nullable() || (merged.types.is_empty() && types.has(Types::NULL));
    let types = if types == Types::NULL { types } else { Types(types.0 & !Types::NULL.0) };
    let composed = types == Types::OBJECT || (types.is_empty() && !merged.groups.is_empty());
    if composed
        && by_name
        && !is_scalar_union(views, merged, types)
        && let Some(id) = merged.subject
        && let Some(name) = views.schema(id).and_then(|schema| schema.name.as_deref())
    {
        return Label { shape: Shape::Named(id, name), nullable };
    }
    // For a schema without a type, the variants are a better label.
    if (types.is_empty() || types == Types::OBJECT && !merged.has_members())
        && let Some(group) = merged.choices(views.api).next()
    {
        let mut labels: Vec<Label<'a>> = Vec::new();
        let mut more = 0;
        for variant in &group.variants {
            if labels.len() >= MAX_VARIANTS || nesting >= MAX_NESTING {
                more += 1;
                continue;
            }
            extend(&mut labels, [build(views, &views.of(variant), nesting + 1, true)]);
        }
        let nullable = nullable || group.nullable;
        return match (labels.len(), more) {
            (0, _) => Label { shape: Shape::Any, nullable: false },
            (1, 0) => Label { nullable: nullable || labels[0].nullable, ..labels.remove(0) },
            _ => Label { shape: Shape::Union(labels, more), nullable },
        };
    }
    if types.is_empty() {
        return Label::default();
    }
    if let Some(shape) = formats(views, merged, types, nesting) {
        return Label { shape, nullable };
    }
    let shows_items = types.has(Types::ARRAY) && nesting < MAX_NESTING && merged.prefix_items.is_empty();
    let items = merged.items.said().filter(|node| shows_items && **node != Node::Any);
    let items = items.map(|node| build(views, &views.of(node), nesting + 1, true));
    let items = items.filter(|label| label.shape != Shape::Any).map(Box::new);
    let nullable = nullable && types != Types::NULL;
    Label { shape: Shape::Types(types, merged.format, items), nullable }
}

/// Whether a schema is a choice between a few scalar types, which are more informative than a name.
fn is_scalar_union(views: &Views<'_>, merged: &Merged<'_>, types: Types) -> bool {
    let scalar = |node: &Node| {
        let types = views.of(node).types;
        !types.is_empty() && !types.has(Types::OBJECT) && !types.has(Types::ARRAY)
    };
    types.is_empty()
        && matches!(merged.groups.as_slice(), [group] if group.variants.len() <= MAX_VARIANTS && group.variants.iter().all(scalar))
}

/// Returns the specified types, or the types that the values and keywords imply.
pub(super) fn stated_types(merged: &Merged<'_>) -> Types {
    if !merged.types.is_empty() {
        return merged.types;
    }
    let values = merged.constant.into_iter().chain(merged.values.iter().map(|one| &one.value));
    let of_values = values.fold(Types::default(), |types, value| types.with(Types::of(value)));
    if !of_values.is_empty() {
        return of_values;
    }
    let mut types = Types::default();
    if merged.has_members() && merged.groups.is_empty() || !merged.properties.is_empty() {
        types = types.with(Types::OBJECT);
    }
    if !merged.prefix_items.is_empty() || merged.items.said().is_some() {
        types = types.with(Types::ARRAY);
    }
    if types.is_empty() && merged.groups.is_empty() {
        let limits = &merged.limits;
        if limits.unique_items || limits.items != Bounds::default() || !merged.contains.is_empty() {
            types = types.with(Types::ARRAY);
        }
        if !merged.patterns.is_empty() {
            types = types.with(Types::STRING);
        }
    }
    types
}

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.shape {
            Shape::Any => f.write_str("any")?,
            Shape::Never => f.write_str("never")?,
            Shape::Named(_, name) => f.write_str(name)?,
            Shape::Types(types, format, items) => {
                for (at, name) in types.names().enumerate() {
                    if at > 0 {
                        f.write_str(" | ")?;
                    }
                    f.write_str(name)?;
                    match (name, items) {
                        ("array", Some(items)) if items.is_several() => write!(f, " of ({items})")?,
                        ("array", Some(items)) => write!(f, " of {items}")?,
                        _ => {}
                    }
                    if let Some(format) = format.filter(|_| is_formatted(*types, name)) {
                        write!(f, "<{format}>")?;
                    }
                }
            }
            Shape::Union(labels, more) => {
                for (at, label) in labels.iter().enumerate() {
                    if at > 0 {
                        f.write_str(" | ")?;
                    }
                    write!(f, "{label}")?;
                }
                if *more > 0 {
                    f.write_str(" | …")?;
                }
            }
        }
        if self.nullable { f.write_str(" | null") } else { Ok(()) }
    }
}
