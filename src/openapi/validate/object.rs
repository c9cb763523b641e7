//! The keywords of objects.

use std::collections::HashMap;

use super::{Run, Seen, TooMuch};
use crate::openapi::merge::{Field, Node, Views};
use crate::openapi::{Direction, Json, Property, Rest, Schema};

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
        for Property { name, schema, required } in &schema.properties {
            match at.get(&**name) {
                Some(at) => {
                    known.mark(*at);
                    ok &= self.within(name, &Node::One(*schema), &members[*at].1)?;
                }
                None if *required => ok &= self.lacks(name, here, ""),
                None => {}
            }
        }
        for (pattern, id) in &schema.pattern_properties {
            let pattern = self.views.pattern(pattern);
            for (at, (name, member)) in members.iter().enumerate() {
                // An unsupported expression could match any of them.
                if pattern.as_ref().is_none_or(|pattern| pattern.matches(name) != Some(false)) {
                    known.mark(at);
                    ok &= pattern.is_none() || self.within(name, &Node::One(*id), member)?;
                }
            }
        }
        ok &= self.others(schema.additional, members, &mut known)?;
        seen.add(&known);
        for (name, id) in &schema.dependent_schemas {
            if at.contains_key(&**name) {
                ok &= self.schema(*id, value, here, seen)?;
            }
        }
        ok &= self.others(schema.unevaluated_properties, members, seen)?;
        Ok(ok)
    }

    /// The members that nothing has evaluated yet.
    fn others(&mut self, rest: Rest, members: &[(Box<str>, Json)], seen: &mut Seen) -> Result<bool, TooMuch> {
        let mut ok = true;
        for (at, (name, member)) in members.iter().enumerate() {
            if rest != Rest::Unsaid && !seen.has(at) {
                ok &= self.other(rest, name, member, format_args!("has the unknown property `{name}`"))?;
                seen.mark(at);
            }
        }
        Ok(ok)
    }

    /// Checks the number and the names of members.
    fn names(
        &mut self,
        schema: &Schema,
        members: &[(Box<str>, Json)],
        here: &Node,
        at: &HashMap<&str, usize>,
    ) -> Result<bool, TooMuch> {
        let bounds = [schema.limits.min_properties, schema.limits.max_properties];
        let mut ok =
            self.counted(members.len(), bounds, ["has too few properties", "has too many properties"]);
        for name in schema.also_required.iter().filter(|name| !at.contains_key(&***name)) {
            ok &= self.lacks(name, here, "");
        }
        for (name, others) in schema.dependent_required.iter().filter(|(name, _)| at.contains_key(&**name)) {
            for other in others.iter().filter(|other| !at.contains_key(&***other)) {
                ok &= self.lacks(other, here, &format!(", which `{name}` requires"));
            }
        }
        if let Some(id) = schema.property_names {
            for (name, _) in members {
                ok &= self.within(name, &Node::One(id), &Json::String(name.clone()))?;
            }
        }
        Ok(ok)
    }

    /// Whether a missing required property is allowed, because it isn't sent in this direction.
    fn lacks(&mut self, name: &str, here: &Node, why: &str) -> bool {
        let sent = self.direction == Direction::Both || !is_hidden(self.views, here, name, self.direction);
        !sent || self.fault(format_args!("is missing `{name}`{why}"))
    }
}

/// Whether a property of an object isn't sent in a direction.
pub(crate) fn is_hidden(views: &Views<'_>, here: &Node, name: &str, direction: Direction) -> bool {
    let merged = views.of(here);
    let hides = |field: &Field<'_>| views.of(&field.node).is_hidden(direction);
    merged.property(name).map(hides).unwrap_or_else(|| {
        // Any variant can contain the property.
        let mut variants = merged.groups.iter().flat_map(|group| &group.variants);
        variants.any(|variant| views.of(variant).property(name).is_some_and(hides))
    })
}
