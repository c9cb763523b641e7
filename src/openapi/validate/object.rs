//! The keywords of objects.

use std::collections::HashMap;

use super::{Run, Seen, TooMuch};
use crate::openapi::merge::{Node, Views};
use crate::openapi::{Direction, Json, Rest, Schema};

impl<'a> Run<'_, 'a> {
    pub(super) fn object(
        &mut self,
        schema: &'a Schema,
        members: &[(Box<str>, Json)],
        here: &Node,
        value: &Json,
        seen: &mut Seen,
    ) -> Result<bool, TooMuch> {
        let at: HashMap<&str, usize> =
            members.iter().enumerate().map(|(at, (name, _))| (&**name, at)).collect();
        let mut ok = self.names(schema, members, here, &at)?;
        let mut known = Seen::default();
        for property in &schema.properties {
            match at.get(&*property.name) {
                Some(at) => {
                    known.mark(*at);
                    let node = Node::One(property.schema);
                    ok &= self.within(|| property.name.to_string(), &node, &members[*at].1)?;
                }
                None if property.required && !self.may_miss(&property.name, here) => {
                    ok = self.fault(|| format!("lacks `{}`", property.name));
                }
                None => {}
            }
        }
        for (pattern, id) in &schema.pattern_properties {
            let Some(parsed) = self.views.pattern(pattern) else {
                // An expression nobody can read may speak of any of them.
                (0..members.len()).for_each(|at| known.mark(at));
                continue;
            };
            for (at, (name, member)) in members.iter().enumerate() {
                if parsed.matches(name) != Some(false) {
                    known.mark(at);
                    ok &= self.within(|| name.to_string(), &Node::One(*id), member)?;
                }
            }
        }
        for (at, (name, member)) in members.iter().enumerate() {
            if known.has(at) || schema.additional == Rest::Unsaid {
                continue;
            }
            ok &= match schema.additional {
                Rest::None => self.fault(|| format!("has the unknown property `{name}`")),
                Rest::Schema(id) => self.within(|| name.to_string(), &Node::One(id), member)?,
                Rest::Any | Rest::Unsaid => true,
            };
            known.mark(at);
        }
        seen.add(&known);
        for (name, id) in &schema.dependent_schemas {
            if at.contains_key(&**name) {
                let (fits, inner) = self.schema(*id, value, here)?;
                ok &= fits;
                seen.add(&inner);
            }
        }
        for (at, (name, member)) in members.iter().enumerate() {
            if seen.has(at) || schema.unevaluated_properties == Rest::Unsaid {
                continue;
            }
            ok &= match schema.unevaluated_properties {
                Rest::None => self.fault(|| format!("has the unknown property `{name}`")),
                Rest::Schema(id) => self.within(|| name.to_string(), &Node::One(id), member)?,
                Rest::Any | Rest::Unsaid => true,
            };
            seen.mark(at);
        }
        Ok(ok)
    }

    /// How many members there are, and which.
    fn names(
        &mut self,
        schema: &Schema,
        members: &[(Box<str>, Json)],
        here: &Node,
        at: &HashMap<&str, usize>,
    ) -> Result<bool, TooMuch> {
        let mut ok = true;
        let count = members.len() as u64;
        if schema.limits.min_properties.is_some_and(|min| count < min) {
            ok = self.fault(|| "has too few properties".to_owned());
        }
        if schema.limits.max_properties.is_some_and(|max| count > max) {
            ok = self.fault(|| "has too many properties".to_owned());
        }
        for name in &schema.also_required {
            if !at.contains_key(&**name) && !self.may_miss(name, here) {
                ok = self.fault(|| format!("lacks `{name}`"));
            }
        }
        for (name, others) in &schema.dependent_required {
            if !at.contains_key(&**name) {
                continue;
            }
            for other in others {
                if !at.contains_key(&**other) && !self.may_miss(other, here) {
                    ok = self.fault(|| format!("lacks `{other}`, which `{name}` requires"));
                }
            }
        }
        if let Some(id) = schema.property_names {
            for (name, _) in members {
                let text = Json::String(name.clone());
                ok &= self.within(|| name.to_string(), &Node::One(id), &text)?;
            }
        }
        Ok(ok)
    }

    /// Whether a required property is not sent this way.
    fn may_miss(&self, name: &str, here: &Node) -> bool {
        self.direction != Direction::Both && is_hidden(self.views, here, name, self.direction)
    }
}

/// Whether a property of an object is not sent in a direction.
pub(crate) fn is_hidden(views: &Views<'_>, here: &Node, name: &str, direction: Direction) -> bool {
    let merged = views.of(here);
    let hides = |node: &Node| {
        let property = views.of(node);
        match direction {
            Direction::Both => false,
            Direction::Request => property.read_only,
            Direction::Response => property.write_only,
        }
    };
    let own = merged.properties.iter().find(|field| field.name == name);
    // The variant that holds the property may be any.
    let in_variants = || {
        merged.groups.iter().flat_map(|group| &group.variants).any(|variant| {
            let variant = views.of(variant);
            variant.properties.iter().any(|field| field.name == name && hides(&field.node))
        })
    };
    own.map_or_else(in_variants, |field| hides(&field.node))
}
