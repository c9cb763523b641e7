//! Generates objects.

use std::collections::{HashMap, HashSet};

use super::{MAX_ITEMS, MOST_LOOKED_AT, Maker, bound};
use crate::openapi::Json;
use crate::openapi::discriminator_values::discriminator_values;
use crate::openapi::merge::{Merged, Node, Others};

/// The placeholder for property names.
const NAME: &str = "key";

type Members = Vec<(Box<str>, Json)>;

impl<'a> Maker<'_, 'a> {
    pub(super) fn object(&mut self, merged: &Merged<'a>, depth: usize, frugal: bool) -> Option<Json> {
        // The first object is visited completely, whatever its size.
        if self.looked_at > MOST_LOOKED_AT {
            self.full = true;
            return None;
        }
        self.looked_at += merged.properties.len() + merged.also_required.len();
        let least = bound(merged.limits.min_properties, 0).min(MAX_ITEMS);
        let most = bound(merged.limits.max_properties, usize::MAX);
        let told: HashMap<&str, Json> = merged
            .told_by
            .iter()
            .rev()
            .filter_map(|(discriminator, id)| {
                let told =
                    discriminator_values(self.views, discriminator, *id, merged).filter(|told| !told.own)?;
                Some((&*discriminator.property, told.values.into_iter().next()?))
            })
            .collect();
        let required =
            merged.properties.iter().filter(|field| field.required).count() + merged.also_required.len();
        let mut optional = most.saturating_sub(required);
        let mut members: Members = Vec::new();
        let mut left_out = Vec::new();
        for field in &merged.properties {
            let property = self.views.of(&field.node);
            if property.is_hidden(self.direction) {
                continue;
            }
            if !field.required && (frugal || optional == 0 || property.deprecated || field.excluded) {
                left_out.push(field);
                continue;
            }
            let value = match told.get(field.name) {
                Some(value) => Some(value.clone()),
                None => self.value(&field.node, depth + 1, false),
            };
            match value {
                Some(value) => {
                    self.bytes += field.name.len() + 6;
                    members.push((field.name.into(), value));
                    optional -= usize::from(!field.required);
                }
                None if field.required || self.full => return None,
                None => {}
            }
        }
        // No property has one of these names, and none is a duplicate.
        for name in &merged.also_required {
            match told.get(name) {
                Some(value) => members.push(((*name).into(), value.clone())),
                None => self.named(name, self.open_node(merged, name)?, &mut members, depth)?,
            }
        }
        self.dependent(merged, &mut members, depth)?;
        for field in left_out {
            if members.len() >= least {
                break;
            }
            if !field.excluded
                && let Some(value) = self.value(&field.node, depth + 1, true)
            {
                members.push((field.name.into(), value));
            }
        }
        self.open_names(merged, &mut members, least, most, depth, frugal);
        (members.len() >= least).then_some(Json::Object(members))
    }

    /// Adds a property with this schema.
    fn named(&mut self, name: &str, node: Node, members: &mut Members, depth: usize) -> Option<()> {
        if self.views.of(&node).is_hidden(self.direction) {
            return Some(());
        }
        let value = self.open_value(&node, depth, true)?;
        self.bytes += name.len() + 6;
        members.push((name.into(), value));
        Some(())
    }

    /// Returns a value of a property without its own schema.
    fn open_value(&mut self, node: &Node, depth: usize, frugal: bool) -> Option<Json> {
        match node {
            Node::Any => Some(Json::String("string".into())),
            node => self.value(node, depth + 1, frugal),
        }
    }

    /// Returns the schema of the property with a name; `None` if it isn't allowed.
    fn node_of(&self, merged: &Merged<'a>, name: &str) -> Option<Node> {
        match merged.property(name) {
            Some(field) => Some(field.node.clone()),
            None => self.open_node(merged, name),
        }
    }

    /// Returns the schema of other properties; `None` if they aren't allowed.
    fn open_node(&self, merged: &Merged<'a>, name: &str) -> Option<Node> {
        let matching = |pattern: &str| {
            self.views.pattern(pattern).and_then(|pattern| pattern.matches(name)) == Some(true)
        };
        let mut matched =
            merged.pattern_properties.iter().filter(|(pattern, _)| matching(pattern)).peekable();
        if matched.peek().is_some() {
            return Some(matched.fold(Node::Any, |all, (_, node)| all.and(node)));
        }
        match (&merged.additional, &merged.unevaluated_properties) {
            (Others::None, _) | (Others::Unsaid, Others::None) => None,
            (Others::Each(node), _) | (Others::Unsaid, Others::Each(node)) => Some(node.clone()),
            _ => Some(Node::Any),
        }
    }

    /// Adds what other properties require; removes a property whose requirements can't be met.
    fn dependent(&mut self, merged: &Merged<'a>, members: &mut Members, depth: usize) -> Option<()> {
        // Each round adds a name, or removes one permanently.
        for _ in 0..MAX_ITEMS.min(merged.dependent_required.iter().map(|(_, others)| others.len() + 1).sum())
        {
            let names: HashSet<Box<str>> = members.iter().map(|(name, _)| name.clone()).collect();
            let needed = merged.dependent_required.iter().filter(|(name, _)| names.contains(*name));
            let Some((name, other)) = needed
                .flat_map(|(name, others)| others.iter().map(move |other| (*name, other)))
                .find(|(_, other)| !names.contains(&***other))
            else {
                break;
            };
            let node = self.node_of(merged, other);
            if node.and_then(|node| self.named(other, node, members, depth)).is_none() {
                members.retain(|(known, _)| **known != *name);
            }
        }
        Some(())
    }

    /// Adds properties with free names: one as an illustration, more if more are required.
    fn open_names(
        &mut self,
        merged: &Merged<'a>,
        members: &mut Members,
        least: usize,
        most: usize,
        depth: usize,
        frugal: bool,
    ) {
        let shows = !frugal
            && (matches!(merged.additional, Others::Each(_)) || !merged.pattern_properties.is_empty());
        let wanted = least.max(if shows { (members.len() + 1).min(most) } else { 0 });
        let mut tries = 0;
        while members.len() < wanted && tries < wanted + 20 {
            let Some((name, node)) = self.open_name(merged, tries) else { return };
            tries += 1;
            if members.iter().any(|(known, _)| **known == *name)
                || self.views.of(&node).is_hidden(self.direction)
            {
                continue;
            }
            let Some(value) = self.open_value(&node, depth, frugal) else { return };
            members.push((name.into(), value));
        }
    }

    /// Returns a free name, and the schema of its value.
    fn open_name(&mut self, merged: &Merged<'a>, turn: usize) -> Option<(String, Node)> {
        let wanted = merged.additional_name.unwrap_or(NAME);
        let mut name = if turn == 0 { wanted.to_owned() } else { format!("{wanted}{turn}") };
        if let Some(names) = &merged.property_names {
            name = match self.value(names, 0, true)? {
                Json::String(name) if turn == 0 => name.into(),
                Json::String(name) => match self.varied(names, &Json::String(name), turn)? {
                    Json::String(name) => name.into(),
                    _ => return None,
                },
                _ => return None,
            };
        }
        match self.node_of(merged, &name) {
            Some(node)
                if matches!(merged.additional, Others::Each(_)) || merged.pattern_properties.is_empty() =>
            {
                return Some((name, node));
            }
            _ => {}
        }
        // Only names that match one of the patterns are shown, or allowed.
        let patterns = merged.pattern_properties.iter();
        let made = patterns.filter_map(|(pattern, _)| {
            let pattern = self.views.pattern(pattern)?;
            let fitting = |text: &String| pattern.matches(text) == Some(true);
            pattern.candidates(0, 200, turn).into_iter().find(fitting)
        });
        let name = made.into_iter().next()?;
        let node = self.node_of(merged, &name)?;
        Some((name, node))
    }
}
