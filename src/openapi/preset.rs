//! Applies the site's own servers and default values to an API.
//!
//! Takes an API and the document's settings. Returns the settings that match nothing in the API.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::{Api, Operation, Server, Variable, server::template};
use crate::config::{DefaultValue, OpenApiConfig};

type Values = BTreeMap<String, DefaultValue>;

/// Applies the settings. Returns the paths of the settings without effect, below the document's settings.
pub(crate) fn preset(api: &mut Api, config: &OpenApiConfig) -> Vec<String> {
    let mut used = HashSet::new();
    let own: Vec<Server> =
        config.servers.iter().map(|one| server(&api.servers, &one.url, one.label.as_deref())).collect();
    let before = std::mem::take(&mut api.servers);
    let mut all: Vec<&mut Operation> = api.operations.iter_mut().chain(&mut api.webhooks).collect();
    for operation in &mut all {
        if !own.is_empty() && operation.servers == before {
            operation.servers.clone_from(&own);
        }
        fill_in(&mut operation.servers, &config.variables, &mut used);
        for parameter in &mut operation.parameters {
            let exact = format!("{}:{}", parameter.location.name(), parameter.name);
            for name in [exact.as_str(), &parameter.name] {
                if let Some(value) = config.parameters.get(name) {
                    used.insert(format!("parameters.{name}"));
                    parameter.preset.get_or_insert_with(|| value.to_string().into());
                }
            }
        }
    }
    api.servers = if own.is_empty() { before } else { own };
    fill_in(&mut api.servers, &config.variables, &mut used);
    let names = |table: &'static str, values: &Values| -> Vec<String> {
        values.keys().map(|name| format!("{table}.{name}")).collect()
    };
    let mut given = names("variables", &config.variables);
    given.extend(names("parameters", &config.parameters));
    given.retain(|path| !used.contains(path));
    given
}

/// Returns a server of the site. Its variables are like those of the document's servers.
fn server(known: &[Server], url: &str, label: Option<&str>) -> Server {
    let variable = |name: &str| {
        let mut all = known.iter().flat_map(|server| &server.variables);
        let own = all.find(|variable| *variable.name == *name).cloned();
        own.unwrap_or_else(|| Variable { name: name.into(), ..Variable::default() })
    };
    let names: BTreeSet<&str> = template(url).into_iter().filter_map(|(_, name)| name).collect();
    let variables = names.into_iter().map(variable).collect();
    Server { url: url.into(), name: label.map(Into::into), variables, ..Server::default() }
}

/// Replaces the defaults of variables, unless a variable doesn't allow the value.
fn fill_in(servers: &mut [Server], values: &Values, used: &mut HashSet<String>) {
    for variable in servers.iter_mut().flat_map(|server| &mut server.variables) {
        let Some(value) = values.get(&*variable.name) else { continue };
        let text: Box<str> = value.to_string().into();
        if variable.values.is_empty() || variable.values.contains(&text) {
            used.insert(format!("variables.{}", variable.name));
            variable.default = Some(text);
        }
    }
}
