//! Compares request bodies, responses, and their media types.

use std::collections::{HashMap, HashSet};

use super::facts::Spot;
use super::operations::{Diff, Scope};
use super::{Rule, index, quote};
use crate::openapi::{MediaType, Operation, Place, RequestBody, Response, media::is_json};

impl<'a> Diff<'a> {
    pub(super) fn body(&mut self, scope: &Scope, old: &'a Operation, new: &'a Operation) {
        let places = [Some(place(old)), Some(place(new))];
        let label = "request body";
        match (&old.body, &new.body) {
            (None, None) => {}
            (None, Some(now)) => {
                let rule = if now.required { Rule::RequiredBodyAdded } else { Rule::OptionalBodyAdded };
                self.tell(scope, rule, "", ["", ""], places);
            }
            (Some(_), None) => self.tell(scope, Rule::BodyRemoved, label, ["", ""], places),
            (Some(was), Some(now)) => {
                match (was.required, now.required) {
                    (false, true) => self.tell(scope, Rule::BodyBecameRequired, label, ["", ""], places),
                    (true, false) => self.tell(scope, Rule::BodyBecameOptional, label, ["", ""], places),
                    _ => {}
                }
                self.media_types(scope, label, &was.content, &now.content, places);
            }
        }
    }

    pub(super) fn responses(&mut self, scope: &Scope, old: &'a Operation, new: &'a Operation) {
        let scope = &scope.response();
        let status = |one: &Response| one.status.to_ascii_lowercase();
        let [olds, news] = [old, new].map(|one| index(&one.responses, status));
        for was in &old.responses {
            let label = format!("response {}", quote::code(&was.status));
            let Some(now) = news.get(&status(was)) else {
                let rule = if was.status.starts_with('2') {
                    Rule::SuccessStatusRemoved
                } else {
                    Rule::OtherStatusRemoved
                };
                self.tell(scope, rule, &label, ["", ""], [Some(&was.place), Some(&new.place)]);
                continue;
            };
            self.headers(scope, &label, &was.headers, &now.headers);
            let places = [Some(&was.place), Some(&now.place)];
            self.media_types(scope, &label, &was.content, &now.content, places);
        }
        for now in new.responses.iter().filter(|now| !olds.contains_key(&status(now))) {
            let label = format!("response {}", quote::code(&now.status));
            self.tell(scope, Rule::StatusAdded, &label, ["", ""], [Some(&old.place), Some(&now.place)]);
        }
    }

    fn media_types(
        &mut self,
        scope: &Scope,
        label: &str,
        old: &'a [MediaType],
        new: &'a [MediaType],
        places: [Option<&Place>; 2],
    ) {
        let (pairs, removed, added) = matched(old, new);
        for was in removed {
            let texts = [&*quote::code(&was.name), ""];
            self.tell(scope, Rule::MediaTypeRemoved, label, texts, [Some(&was.place), places[1]]);
        }
        for (was, now) in pairs {
            let both = [Some(&was.place), Some(&now.place)];
            if !was.name.eq_ignore_ascii_case(&now.name) {
                let texts = [&*quote::code(&was.name), &*quote::code(&now.name)];
                self.tell(scope, Rule::MediaTypeParametersChanged, label, texts, both);
            }
            let label = format!("{label} {}", quote::code(&now.name));
            // In other media types, everything is text.
            let spot = if is_json(&now.name) { Spot::Typed } else { Spot::Text };
            self.schemas(scope, &label, (was.schema, now.schema), spot, both);
            let label = format!("{label}, each item");
            self.schemas(scope, &label, (was.item_schema, now.item_schema), spot, both);
        }
        for now in added {
            let texts = ["", &*quote::code(&now.name)];
            self.tell(scope, Rule::MediaTypeAdded, label, texts, [places[0], Some(&now.place)]);
        }
    }
}

/// The media types in both lists, only in the old list, and only in the new list.
type Matched<'a> = (Vec<(&'a MediaType, &'a MediaType)>, Vec<&'a MediaType>, Vec<&'a MediaType>);

/// Matches media types by name. Media types that differ only in parameters, such as `charset`, match.
fn matched<'a>(old: &'a [MediaType], new: &'a [MediaType]) -> Matched<'a> {
    let name = |one: &MediaType| one.name.to_ascii_lowercase();
    let [olds, news] = [old, new].map(|all| index(all, name));
    let (mut pairs, mut removed) = (Vec::new(), Vec::new());
    let mut free: HashMap<String, Vec<&MediaType>> = HashMap::new();
    for now in new.iter().filter(|now| !olds.contains_key(&name(now))) {
        free.entry(essence(&name(now)).to_owned()).or_default().push(now);
    }
    let mut used = HashSet::new();
    for was in old {
        if let Some(now) = news.get(&name(was)) {
            pairs.push((was, *now));
            continue;
        }
        match free.get(essence(&name(was))).map(Vec::as_slice) {
            Some([now]) if used.insert(name(now)) => pairs.push((was, *now)),
            _ => removed.push(was),
        }
    }
    let is_added = |now: &&MediaType| !olds.contains_key(&name(now)) && !used.contains(&name(now));
    (pairs, removed, new.iter().filter(is_added).collect())
}

/// Returns the location of an operation's body or, if there's none, of the operation.
fn place(operation: &Operation) -> &Place {
    let body: Option<&RequestBody> = operation.body.as_ref();
    body.and_then(|body| body.content.first()).map_or(&operation.place, |first| &first.place)
}

/// Returns a media type without its parameters.
fn essence(name: &str) -> &str {
    name.split(';').next().unwrap_or_default().trim_end()
}
