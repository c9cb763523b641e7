//! The names that a document declares and its operations use: tags and the scopes of OAuth flows.

use std::collections::{BTreeMap, BTreeSet};

use super::{Lint, METHODS};
use crate::diag::{did_you_mean, nearest};
use crate::openapi::file::{File, NodeId, Value};

/// The maximum depth of nested callbacks.
const MAX_CALLBACKS: usize = 4;

/// The names that were found so far.
#[derive(Default)]
struct Uses<'a> {
    /// The tags of operations.
    tags: BTreeSet<&'a str>,
    /// The scopes of each OAuth scheme whose flows list scopes.
    scopes: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// The unknown scopes that were already reported, with their schemes.
    reported: BTreeSet<(&'a str, &'a str)>,
}

impl<'a> Lint<'a> {
    /// Reports unknown scopes and unused tags.
    pub(super) fn uses(&mut self, file: &'a File) {
        let mut uses = Uses { scopes: self.scopes(file), ..Uses::default() };
        self.requirements(file, file.root, &mut uses);
        for key in ["paths", "webhooks", "x-webhooks"] {
            let Some(list) = file.get(file.root, key) else { continue };
            for entry in file.members(list).iter() {
                self.path_item(file, entry.value, &mut uses, 0);
            }
        }
        let Some(Value::Array(tags)) = file.get(file.root, "tags").map(|tags| file.value(tags)) else {
            return;
        };
        let parents: BTreeSet<&str> = tags.iter().filter_map(|tag| file.text(*tag, "parent")).collect();
        for tag in tags {
            let Some(name) = file.text(*tag, "name") else { continue };
            let is_used = uses.tags.contains(name) || parents.contains(name);
            if !is_used && ["description", "externalDocs"].iter().all(|key| file.get(*tag, key).is_none()) {
                let hint = match nearest(name, uses.tags.iter().copied()) {
                    Some(near) => format!("operations have the similar tag `{near}`"),
                    None => "remove the tag, or add a description".to_owned(),
                };
                self.add(file, *tag, Some(hint.into()), "the tag", |pointer| {
                    format!("{pointer}: no operation has the tag `{name}`, which also has no description")
                });
            }
        }
    }

    /// Returns the scopes of each OAuth scheme whose flows list scopes.
    fn scopes(&self, file: &'a File) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
        let components = file.get(file.root, "components");
        let Some(schemes) = components.and_then(|components| file.get(components, "securitySchemes")) else {
            return BTreeMap::new();
        };
        let mut all = BTreeMap::new();
        for entry in file.members(schemes).iter() {
            let (of, scheme) = self.behind(file, entry.value);
            let flows = of.get(scheme, "flows").into_iter().flat_map(|flows| of.members(flows).iter());
            let lists = flows.filter_map(|flow| of.get(flow.value, "scopes"));
            let scopes: BTreeSet<&str> =
                lists.flat_map(|list| of.members(list).iter()).map(|scope| scope.key).collect();
            if of.text(scheme, "type") == Some("oauth2") && !scopes.is_empty() {
                all.insert(entry.key, scopes);
            }
        }
        all
    }

    fn path_item(&mut self, file: &'a File, item: NodeId, uses: &mut Uses<'a>, depth: usize) {
        let (file, item) = self.behind(file, item);
        let others = file.get(item, "additionalOperations");
        let others =
            others.into_iter().flat_map(|others| file.members(others).iter()).map(|entry| entry.value);
        let known = METHODS.into_iter().chain(["query"]).filter_map(|method| file.get(item, method));
        for operation in known.chain(others).collect::<Vec<_>>() {
            let (file, operation) = self.behind(file, operation);
            if let Some(Value::Array(tags)) = file.get(operation, "tags").map(|tags| file.value(tags)) {
                uses.tags.extend(tags.iter().filter_map(|tag| file.string(*tag)));
            }
            self.requirements(file, operation, uses);
            let callbacks = file.get(operation, "callbacks").filter(|_| depth < MAX_CALLBACKS);
            for callback in callbacks.into_iter().flat_map(|callbacks| file.members(callbacks).iter()) {
                let (file, callback) = self.behind(file, callback.value);
                for entry in file.members(callback).iter() {
                    self.path_item(file, entry.value, uses, depth + 1);
                }
            }
        }
    }

    /// Reports the unknown scopes in the security requirements of an operation or a document.
    fn requirements(&mut self, file: &'a File, node: NodeId, uses: &mut Uses<'a>) {
        let Some(Value::Array(all)) = file.get(node, "security").map(|all| file.value(all)) else { return };
        for entry in all.iter().flat_map(|requirement| file.members(*requirement).iter()) {
            let Some(known) = uses.scopes.get(entry.key) else { continue };
            let Value::Array(scopes) = file.value(entry.value) else { continue };
            for scope in scopes {
                let Some(name) = file.string(*scope).filter(|name| !known.contains(name)) else { continue };
                if uses.reported.insert((entry.key, name)) {
                    let hint = did_you_mean(name, known.iter().copied());
                    let problem = format!("no flow of `{}` defines the scope `{name}`", entry.key);
                    self.report_with(file, *scope, &problem, hint);
                }
            }
        }
    }
}
