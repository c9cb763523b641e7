//! `operations`: the operations of the site's APIs.

use serde_json::json;

use super::{Answer, Arguments, Tool, number, read, text};
use crate::mcp::docs::{key, short};
use crate::mcp::tree::{Operation, Operations};
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
    is_useful: Docs::has_operations,
    answer,
};

/// The maximum number of operations in a list.
const LISTED: usize = 60;

/// An operation, and the API and the tag that it belongs to.
struct Listed {
    group: String,
    operation: Operation,
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

fn all(docs: &Docs) -> Vec<Listed> {
    let apis = docs.operations();
    let several = apis.len() > 1;
    let of_api = |api: Operations| {
        let listed = move |operation: Operation| {
            let group = match (several, &*operation.tag) {
                (true, "") => api.title.clone(),
                (true, tag) => format!("{} › {tag}", api.title),
                (false, tag) => tag.to_owned(),
            };
            Listed { group, operation }
        };
        api.operations.into_iter().map(listed)
    };
    apis.into_iter().flat_map(of_api).collect()
}

/// Removes the scheme and the host from the URL of an endpoint.
fn endpoint(url: &str) -> &str {
    match url.find("://") {
        Some(start) => url[start + 3..].find('/').map_or("/", |at| &url[start + 3 + at..]),
        None => url,
    }
}

fn line(Operation { method, path, title, href, .. }: &Operation, origin: &str) -> String {
    format!("- {method} {path}: {title} {origin}{href}\n")
}

fn list(docs: &Docs, all: &[Listed], filter: Option<&str>, offset: usize) -> String {
    let words: Vec<String> =
        filter.unwrap_or_default().to_lowercase().split_whitespace().map(str::to_owned).collect();
    let matches = |Listed { group, operation }: &&Listed| {
        let Operation { id, method, path, title, .. } = operation;
        let text = format!("{method} {path} {title} {id} {group}").to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let found: Vec<&Listed> = all.iter().filter(matches).collect();
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
        None if all.len() == 1 => "1 operation:\n".to_owned(),
        None => format!("{} operations:\n", all.len()),
    };
    let (count, mut group) = (found.len(), None);
    for Listed { group: own, operation } in found.into_iter().skip(offset).take(LISTED) {
        if group != Some(own) {
            out.push_str(&format!("\n{own}\n"));
            group = Some(own);
        }
        out.push_str(&line(operation, &origin));
    }
    if count > offset.saturating_add(LISTED) {
        out.push_str(&format!("\n[To continue, call `operations` with `offset` {}.]\n", offset + LISTED));
    }
    out
}

fn one(docs: &Docs, all: &[Listed], wanted: &str, offset: usize) -> Answer {
    let all = || all.iter().map(|listed| &listed.operation);
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
    // The last part of the URL is the ID in lowercase with hyphens.
    let letters = |id: &str| id.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    let is_id = |id: &str| letters(id).eq_ignore_ascii_case(&letters(wanted)) && !wanted.contains([' ', '/']);
    // An operation has its own page, or a section of its API's page.
    let urls = [wanted_key, key(wanted)];
    let by_id = all().find(|operation| is_id(&operation.id) || urls.contains(&key(&operation.href)));
    let found = by_id.or_else(|| {
        let exact =
            |operation: &&Operation| is_request(operation) && path_of(&operation.path) == path_of(path);
        let by_title = |operation: &&Operation| operation.title.eq_ignore_ascii_case(wanted);
        all().find(exact).or_else(|| all().find(is_request)).or_else(|| all().find(by_title))
    });
    let Some(operation) = found else {
        let near = |operation: &Operation| {
            let request = format!("{} {}", operation.method, operation.path);
            let names = [&operation.id, &operation.path, &operation.title, &request];
            let best = names.into_iter().map(|name| strsim::jaro_winkler(name, wanted));
            best.fold(0.0, f64::max)
        };
        let mut near: Vec<(f64, &Operation)> = all().map(|operation| (near(operation), operation)).collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0));
        let near: String = near.iter().take(5).map(|(_, operation)| line(operation, "")).collect();
        return Err(format!("No operation `{}`. Similar:\n{near}", short(wanted)));
    };
    let page = docs.find(&operation.href)?;
    let section = page.anchor.as_deref().and_then(|anchor| passage::find(&page.sections, anchor));
    let url = page.url_of(section);
    let text = passage::excerpt(read::part(&page.text, section), offset, |next| {
        format!(
            "call `operations` with `operation` and `offset` {next}. To get one part, such as `Responses`, call `read` with \
             this URL and `section`."
        )
    })?;
    Ok(format!("URL: {url}\n\n{text}\n"))
}
