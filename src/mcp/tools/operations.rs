//! `operations`: the operations of the site's APIs.

use serde_json::json;

use super::{Answer, Arguments, Tool, number, text};
use crate::mcp::docs::{key, pages_of, short};
use crate::mcp::{Docs, passage};

pub(super) const TOOL: Tool = Tool {
    name: "operations",
    title: "List or show API operations",
    description: "Lists the operations of the HTTP API that the site documents, or shows all the details of one operation. Use this tool \
        for questions about endpoints. Without arguments, lists all operations with method, path, summary, and URL. \
        `filter` narrows the list. With `operation`, returns the method, path, parameters, body, and \
        responses with all fields, as Markdown.",
    properties: || {
        json!({
            "filter": { "type": "string", "description": "Words that the method, path, summary, ID, or group contains, such as `POST user`." },
            "operation": { "type": "string", "description": "The operation to show: its ID, its URL, or its method and path, such as `POST /users`." },
            "offset": { "type": "integer", "minimum": 0, "description": "Where to continue. For the value, see the end of the previous answer." },
        })
    },
    required: &[],
    is_useful: |docs| pages_of(&docs.trees()).iter().any(|(node, _)| node.method().is_some()),
    answer,
};

/// The maximum number of operations in a list.
const LISTED: usize = 60;

/// An operation in the navigation.
struct Operation {
    id: String,
    method: String,
    /// The URL path of the API's endpoint, such as `/v1/users/{id}`, if it's known.
    path: String,
    summary: String,
    group: String,
    href: String,
}

fn answer(docs: &Docs, arguments: &Arguments) -> Answer {
    let all = all(docs);
    if all.is_empty() {
        return Err("This site documents no API operations. To find pages, use `search`.".to_owned());
    }
    let offset = number(arguments, "offset").unwrap_or_default();
    match (text(arguments, "operation"), text(arguments, "filter")) {
        (Some(_), Some(_)) => Err("Specify either `operation` or `filter`, not both.".to_owned()),
        (Some(wanted), None) => one(docs, &all, wanted, offset),
        (None, filter) => Ok(list(docs, &all, filter, offset)),
    }
}

fn all(docs: &Docs) -> Vec<Operation> {
    let trees = docs.trees();
    let pages = pages_of(&trees);
    if !pages.iter().any(|(node, _)| node.method().is_some()) {
        return Vec::new();
    }
    let requests = docs.requests();
    let operation = |(node, above): &(&crate::mcp::tree::Node, Vec<&str>)| {
        let (method, href) = (node.method()?, node.page()?);
        let request = requests.get(&key(href)).map_or("", |request| request.as_str());
        let url = request.split_once(' ').map_or("", |(_, url)| url);
        Some(Operation {
            id: node.key.clone(),
            method,
            path: endpoint(url).to_owned(),
            summary: node.label.clone(),
            group: above.join(" › "),
            href: href.to_owned(),
        })
    };
    let mut all: Vec<Operation> = pages.iter().filter_map(operation).collect();
    // An operation with several tags has several places in the navigation.
    let mut known = std::collections::BTreeSet::new();
    all.retain(|operation| known.insert(operation.href.clone()));
    all
}

/// Removes the scheme and the host from the URL of an endpoint.
fn endpoint(url: &str) -> &str {
    match url.find("://") {
        Some(start) => url[start + 3..].find('/').map_or("/", |at| &url[start + 3 + at..]),
        None => url,
    }
}

fn line(operation: &Operation, origin: &str) -> String {
    let Operation { method, path, summary, href, .. } = operation;
    let path = if path.is_empty() { String::new() } else { format!(" {path}") };
    format!("- {method}{path}: {summary} {origin}{href}\n")
}

fn list(docs: &Docs, all: &[Operation], filter: Option<&str>, offset: usize) -> String {
    let words: Vec<String> =
        filter.unwrap_or_default().to_lowercase().split_whitespace().map(str::to_owned).collect();
    let matches = |operation: &&Operation| {
        let Operation { id, method, path, summary, group, .. } = operation;
        let text = format!("{method} {path} {summary} {id} {group}").to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let found: Vec<&Operation> = all.iter().filter(matches).collect();
    let origin = docs.overview().map(|overview| overview.origin).unwrap_or_default();
    if found.is_empty() {
        return format!(
            "No operation matches `{}`. The site has {} operations; to list them, leave out `filter`. For words in \
             descriptions, use `search`.",
            filter.unwrap_or_default(),
            all.len()
        );
    }
    let mut out = match filter {
        Some(filter) => format!("{} of {} operations match `{filter}`:\n", found.len(), all.len()),
        None => format!("{} operations:\n", all.len()),
    };
    let mut group = None;
    for operation in found.iter().skip(offset).take(LISTED) {
        if group != Some(&operation.group) {
            out.push_str(&format!("\n{}\n", operation.group));
            group = Some(&operation.group);
        }
        out.push_str(&line(operation, &origin));
    }
    if found.len() > offset.saturating_add(LISTED) {
        out.push_str(&format!("\n[To continue, call `operations` with `offset` {}.]\n", offset + LISTED));
    }
    out
}

fn one(docs: &Docs, all: &[Operation], wanted: &str, offset: usize) -> Answer {
    let path_of = |text: &str| text.trim_end_matches('/').to_owned();
    let (method, path) = wanted.split_once(' ').map_or(("", wanted), |(method, path)| (method, path.trim()));
    let is_request = |operation: &&Operation| {
        let is_method = method.is_empty() || operation.method.eq_ignore_ascii_case(method);
        let (own, wanted) = (path_of(&operation.path), path_of(endpoint(path)));
        // Server URLs often include a path that people leave out.
        let is_end = own.strip_suffix(&wanted).is_some_and(|_| wanted.starts_with('/'));
        is_method && wanted.len() > 1 && is_end
    };
    let wanted_key = key(wanted.split('#').next().unwrap_or_default());
    // The key in the navigation is the ID in lowercase with hyphens.
    let letters = |id: &str| id.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    let is_id = |id: &str| letters(id).eq_ignore_ascii_case(&letters(wanted)) && !wanted.contains([' ', '/']);
    let by_id = all.iter().find(|operation| is_id(&operation.id) || key(&operation.href) == wanted_key);
    let found = by_id.or_else(|| {
        let exact =
            |operation: &&Operation| is_request(operation) && path_of(&operation.path) == path_of(path);
        let by_summary = |operation: &&Operation| operation.summary.eq_ignore_ascii_case(wanted);
        all.iter().find(exact).or_else(|| all.iter().find(is_request)).or_else(|| all.iter().find(by_summary))
    });
    let Some(operation) = found else {
        let near = |operation: &Operation| {
            let request = format!("{} {}", operation.method, operation.path);
            let names = [&operation.id, &operation.path, &operation.summary, &request];
            let best = names.into_iter().map(|name| strsim::jaro_winkler(name, wanted));
            best.fold(0.0, f64::max)
        };
        let mut near: Vec<(f64, &Operation)> =
            all.iter().map(|operation| (near(operation), operation)).collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        let near: String = near.iter().take(5).map(|(_, operation)| line(operation, "")).collect();
        return Err(format!("No operation `{}`. Similar:\n{near}", short(wanted)));
    };
    let page = docs.find(&operation.href)?;
    let text = passage::excerpt(&page.text, offset, |next| {
        format!(
            "call `operations` with `operation` and `offset` {next}. To get one part, such as `Responses`, call `read` with \
             this URL and `section`."
        )
    })?;
    Ok(format!("URL: {}\n\n{text}\n", page.url))
}
