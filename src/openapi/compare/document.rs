//! Compares what belongs to a document as a whole: servers, security schemes, and named schemas.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::operations::{Diff, Scope};
use super::{Rule, index, quote};
use crate::openapi::{Api, Place, SchemeKind, SecurityScheme, Server};

impl<'a> Diff<'a> {
    /// Compares everything outside the operations.
    pub(super) fn document(&mut self) {
        let (old, new, scope) = (self.old, self.new, Scope::document());
        self.servers(&scope, (&old.servers, &new.servers), [None; 2]);
        self.schemes(&scope);
        let named = |api: &'a Api| {
            api.schemas.named.iter().filter_map(|id| Some((api.schemas[*id].name.as_deref()?, *id)))
        };
        let known: HashSet<&str> = named(new).map(|(name, _)| name).collect();
        for (name, id) in named(old).filter(|(name, _)| !known.contains(name)) {
            let place = Some(&old.schemas[id].place);
            self.tell(&scope, Rule::SchemaRemoved, "", [&quote::code(name), ""], [place, None]);
        }
    }

    /// Compares the servers of a document or an operation.
    pub(super) fn servers(
        &mut self,
        scope: &Scope,
        (old, new): (&[Server], &[Server]),
        places: [Option<&Place>; 2],
    ) {
        let urls = |all: &[Server]| -> BTreeSet<String> {
            all.iter().map(|server| server.url.trim_end_matches('/').to_owned()).collect()
        };
        let (was, now) = (urls(old), urls(new));
        for url in was.difference(&now) {
            self.tell(scope, Rule::ServerRemoved, "", [&quote::code(url), ""], places);
        }
        for url in now.difference(&was) {
            self.tell(scope, Rule::ServerAdded, "", ["", &quote::code(url)], places);
        }
    }

    fn schemes(&mut self, scope: &Scope) {
        let (old, new) = (self.old, self.new);
        let [olds, news] = [old, new].map(|api| index(&api.schemes, |one| one.name.to_string()));
        for was in &old.schemes {
            let name = quote::code(&was.name);
            let Some(now) = news.get(&*was.name) else {
                self.tell(scope, Rule::SchemeRemoved, "", [&name, ""], [None; 2]);
                continue;
            };
            let (before, after) = (facts(was), facts(now));
            let keys: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
            for key in keys {
                let [was, now] = [&before, &after].map(|facts| facts.get(key).map(String::as_str));
                if was != now {
                    let text = format!("{key} from {} to {}", quote::maybe(was), quote::maybe(now));
                    self.tell(scope, Rule::SchemeChanged, "", [&name, &text], [None; 2]);
                }
            }
            let (before, after) = (scopes(was), scopes(now));
            for one in before.difference(&after) {
                let text = format!("scope {} removed", quote::code(one));
                self.tell(scope, Rule::SchemeChanged, "", [&name, &text], [None; 2]);
            }
            for one in after.difference(&before) {
                self.tell(scope, Rule::SchemeScopeAdded, "", [&name, &quote::code(one)], [None; 2]);
            }
        }
        for now in new.schemes.iter().filter(|now| !olds.contains_key(&*now.name)) {
            self.tell(scope, Rule::SchemeAdded, "", ["", &quote::code(&now.name)], [None; 2]);
        }
    }
}

/// Returns everything that a client has to know about a scheme, except scopes.
fn facts(scheme: &SecurityScheme) -> BTreeMap<String, String> {
    let mut facts = BTreeMap::new();
    let mut add = |key: String, value: Option<&str>| {
        facts.extend(value.map(|value| (key, value.to_owned())));
    };
    match &scheme.kind {
        SchemeKind::ApiKey { location, name } => {
            add("type".to_owned(), Some("apiKey"));
            add("location".to_owned(), Some(location.name()));
            add("name".to_owned(), Some(name));
        }
        SchemeKind::Http { scheme, .. } => {
            add("type".to_owned(), Some("http"));
            add("HTTP scheme".to_owned(), Some(scheme));
        }
        SchemeKind::OAuth2 { flows, metadata_url } => {
            add("type".to_owned(), Some("oauth2"));
            add("metadata URL".to_owned(), metadata_url.as_deref());
            for flow in flows {
                add(format!("flow `{}`", flow.kind), Some("present"));
                add(format!("authorization URL of `{}`", flow.kind), flow.authorization_url.as_deref());
                add(format!("token URL of `{}`", flow.kind), flow.token_url.as_deref());
            }
        }
        SchemeKind::OpenIdConnect { url } => {
            add("type".to_owned(), Some("openIdConnect"));
            add("metadata URL".to_owned(), Some(url));
        }
        SchemeKind::MutualTls => add("type".to_owned(), Some("mutualTLS")),
        SchemeKind::Unknown(kind) => add("type".to_owned(), Some(kind)),
    }
    facts
}

fn scopes(scheme: &SecurityScheme) -> BTreeSet<&str> {
    let (flows, _) = scheme.endpoints();
    flows.iter().flat_map(|flow| &flow.scopes).map(|(name, _)| &**name).collect()
}
