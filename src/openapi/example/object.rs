//! Generates objects.

use std::collections::{HashMap, HashSet};

use super::{MAX_ITEMS, MOST_LOOKED_AT, Maker};
use crate::openapi::{
    Json,
    discriminator_values::told_properties,
    merge::{Merged, Node, Others},
};

/// The placeholder for property names.
const NAME: &str = "key";

type Members = Vec<(Box<str>, Json)>;

impl<'a> Maker<'_, 'a> {
    pub(super) fn object(&mut self, merged: &Merged<'a>, frugal: bool) -> Option<Json> {
        // The first object is visited completely, regardless of its size.
        if self.looked_at > MOST_LOOKED_AT {
            self.full = true;
            return None;
        }
        self.looked_at += merged.properties.len() + merged.also_required.len();
        let (least, most) = merged.limits.properties.sizes();
        let least = least.min(MAX_ITEMS);
        let told = told_properties(self.views, merged, None).rev();
        let told: HashMap<&str, Json> =
            told.filter_map(|(name, values)| Some((name, values.into_iter().next()?))).collect();
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
            let value = told.get(field.name).cloned();
            match value.or_else(|| self.value(&field.node, false)) {
                Some(value) => {
                    self.bytes += field.name.len() + 6;
                    members.push((field.name.into(), value));
                    optional -= usize::from(!field.required);
                }
                None if field.required || self.full => return None,
                None => {}
            }
        }
        // These names are unique and differ from the names of all properties.
        for name in &merged.also_required {
            match told.get(name) {
                Some(value) => members.push(((*name).into(), value.clone())),
                None => self.named(name, self.open_node(merged, name)?, &mut members)?,
            }
        }
        self.dependent(merged, &mut members)?;
        for field in left_out {
            if members.len() >= least {
                break;
            }
            if !field.excluded
                && let Some(value) = self.value(&field.node, true)
            {
                members.push((field.name.into(), value));
            }
        }
        self.open_names(merged, &mut members, least, most, frugal);
        (members.len() >= least).then_some(Json::Object(members))
    }

    /// Adds a property with this schema, unless it's hidden.
    fn named(&mut self, name: &str, node: Node, members: &mut Members) -> Option<()> {
        if self.views.of(&node).is_hidden(self.direction) {
            return Some(());
        }
        let value = self.open_value(&node, true)?;
        self.bytes += name.len() + 6;
        members.push((name.into(), value));
        Some(())
    }

    /// Returns a value for a property that has no schema of its own.
    fn open_value(&mut self, node: &Node, frugal: bool) -> Option<Json> {
        match node {
            Node::Any => Some(Json::String("string".into())),
            node => self.value(node, frugal),
        }
    }

    /// Returns the schema of the property with this name, or `None` if the property isn't allowed.
    fn node_of(&self, merged: &Merged<'a>, name: &str) -> Option<Node> {
        let field = merged.property(name).map(|field| field.node.clone());
        field.or_else(|| self.open_node(merged, name))
    }

    /// Returns the schema of a property that isn't in `properties`, or `None` if such a property isn't allowed.
    fn open_node(&self, merged: &Merged<'a>, name: &str) -> Option<Node> {
        let matching = |pattern: &str| {
            self.views.pattern(pattern).and_then(|pattern| pattern.matches(name)) == Some(true)
        };
        let mut matched =
            merged.pattern_properties.iter().filter(|(pattern, _)| matching(pattern)).peekable();
        if matched.peek().is_some() {
            return Some(matched.fold(Node::Any, |all, (_, node)| all.and(node)));
        }
        let others = match &merged.additional {
            Others::Unsaid => &merged.unevaluated_properties,
            others => others,
        };
        (*others != Others::None).then(|| others.each().clone())
    }

    /// Adds the properties that other properties require. Removes a property if its requirements can't be met.
    fn dependent(&mut self, merged: &Merged<'a>, members: &mut Members) -> Option<()> {
        // Each round either adds a name or permanently removes a name.
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
            if node.and_then(|node| self.named(other, node, members)).is_none() {
                members.retain(|(known, _)| **known != *name);
            }
        }
        Some(())
    }

    /// Adds properties whose names the schema doesn't specify: one as an illustration, or more if required.
    fn open_names(
        &mut self,
        merged: &Merged<'a>,
        members: &mut Members,
        least: usize,
        most: usize,
        frugal: bool,
    ) {
        let shows = !frugal && (merged.additional.said().is_some() || !merged.pattern_properties.is_empty());
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
            let Some(value) = self.open_value(&node, frugal) else { return };
            members.push((name.into(), value));
        }
    }

    /// Returns a name that the schema doesn't specify, and the schema of the property's value.
    fn open_name(&mut self, merged: &Merged<'a>, turn: usize) -> Option<(String, Node)> {
        let wanted = merged.additional_name.unwrap_or(NAME);
        let mut name = if turn == 0 { wanted.to_owned() } else { format!("{wanted}{turn}") };
        if let Some(names) = &merged.property_names {
            let level = std::mem::take(&mut self.level);
            let made = self.value(names, true);
            self.level = level;
            let made = made?;
            let made = if turn == 0 { made } else { self.varied(names, &made, turn)? };
            name = made.as_str()?.to_owned();
        }
        let node = self.node_of(merged, &name);
        let is_open = merged.additional.said().is_some() || merged.pattern_properties.is_empty();
        if let Some(node) = node.filter(|_| is_open) {
            return Some((name, node));
        }
        // The name has to match a pattern.
        let patterns = merged.pattern_properties.iter();
        let mut made = patterns.filter_map(|(pattern, _)| {
            let pattern = self.views.pattern(pattern)?;
            let fitting = |text: &String| pattern.matches(text) == Some(true);
            pattern.candidates(0, 200, turn).into_iter().find(fitting)
        });
        let name = made.next()?;
        let node = self.node_of(merged, &name)?;
        Some((name, node))
    }
}
