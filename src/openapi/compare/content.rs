//! Compares request bodies, responses, and their media types.

use super::operations::{Diff, Scope};
use super::schemas::Spot;
use super::{Rule, quote};
use crate::openapi::{MediaType, Operation, Place, RequestBody, Response};

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
        let find = |all: &'a [Response], status: &str| {
            all.iter().find(|one| one.status.eq_ignore_ascii_case(status))
        };
        for was in &old.responses {
            let label = format!("response {}", quote::code(&was.status));
            let Some(now) = find(&new.responses, &was.status) else {
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
        for now in new.responses.iter().filter(|now| find(&old.responses, &now.status).is_none()) {
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
        let exact =
            |all: &'a [MediaType], name: &str| all.iter().find(|one| one.name.eq_ignore_ascii_case(name));
        // If only the parameters changed, such as `charset`, it's the same media type.
        let alike = |all: &'a [MediaType], name: &str, other: &'a [MediaType]| {
            let free = all.iter().filter(|one| exact(other, &one.name).is_none());
            let mut same = free.filter(|one| essence(&one.name).eq_ignore_ascii_case(essence(name)));
            same.next().filter(|_| same.next().is_none())
        };
        let find = |all: &'a [MediaType], name: &str, other: &'a [MediaType]| {
            exact(all, name).or_else(|| alike(all, name, other).filter(|_| alike(other, name, all).is_some()))
        };
        for was in old {
            let Some(now) = find(new, &was.name, old) else {
                let texts = [&*quote::code(&was.name), ""];
                self.tell(scope, Rule::MediaTypeRemoved, label, texts, [Some(&was.place), places[1]]);
                continue;
            };
            let both = [Some(&was.place), Some(&now.place)];
            if essence(&was.name).len() != was.name.len() || essence(&now.name).len() != now.name.len() {
                let is_same = was.name.eq_ignore_ascii_case(&now.name);
                let texts = [&*quote::code(&was.name), &*quote::code(&now.name)];
                if !is_same {
                    self.tell(scope, Rule::MediaTypeParametersChanged, label, texts, both);
                }
            }
            let label = format!("{label} {}", quote::code(&now.name));
            let spot = if is_json(&now.name) { Spot::Typed } else { Spot::Text };
            self.schemas(scope, &label, (was.schema, now.schema), spot, both);
            let label = format!("{label}, each item");
            self.schemas(scope, &label, (was.item_schema, now.item_schema), spot, both);
        }
        for now in new.iter().filter(|now| find(old, &now.name, new).is_none()) {
            let texts = ["", &*quote::code(&now.name)];
            self.tell(scope, Rule::MediaTypeAdded, label, texts, [places[0], Some(&now.place)]);
        }
    }
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

/// Whether values in a media type have types. In other media types, everything is text.
pub(super) fn is_json(name: &str) -> bool {
    let name = essence(name).to_ascii_lowercase();
    name == "application/json" || name.ends_with("+json") || name == "*/*" || name == "application/*"
}
