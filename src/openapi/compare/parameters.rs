//! Compares the parameters of operations and the headers of responses.

use std::collections::{HashMap, HashSet};

use super::facts::{Facts, Spot};
use super::operations::{Diff, Scope};
use super::schemas::Key;
use super::{Rule, index, quote, values};
use crate::openapi::{
    Operation, Parameter, ParameterIn, Place, SchemaId, media::is_json, merge::Node, server,
};

impl<'a> Diff<'a> {
    pub(super) fn parameters(&mut self, scope: &Scope, old: &'a Operation, new: &'a Operation) {
        let renamed = renamed(old, new);
        let key = |one: &'a Parameter, renamed: &HashMap<&'a str, &'a str>| {
            let name = match one.location {
                ParameterIn::Path => renamed.get(&*one.name).map_or(&*one.name, |name| *name).to_owned(),
                ParameterIn::Header => one.name.to_ascii_lowercase(),
                _ => one.name.to_string(),
            };
            (one.location.name(), name)
        };
        let none = HashMap::new();
        let news: HashMap<_, &Parameter> = new.parameters.iter().map(|one| (key(one, &none), one)).collect();
        let mut known = HashSet::new();
        for was in &old.parameters {
            let label = label(was);
            let key = key(was, &renamed);
            match news.get(&key) {
                Some(now) => self.parameter(scope, was, now),
                None => {
                    let rules = [
                        Rule::ParameterRemoved,
                        Rule::ParameterRemovedDeprecated,
                        Rule::ParameterRemovedBeforeSunset,
                    ];
                    self.removed(scope, rules, &label, (was.deprecated, &was.extra), &was.place);
                }
            }
            known.insert(key);
        }
        for now in new.parameters.iter().filter(|now| !known.contains(&key(now, &none))) {
            let rule = if now.required { Rule::RequiredParameterAdded } else { Rule::OptionalParameterAdded };
            self.tell(scope, rule, &label(now), ["", ""], [Some(&old.place), Some(&now.place)]);
        }
    }

    fn parameter(&mut self, scope: &Scope, old: &'a Parameter, new: &'a Parameter) {
        let places = [Some(&old.place), Some(&new.place)];
        let label = label(new);
        if old.name != new.name && old.location == ParameterIn::Path {
            let texts = [&*quote::code(&old.name), &*quote::code(&new.name)];
            self.tell(scope, Rule::PathParameterRenamed, &label, texts, places);
        }
        match (old.required, new.required) {
            (false, true) => self.tell(scope, Rule::ParameterBecameRequired, &label, ["", ""], places),
            (true, false) => self.tell(scope, Rule::ParameterBecameOptional, &label, ["", ""], places),
            _ => {}
        }
        match (old.deprecated, new.deprecated) {
            (false, true) => self.tell(scope, Rule::ParameterDeprecated, &label, ["", ""], places),
            (true, false) => self.tell(scope, Rule::ParameterUndeprecated, &label, ["", ""], places),
            _ => {}
        }
        self.sunset(scope, &label, (&old.extra, &new.extra), [old.deprecated, new.deprecated], places);
        if old.allow_empty && !new.allow_empty {
            self.tell(scope, Rule::EmptyValueRefused, &label, ["", ""], places);
        }
        self.encoding(scope, &label, old, new);
        if !old.required && !new.required {
            self.default_value(scope, &label, old, new);
        }
        self.value(scope, &label, old, new);
    }

    /// Compares how the value of a parameter or header is written.
    fn encoding(&mut self, scope: &Scope, label: &str, old: &'a Parameter, new: &'a Parameter) {
        let show = |one: &Parameter| match &one.media_type {
            Some(name) => quote::code(name),
            None => format!("`{:?}`{}", one.style, if one.explode { " with `explode`" } else { "" }),
        };
        let is_same = match (&old.media_type, &new.media_type) {
            (None, None) => {
                // `explode` matters only for lists and objects, and a schema that allows neither has no parts.
                let has_parts =
                    [(&self.pairs.old, old), (&self.pairs.new, new)].iter().all(|(views, one)| {
                        let types = values::types(views, &views.of(&Node::from(one.schema)));
                        types.is_empty() || types.names().any(|name| matches!(name, "array" | "object"))
                    });
                old.style == new.style && (old.explode == new.explode || !has_parts)
            }
            (was, now) => was == now,
        };
        if !is_same {
            let places = [Some(&old.place), Some(&new.place)];
            self.tell(scope, Rule::ParameterStyleChanged, label, [&show(old), &show(new)], places);
        }
    }

    fn default_value(&mut self, scope: &Scope, label: &str, old: &'a Parameter, new: &'a Parameter) {
        let mut facts = Facts::default();
        let was = self.pairs.old.of(&Node::from(old.schema)).default;
        let now = self.pairs.new.of(&Node::from(new.schema)).default;
        values::default(was, now, Rule::ParameterDefaultChanged, &mut facts);
        for fact in facts.all {
            let places = [Some(&old.place), Some(&new.place)];
            self.tell(scope, fact.rule, label, [&fact.old, &fact.new], places);
        }
    }

    /// Compares the schemas of a parameter or header.
    fn value(&mut self, scope: &Scope, label: &str, old: &'a Parameter, new: &'a Parameter) {
        let spot = match &new.media_type {
            Some(name) if is_json(name) => Spot::Typed,
            _ => Spot::Parameter,
        };
        let places = [Some(&old.place), Some(&new.place)];
        self.schemas(scope, label, (old.schema, new.schema), spot, places);
    }

    /// Compares the headers of a response. `scope` is the scope of the response.
    pub(super) fn headers(&mut self, scope: &Scope, label: &str, old: &'a [Parameter], new: &'a [Parameter]) {
        let name = |one: &Parameter| one.name.to_ascii_lowercase();
        let [olds, news] = [old, new].map(|all| index(all, name));
        // A response describes its content type in `content`.
        let is_used = |one: &&Parameter| !one.name.eq_ignore_ascii_case("content-type");
        for was in old.iter().filter(is_used) {
            let label = format!("{label}, header {}", quote::code(&was.name));
            let Some(now) = news.get(&name(was)) else {
                let rule =
                    if was.required { Rule::RequiredHeaderRemoved } else { Rule::OptionalHeaderRemoved };
                self.tell(scope, rule, &label, ["", ""], [Some(&was.place), None]);
                continue;
            };
            let places = [Some(&was.place), Some(&now.place)];
            match (was.required, now.required) {
                (true, false) => self.tell(scope, Rule::HeaderBecameOptional, &label, ["", ""], places),
                (false, true) => self.tell(scope, Rule::HeaderBecameRequired, &label, ["", ""], places),
                _ => {}
            }
            match (was.deprecated, now.deprecated) {
                (false, true) => self.tell(scope, Rule::Deprecated, &label, ["", ""], places),
                (true, false) => self.tell(scope, Rule::Undeprecated, &label, ["", ""], places),
                _ => {}
            }
            self.encoding(scope, &label, was, now);
            self.value(scope, &label, was, now);
        }
        for now in new.iter().filter(is_used).filter(|now| !olds.contains_key(&name(now))) {
            let label = format!("{label}, header {}", quote::code(&now.name));
            self.tell(scope, Rule::HeaderAdded, &label, ["", ""], [None, Some(&now.place)]);
        }
    }

    /// Compares the schemas of a parameter, header, or media type, each of which can be missing.
    pub(super) fn schemas(
        &mut self,
        scope: &Scope,
        label: &str,
        (old, new): (Option<SchemaId>, Option<SchemaId>),
        spot: Spot,
        places: [Option<&Place>; 2],
    ) {
        match (old, new) {
            (Some(old), Some(new)) => {
                let key = Key { old: Node::One(old), new: Node::One(new), side: scope.side, spot };
                let label = scope.label(label);
                // Only operations have schemas, so the index is always set.
                self.pairs.root(scope.operation.unwrap_or(u32::MAX), label, key);
            }
            (None, Some(_)) => self.tell(scope, Rule::SchemaSet, label, ["", ""], places),
            (Some(_), None) => self.tell(scope, Rule::SchemaUnset, label, ["", ""], places),
            (None, None) => {}
        }
    }
}

fn label(parameter: &Parameter) -> String {
    format!("{} parameter {}", parameter.location.name(), quote::code(&parameter.name))
}

/// Returns the new names of the old operation's path parameters, which are matched by position.
fn renamed<'a>(old: &'a Operation, new: &'a Operation) -> HashMap<&'a str, &'a str> {
    let names = |path: &'a str| server::template(path).into_iter().filter_map(|(_, name)| name);
    names(&old.path).zip(names(&new.path)).collect()
}
